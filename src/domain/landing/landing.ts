/** What is kept of every commit of a line that the queue put there or has judged, and of the steps that follow a landing. */
import { z } from 'zod'
import { Proof } from './proof.ts'

/** A first-parent commit of MAIN or of an integration branch, with its proof. */
export const Landing = Proof.extend({
  id: z.int(),
  projectId: z.int(),
  /** The branch that it is on, by its short name. */
  branch: z.string(),
  /** The commit that the line was at before. */
  previous: z.string(),
  /** queue: it landed; outside: somebody else put it there, and it was judged green. */
  by: z.enum(['queue', 'outside']),
  /** The submissions that it brought; empty for one between, and for one from outside. */
  mergeIds: z.array(z.int()),
  at: z.string(),
})
export type Landing = z.infer<typeof Landing>

/** A landing that was begun: written down before anything moves, so that a restart completes or undoes it. */
export const LandingJournal = z.object({
  branch: z.string(),
  base: z.string(),
  to: z.object({ commit: z.string(), tree: z.string() }),
  landings: z.array(z.object({ submissionId: z.int(), tip: z.string(), commits: z.array(z.string()) })),
  proofs: z.array(Proof),
  begunAt: z.string(),
})
export type LandingJournal = z.infer<typeof LandingJournal>

/** The step that `main.push` of flower.yaml asks for. */
export const pushStep = 'push'

export const stepStatuses = ['asked', 'due', 'running', 'done', 'failed', 'declined', 'interrupted'] as const

/** A step after a landing: `afterLanding` of flower.yaml, or the push. asked: it waits for an operator's answer. */
export const LandingStep = z.object({
  id: z.int(),
  projectId: z.int(),
  landingId: z.int(),
  /** The landed commit. */
  commit: z.string(),
  name: z.string(),
  status: z.enum(stepStatuses),
  decisionId: z.int().nullable(),
  exitCode: z.int().nullable(),
  /** The last of what it said. */
  lines: z.array(z.string()),
  movedAt: z.string(),
})
export type LandingStep = z.infer<typeof LandingStep>
