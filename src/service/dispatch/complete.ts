/** Ends a dispatch with its work done, and hands the next leg over when there is one. */
import { afterLeg, complete as decide } from '#domain/handover.ts'
import { briefRef, dispatchRef } from '#domain/ref.ts'
import { commit, type Write } from '../work.ts'
import { getHeld } from './held.ts'
import { queueLeg } from './queue-leg.ts'

export const complete: Write<'dispatch.complete'> = async (input, work) => {
  const { brief, dispatch, attempt } = await getHeld(work, input.dispatchId, input.token)
  const change = decide(brief, dispatch, attempt, {
    token: input.token,
    summary: input.summary,
    evidence: input.evidence ?? [],
    actor: work.actor,
    now: work.now,
  })
  await commit(work, change)
  const [after] = change.briefs
  const { next: leg } = afterLeg(brief, dispatch.leg)
  const following = leg ? await queueLeg(work, after, { leg }) : undefined
  const next = following
    ? `${dispatchRef(following.id)} (${following.leg}) is queued for it now.`
    : `${briefRef(brief.id)} is ${after.status.replace('_', ' ')}. Claim the next with dispatch.claim.`
  return {
    dispatchId: dispatch.id,
    briefId: brief.id,
    status: following ? (following.leg === 'review' ? 'in_review' : 'dispatched') : after.status,
    nextDispatchId: following?.id,
    next,
  }
}
