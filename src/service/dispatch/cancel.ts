/** Takes a hand-over back, held or not. */
import { cancelDispatch } from '#domain/handover.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { findLiveAttempt, getDispatch } from '#store/queries/dispatches.ts'
import { commit, type Write } from '../work.ts'

export const cancel: Write<'dispatch.cancel'> = async (input, work) => {
  const dispatch = await getDispatch(work.tx, input.dispatchId)
  const brief = await getBrief(work.tx, dispatch.briefId)
  const attempt = await findLiveAttempt(work.tx, dispatch.id)
  await commit(work, cancelDispatch(brief, dispatch, attempt, { actor: work.actor, now: work.now, note: input.note }))
  return {
    dispatchId: dispatch.id,
    briefId: brief.id,
    next: `Hand it over again with brief.dispatch {briefId: ${brief.id}} when it is wanted.`,
  }
}
