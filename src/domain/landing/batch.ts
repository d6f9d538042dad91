/** Which submissions are stacked next, and why the others are not. */
import { briefRef } from '../ref.ts'
import { order } from './order.ts'
import type { QueueView } from './queue-view.ts'
import { isWaiting, type Submission, waitsForApproval } from './submission.ts'

/**
 * Candidates of one stack. More save runs while all are good; fewer make a red one cheap to find and what lands together
 * small.
 */
export const batchLimit = 8

type Waiting = Pick<QueueView, 'line' | 'waitsFor' | 'submissions'>

/**
 * The next to be stacked, in their order, `most` at most. What a merge brings can share one commit of the line with
 * others; a rebase or a squash can't, and is alone. A submission comes after those that it depends on, or not at all.
 */
export function nextBatch(view: Waiting, most: number): Submission[] {
  const ready = order(waitingOn(view)).filter(each => keptOut(each, view.line.tip.commit) === undefined)
  const batch: Submission[] = []
  const isNext = (each: Submission): boolean => !batch.includes(each) && comesAfter(each, batch, view)
  for (let next = ready.find(isNext); next && batch.length < most; next = ready.find(isNext)) {
    const isLinear = next.style !== 'merge'
    if (isLinear && batch.length > 0) break
    batch.push(next)
    if (isLinear) break
  }
  return batch
}

/** What a waiting submission waits for, in words; undefined when only for its turn. */
export function waitsBecause(submission: Submission, view: Waiting): string | undefined {
  const others = missing(submission, view)
  const behind =
    others.length > 0 ? `It comes after ${others.map(briefRef).join(', ')}, which has not landed.` : undefined
  return keptOut(submission, view.line.tip.commit) ?? behind
}

export const waitingOn = ({ line, submissions }: Waiting): Submission[] =>
  submissions.filter(each => each.target === line.branch && isWaiting(each))

/** Whether all that it depends on has landed or is among those before it. */
export const comesAfter = (
  submission: Submission,
  earlier: readonly Submission[],
  view: Pick<QueueView, 'waitsFor'>,
): boolean => missing(submission, view).every(briefId => earlier.some(each => each.briefId === briefId))

const missing = ({ id }: Submission, { waitsFor }: Pick<QueueView, 'waitsFor'>): readonly number[] =>
  waitsFor.get(id) ?? []

/** What keeps it out of a stack on `tip`, whatever the others do; undefined when nothing. */
export function keptOut(submission: Submission, tip: string): string | undefined {
  if (waitsForApproval(submission)) return `An operator has to approve it: ${submission.guarded.join(', ')}.`
  if (submission.heldAt === tip) return submission.reason ?? 'Its target is red by itself.'
  return undefined
}
