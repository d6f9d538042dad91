/** Checkouts apart from MAIN, prepared before an agent's first turn; and advisory leases on paths. */
import { z } from 'zod'
import { limits, line } from '#domain/text.ts'
import { FileClaim, longestClaimMinutes } from '#domain/worktree/file-claim.ts'
import { Finding } from '#domain/worktree/moves.ts'
import { Isolation, Worktree, WorktreeStatus } from '#domain/worktree/worktree.ts'
import { briefId, cursor, limit, next, project, worktreeId } from './fields.ts'
import { everyone, house, operation, planners, toolForWorkers, workers } from './operation.ts'
import { Place, WorktreeView } from './shapes.ts'

const wait = z.int().min(0).max(50).optional().describe('Seconds to wait until it is done')
const path = line(limits.line)

/** What every write about a worktree answers: where it stands now, or after the wait. */
export const WorktreeAnswer = z.object({
  worktreeId: z.int(),
  project: z.string(),
  name: z.string(),
  path: z.string(),
  branch: z.string().nullable(),
  status: WorktreeStatus,
  reason: z.string().optional(),
  next,
})
export type WorktreeAnswer = z.infer<typeof WorktreeAnswer>

const withPlace = z.object({
  worktree: Worktree,
  project: Place,
  /** The branch that its work lands on: MAIN's, or its epic's. */
  onto: z.string(),
})

const one = ['worktree.missing', 'worktree.ended'] as const
const making = ['project.missing', 'project.unclear', 'worktree.taken', 'input.invalid'] as const

export const worktreeOperations = {
  'worktree.create': operation({
    effect: 'write',
    summary:
      "Make a prepared worktree on its own branch from MAIN's tip; one that a Brief or branch has already is answered.",
    input: z.strictObject({
      briefId: briefId.optional(),
      name: line(limits.name).optional().describe('Default: of the Brief or the branch'),
      branch: line(limits.name).optional().describe('Default: flower/<name>'),
      base: line(limits.name).optional().describe("Ref to begin at; default MAIN's tip"),
      isolation: Isolation.optional().describe('isolated: own services; shared: those of MAIN; code: none, no secrets'),
      follows: z.enum(['main']).optional().describe('Read-only, kept at the tip of MAIN'),
      project,
      wait,
    }),
    output: WorktreeAnswer,
    refuses: [...making, 'brief.missing', 'worktree.ended', 'worktree.no_place'],
    roles: workers,
    cli: { positional: ['name'] },
    gathers: 'worktree',
    awaits: 'errand',
  }),
  'worktree.adopt': operation({
    effect: 'write',
    summary: 'Keep a worktree that was made by hand, with its own branch, and prepare it.',
    input: z.strictObject({
      path,
      name: line(limits.name).optional().describe('Default: of its branch'),
      briefId: briefId.optional(),
      isolation: Isolation.optional(),
      project,
      wait,
    }),
    output: WorktreeAnswer,
    refuses: [...making, 'brief.missing', 'worktree.unfit'],
    roles: planners,
    cli: { positional: ['path'] },
    gathers: 'worktree',
    awaits: 'errand',
  }),
  'worktree.list': operation({
    effect: 'read',
    summary: 'Worktrees, newest first, as they stood when they were last looked at.',
    input: z.strictObject({
      project,
      briefId: briefId.optional(),
      ended: z.boolean().optional().describe('Removed and gone ones too'),
      limit: limit(500),
      cursor,
    }),
    output: z.object({ items: z.array(WorktreeView), nextCursor: z.string().optional() }),
    refuses: ['project.missing', 'brief.missing'],
    roles: everyone,
    cli: {},
  }),
  'worktree.show': operation({
    effect: 'read',
    summary: 'A worktree, looked at now: branch, base, dirt, distance from MAIN, agents, claimed paths.',
    input: z.strictObject({ worktreeId }),
    output: z.object({ worktree: WorktreeView }),
    refuses: ['worktree.missing'],
    roles: everyone,
    cli: { positional: ['worktreeId'] },
    gathers: 'worktree',
  }),
  'worktree.prepare': operation({
    effect: 'write',
    summary: 'Bring a worktree to ready: files, environment and commands of flower.yaml. Nothing when nothing drifted.',
    input: z.strictObject({ worktreeId, wait }),
    output: WorktreeAnswer,
    refuses: one,
    roles: workers,
    cli: { positional: ['worktreeId'] },
    awaits: 'errand',
  }),
  'worktree.sync': operation({
    effect: 'write',
    summary: 'Bring MAIN into a clean worktree; a conflict is taken back and named.',
    input: z.strictObject({ worktreeId, wait }),
    output: WorktreeAnswer,
    refuses: [...one, 'worktree.unready'],
    roles: workers,
    cli: { positional: ['worktreeId'] },
    awaits: 'errand',
  }),
  'worktree.remove': operation({
    effect: 'write',
    grave: true,
    summary: 'Take a worktree away once all of it is kept; unlanded work refuses unless confirmed.',
    input: z.strictObject({
      worktreeId,
      confirm: z.boolean().optional().describe('Also with unlanded work, which is kept for restore'),
      wait,
    }),
    output: WorktreeAnswer,
    refuses: [...one, 'worktree.unready', 'worktree.held', 'worktree.dirty'],
    roles: planners,
    cli: { positional: ['worktreeId'] },
    gathers: 'worktree',
    awaits: 'errand',
  }),
  'worktree.restore': operation({
    effect: 'write',
    summary: 'Bring a removed worktree back, byte for byte, for 30 days.',
    input: z.strictObject({ worktreeId, wait }),
    output: WorktreeAnswer,
    refuses: ['worktree.missing', 'worktree.unrestorable', 'worktree.taken'],
    roles: planners,
    cli: { positional: ['worktreeId'] },
    awaits: 'errand',
  }),
  'worktree.errands': operation({
    effect: 'read',
    summary: 'The living worktrees of a node with what is asked of its runner; the house turns it by itself.',
    input: z.strictObject({ node: line(100) }),
    output: z.object({
      items: z.array(withPlace),
      /** Removed ones that are too old to be restored, of which something is still kept. */
      expired: z.array(withPlace),
      /** All that are registered. */
      projects: z.array(z.object({ slug: z.string(), gitDir: z.string() })),
    }),
    refuses: [],
    roles: house,
  }),
  'worktree.due': operation({
    effect: 'read',
    summary: 'Worktrees of a node of which something is asked, oldest first; the house turns it by itself.',
    input: z.strictObject({ node: line(100) }),
    output: z.object({ items: z.array(withPlace).describe('64 at the most') }),
    refuses: [],
    roles: house,
  }),
  'worktree.settle': operation({
    effect: 'write',
    summary: 'What the runner found out about a worktree; the house tells it by itself.',
    input: z.strictObject({ worktreeId, finding: Finding }),
    output: z.object({ worktree: Worktree }),
    refuses: ['worktree.missing'],
    roles: house,
  }),
}

