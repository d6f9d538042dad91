/** A branch that asks to land: pinned at its tip, waiting in the merge queue until it has landed or was sent back. */
import { z } from 'zod'
import { ref } from '../ref.ts'

/** merge: a merge commit; rebase: its commits one by one; squash: all of them as one. */
export const landingStyles = ['merge', 'rebase', 'squash'] as const
export const LandingStyle = z.enum(landingStyles)
export type LandingStyle = z.infer<typeof LandingStyle>

export const submissionStatuses = [
  'queued', 'testing', 'landing', 'landed', 'conflict', 'ejected', 'cancelled',
] as const // biome-ignore format: one row
export const SubmissionStatus = z.enum(submissionStatuses)
export type SubmissionStatus = z.infer<typeof SubmissionStatus>

/** Times are ISO 8601 in UTC; commits are full object ids. */
export const Submission = z.object({
  id: z.int(),
  projectId: z.int(),
  briefId: z.int().nullable(),
  worktreeId: z.int().nullable(),
  /** Its short name. */
  branch: z.string(),
  /** The commit that lands, whatever the branch does meanwhile. */
  tip: z.string(),
  /** The branch that it lands on, by its short name: MAIN's, or an epic's integration branch. */
  target: z.string(),
  style: LandingStyle,
  /** 0 is the most urgent, 4 the least, as a Brief has it. */
  priority: z.int().min(0).max(4),
  status: SubmissionStatus,
  /** Why it waits, or was sent back. */
  reason: z.string().nullable(),
  /** How often it was sent back. */
  attempts: z.int(),
  /** What an operator has to approve before it is taken up, such as `gates`; empty when nothing. */
  guarded: z.array(z.string()),
  /** Who approved exactly this tip. */
  approvedBy: z.string().nullable(),
  /** The tip of its target on which it can't be judged, as that is red by itself; it is taken up once that has moved. */
  heldAt: z.string().nullable(),
  submittedBy: z.string(),
  submittedAt: z.string(),
  movedAt: z.string(),
  /** Once landed: its own commits as they are now in its target, which a revert takes back. */
  commits: z.array(z.string()),
  /** Once landed: the first-parent commit of its target that brought it, whose tree was proven. */
  landedCommit: z.string().nullable(),
})
export type Submission = z.infer<typeof Submission>

export const mergeRef = (id: number): string => ref('merge', id)

/** It may still land. */
export const isLive = ({ status }: Pick<Submission, 'status'>): boolean =>
  status === 'queued' || status === 'testing' || status === 'landing'

/** The queue may begin something with it: not so once its landing is under way. */
export const isWaiting = ({ status }: Pick<Submission, 'status'>): boolean =>
  status === 'queued' || status === 'testing'

export const waitsForApproval = ({ guarded, approvedBy }: Pick<Submission, 'guarded' | 'approvedBy'>): boolean =>
  guarded.length > 0 && approvedBy === null

/** Whether its worktree and branch may go: only what is recorded as landed has its work elsewhere. */
export const mayCleanUp = ({ status, landedCommit }: Pick<Submission, 'status' | 'landedCommit'>): boolean =>
  status === 'landed' && landedCommit !== null

/** Whether the queue runs, and if not, who stopped it and why. */
export const QueueState = z.discriminatedUnion('is', [
  z.object({ is: z.literal('running') }),
  z.object({ is: z.literal('paused'), by: z.string(), why: z.string() }),
])
export type QueueState = z.infer<typeof QueueState>

/** The branch of a revert says what it takes back; nobody else's branch is called so. */
export const revertBranch = (mergeId: number): string => `flower/revert-m${mergeId}`
export function revertedBy(branch: string): number | undefined {
  const digits = /^flower\/revert-m([1-9]\d{0,15})$/.exec(branch)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
