/** A dispatch with its Brief and its live attempt, for those that hold it. */
import type { Brief } from '#domain/brief.ts'
import { type Attempt, assertHeldBy, type Dispatch } from '#domain/dispatch.ts'
import { Refusal } from '#domain/refusal.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { findLiveAttempt, getDispatch } from '#store/queries/dispatches.ts'
import type { ReadWork } from '../work.ts'

/** Refuses whoever doesn't hold it, by name. */
export async function getHeld(
  work: ReadWork,
  dispatchId: number,
  token: number,
): Promise<{ brief: Brief; dispatch: Dispatch; attempt: Attempt }> {
  const dispatch = await getDispatch(work.tx, dispatchId)
  assertHeldBy(dispatch, token, work.name)
  const attempt = await findLiveAttempt(work.tx, dispatchId)
  if (!attempt)
    throw new Refusal('dispatch.stale_token', {
      dispatchId,
      yours: token,
      holder: dispatch.holder,
      status: dispatch.status,
    })
  return { brief: await getBrief(work.tx, dispatch.briefId), dispatch, attempt }
}
