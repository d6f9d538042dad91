/** Ends a review. Changes become a fix leg for the agent that built it, with every comment. */
import { afterLeg, complete as decide } from '#domain/handover.ts'
import { briefRef, dispatchRef } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { reviewText } from '#domain/review/review-text.ts'
import { hasWorkedOn } from '#store/queries/dispatches.ts'
import { getHeld } from '../dispatch/held.ts'
import { queueLeg } from '../dispatch/queue-leg.ts'
import { commit, type Write } from '../work.ts'

export const verdict: Write<'review.verdict'> = async (input, work) => {
  const { brief, dispatch, attempt } = await getHeld(work, input.dispatchId, input.token)
  if (await hasWorkedOn(work.tx, brief.id, work.name))
    throw new Refusal('review.own_work', { briefId: brief.id, actor: work.name })
  const comments = input.comments ?? []
  const summary = reviewText(input.body, comments)
  const change = decide(brief, dispatch, attempt, {
    token: input.token,
    summary,
    evidence: [],
    verdict: { verdict: input.verdict, comments: comments.length },
    actor: work.actor,
    now: work.now,
  })
  await commit(work, change)
  const { next: leg } = afterLeg(brief, 'review', input.verdict)
  const fix = leg ? await queueLeg(work, change.briefs[0], { leg }) : undefined
  const next = fix
    ? `${dispatchRef(fix.id)} (fix) is queued for its builder.`
    : `${briefRef(brief.id)} has passed its review.`
  return { dispatchId: dispatch.id, briefId: brief.id, fixDispatchId: fix?.id, next }
}
