/** What people and agents do while the queue is at work. */
import fc from 'fast-check'
import { landingStyles } from '#domain/landing/submission.ts'
import { type Branch, natures } from './world.ts'

export type Happening =
  | { what: 'submit'; branch: Branch; priority: number; after: number | null }
  | { what: 'cancel' | 'approve' | 'again'; which: number }
  | { what: 'by hand'; how: 'good' | 'bad by hand' | 'mending' }
  | { what: 'pause' | 'resume' | 'block' | 'unblock' | 'new toolchain' | 'forget stack' }

export type HappeningAt = Happening & { at: number }

const anyBranch = fc.record({
  nature: fc.constantFrom(...natures),
  style: fc.constantFrom(...landingStyles),
  gate: fc.nat(1),
})
const anySubmission = fc.record({
  what: fc.constant('submit' as const),
  branch: anyBranch,
  priority: fc.nat(4),
  after: fc.option(fc.integer({ min: 1, max: 12 })),
})
export const anyHappening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: anySubmission },
  fc.record({ what: fc.constantFrom('cancel' as const, 'approve' as const, 'again' as const), which: fc.nat(12) }),
  fc.record({
    what: fc.constant('by hand' as const),
    how: fc.constantFrom('good' as const, 'bad by hand' as const, 'mending' as const),
  }),
  fc.record({
    what: fc.constantFrom(
      'pause' as const, 'resume' as const, 'block' as const, 'unblock' as const, 'new toolchain' as const, 'forget stack' as const,
    ), // biome-ignore format: a list of words
  }),
)
