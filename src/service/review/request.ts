/** Asks for a review by another agent. */
import { assertDispatchable } from '#domain/brief.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { assertAttemptsLeft } from '#domain/handover.ts'
import { blocksOf, getBrief } from '#store/queries/briefs.ts'
import { spentAttempts } from '#store/queries/dispatches.ts'
import { queueLeg, refusePaused } from '../dispatch/queue-leg.ts'
import { commit, type Write } from '../work.ts'

export const request: Write<'review.request'> = async (input, work) => {
  await refusePaused(work)
  const brief = await getBrief(work.tx, input.briefId)
  assertDispatchable(brief, await blocksOf(work.tx, brief.id))
  assertAttemptsLeft(brief, 'review', await spentAttempts(work.tx, brief.id, 'review'), work.actor)
  const dispatch = await queueLeg(work, brief, { leg: 'review', note: input.note })
  await commit(work, { events: [newEvent('review_requested', brief.id, { dispatchId: dispatch.id })] })
  return {
    dispatchId: dispatch.id,
    briefId: brief.id,
    next: 'Another agent claims it with dispatch.claim {leg: "review"}.',
  }
}
