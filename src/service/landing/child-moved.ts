/** A Brief comes under another epic, or leaves one: where it lands may be another line then, and the epic is not whole any more. */
import type { Brief } from '#domain/brief.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { integrationBranch } from '#domain/landing/integration.ts'
import { submitAgain } from '#domain/landing/moves.ts'
import { isWaiting, mergeRef, type Submission } from '#domain/landing/submission.ts'
import { briefRef } from '#domain/ref.ts'
import { lineEpicOf } from '#store/queries/integration.ts'
import { liveSubmissions } from '#store/queries/merges.ts'
import { takeOut } from '../merge/cancel.ts'
import { commit, type WriteWork } from '../work.ts'
import { lineOf } from './line-of.ts'

/**
 * Moves it with `move`. The branch of the epic that it left or joined is taken out of the queue; what waits to land of it, and
 * of all below it, waits for its new line. A landing that has begun is left alone.
 */
export async function movingChild(
  work: WriteWork,
  { id, projectId }: Pick<Brief, 'id' | 'projectId'>,
  move: () => Promise<void>,
): Promise<void> {
  const waiting = (await liveSubmissions(work.tx, projectId)).filter(isWaiting)
  const from = await lineEpicOf(work.tx, { id })
  const lines = await linesOf(work, waiting)
  await move()
  const to = await lineEpicOf(work.tx, { id })
  if (from === to) return
  const epics = [from, to].filter(each => each !== undefined)
  for (const epicId of epics) {
    const whole = waiting.find(({ branch }) => branch === integrationBranch(epicId))
    const moved = `${briefRef(id)} ${epicId === from ? 'left' : 'joined'} ${briefRef(epicId)}`
    if (whole) await takeOut(work, whole, `${moved}, so that it is not whole; ${againWhen(whole)}`)
  }
  const now = await linesOf(work, waiting)
  for (const each of waiting) {
    const target = now.get(each.id)
    if (target !== undefined && target !== lines.get(each.id) && each.target === lines.get(each.id))
      await retarget(work, each, target)
  }
}

const againWhen = ({ id }: Submission): string =>
  `${mergeRef(id)} goes in again once its last child has landed there, or with merge.retry {mergeId: ${id}}`

/** By submission. */
async function linesOf(work: WriteWork, submissions: readonly Submission[]): Promise<Map<number, string>> {
  const lines = new Map<number, string>()
  for (const submission of submissions)
    if (submission.briefId !== null) lines.set(submission.id, await lineOf(work, submission))
  return lines
}

async function retarget(work: WriteWork, submission: Submission, target: string): Promise<void> {
  const { id, projectId, briefId, branch, tip, style } = submission
  await commit(work, {
    submissions: [submitAgain(submission, { ...submission, target }, work.now)],
    events: [newEvent('merge_queued', briefId, { mergeId: id, branch, tip, target, style, again: true }, projectId)],
  })
}
