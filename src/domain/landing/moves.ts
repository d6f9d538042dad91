/** What happens to a submission: each move as the next rows. A late move, about a state that has passed, changes nothing. */
import { Refusal } from '../refusal.ts'
import { shortCommit } from '../words/short-commit.ts'
import type { Act, Landing } from './plan.ts'
import { gateSaid, type SentBack, sendBack } from './send-back.ts'
import { isLive, isWaiting, mergeRef, type QueueState, type Submission } from './submission.ts'

export type Wish = Pick<
  Submission,
  | 'id'
  | 'projectId'
  | 'briefId'
  | 'worktreeId'
  | 'branch'
  | 'tip'
  | 'target'
  | 'style'
  | 'priority'
  | 'guarded'
  | 'submittedBy'
>

export const submit = (wish: Wish, now: string): Submission => ({
  ...wish,
  status: 'queued',
  reason: null,
  attempts: 0,
  approvedBy: null,
  heldAt: null,
  submittedAt: now,
  movedAt: now,
  commits: [],
  landedCommit: null,
})

/**
 * The same submission with another tip, or once more with the one that it had: after a fix, or as somebody asks for it. What
 * was approved was approved for a tip. One that is held is taken up once more. Refused while it lands and once it has landed.
 */
export function submitAgain(
  submission: Submission,
  again: Pick<Submission, 'tip' | 'target' | 'style' | 'priority' | 'guarded'>,
  now: string,
): Submission {
  assertMovable(submission)
  const isSame =
    isWaiting(submission) &&
    submission.heldAt === null &&
    submission.tip === again.tip &&
    submission.style === again.style &&
    submission.target === again.target
  if (isSame) return { ...submission, priority: again.priority }
  const approvedBy = submission.tip === again.tip ? submission.approvedBy : null
  const guarded = submission.tip === again.tip ? submission.guarded : again.guarded
  return { ...submission, ...again, guarded, approvedBy, status: 'queued', reason: null, heldAt: null, movedAt: now }
}

export function cancel(submission: Submission, reason: string, now: string): Submission {
  assertMovable(submission)
  if (!isLive(submission)) return submission
  return { ...submission, status: 'cancelled', reason, heldAt: null, movedAt: now }
}

export function approve(submission: Submission, by: string, now: string): Submission {
  assertMovable(submission)
  return submission.guarded.length === 0 ? submission : { ...submission, approvedBy: by, reason: null, movedAt: now }
}

function assertMovable({ id, status }: Submission): void {
  if (status === 'landing') throw new Refusal('merge.landing', { mergeId: id })
  if (status === 'landed') throw new Refusal('merge.landed', { mergeId: id })
}

type Of<What extends Act['do']> = Extract<Act, { do: What }>

/** As it was planned for, unless it was taken back or has another tip meanwhile. */
const stillThat = ({ id, tip }: Pick<Submission, 'id' | 'tip'>, submissions: readonly Submission[]) =>
  submissions.find(each => each.id === id && each.tip === tip && isWaiting(each))

/** Undefined when it was moved meanwhile. */
export function eject(act: Of<'eject'>, submissions: readonly Submission[], now: string): SentBack | undefined {
  const submission = stillThat(act.submission, submissions)
  return submission && sendBack(submission, { of: 'red', verdict: act.verdict }, now)
}

/** It waits until its target has moved. Undefined when it was moved itself meanwhile. */
export function hold(act: Of<'hold'>, submissions: readonly Submission[], now: string): Submission | undefined {
  const submission = stillThat(act.submission, submissions)
  if (!submission) return undefined
  const reason = `${submission.target} is red by itself at ${shortCommit(act.at)}, and with ${mergeRef(submission.id)} on it too. ${gateSaid(act.verdict)}`
  return { ...submission, status: 'queued', heldAt: act.at, reason, movedAt: now }
}

/** It waits until there is room for what it brings. Undefined when it was moved itself meanwhile. */
export function waitForRoom(
  { mergeId, tip, reason }: { mergeId: number; tip: string; reason: string },
  submissions: readonly Submission[],
  now: string,
): Submission | undefined {
  const submission = stillThat({ id: mergeId, tip }, submissions)
  return submission && { ...submission, status: 'queued', reason, movedAt: now }
}

/**
 * Before anything is moved: from here on nobody takes them back. Undefined when somebody did, or paused the queue: then
 * nothing may be moved.
 */
export function beginLanding(
  { landings }: Of<'land'>,
  { queue, submissions }: { queue: QueueState; submissions: readonly Submission[] },
  now: string,
): Submission[] | undefined {
  const found = landings.map(({ submissionId, tip }) => stillThat({ id: submissionId, tip }, submissions))
  const ready = found.filter(each => each !== undefined)
  if (queue.is === 'paused' || ready.length < landings.length) return undefined
  return ready.map(each => ({ ...each, status: 'landing' as const, reason: null, movedAt: now }))
}

/** The line is at the commit that was to land. Once more changes nothing. */
export const landed = (
  landings: readonly Landing[],
  landedCommit: string,
  submissions: readonly Submission[],
  now: string,
): Submission[] =>
  submissions.flatMap(each => {
    const landing = landings.find(({ submissionId }) => submissionId === each.id)
    if (!landing || each.status !== 'landing') return []
    return [{ ...each, status: 'landed', reason: null, commits: landing.commits, landedCommit, movedAt: now }]
  })

/** The line was moved by somebody else, or the landing was undone: they wait for the next stack. */
export const notLanded = (submissions: readonly Submission[], reason: string, now: string): Submission[] =>
  submissions
    .filter(({ status }) => status === 'landing')
    .map(each => ({ ...each, status: 'queued', reason, movedAt: now }))