const overlap = z.object({
  path: z.string(),
  otherPath: z.string(),
  holder: z.string(),
  worktreeId: z.int().nullable(),
  expiresAt: z.string(),
})

export const fileOperations = {
  'file.claim': operation({
    effect: 'write',
    summary:
      'Say which paths you work on; whoever works there too is told, and so are you, of all that you have claimed.',
    input: z.strictObject({
      paths: z.array(line(500)).min(1).max(200).describe('From the root; globs allowed'),
      minutes: z.int().min(1).max(longestClaimMinutes).optional(),
      worktreeId: worktreeId.optional(),
      briefId: briefId.optional(),
      project,
    }),
    output: z.object({ paths: z.array(z.string()), expiresAt: z.string(), overlaps: z.array(overlap), next }),
    refuses: [
      'worktree.missing',
      'worktree.ended',
      'brief.missing',
      'project.missing',
      'project.unclear',
      'input.invalid',
    ],
    roles: workers,
    tool: toolForWorkers,
    cli: { positional: ['paths'] },
    here: true,
  }),
  'file.release': operation({
    effect: 'write',
    summary: 'Give claimed paths back; all of yours when none is named.',
    input: z.strictObject({ paths: z.array(line(500)).max(200).optional(), project }),
    output: z.object({ released: z.array(z.string()), next }),
    refuses: ['project.missing', 'input.invalid'],
    roles: workers,
    tool: toolForWorkers,
    cli: { positional: ['paths'] },
  }),
  'file.list': operation({
    effect: 'read',
    summary: 'Paths that are claimed now, by whom and until when.',
    input: z.strictObject({ project, worktreeId: worktreeId.optional() }),
    output: z.object({ items: z.array(FileClaim.omit({ projectId: true, releasedAt: true })) }),
    refuses: ['project.missing', 'project.unclear', 'worktree.missing'],
    roles: everyone,
    cli: {},
  }),
}
