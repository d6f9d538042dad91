/** Changes that an operator or a lead asks for: a fix leg for the agent that built it, with every comment. */
import { assertDispatchable } from '#domain/brief.ts'
import { dispatchRef } from '#domain/ref.ts'
import { askChanges } from '#domain/review/ask-changes.ts'
import { blocksOf, getBrief } from '#store/queries/briefs.ts'
import { queueLeg, refusePaused } from '../dispatch/queue-leg.ts'
import { commit, type Write } from '../work.ts'

export const comment: Write<'review.comment'> = async (input, work) => {
  await refusePaused(work)
  const brief = await getBrief(work.tx, input.briefId)
  assertDispatchable(brief, await blocksOf(work.tx, brief.id))
  const change = askChanges(brief, { body: input.body ?? '', comments: input.comments ?? [] })
  await commit(work, change)
  const fix = await queueLeg(work, change.briefs[0], { leg: 'fix' })
  return { briefId: brief.id, fixDispatchId: fix.id, next: `${dispatchRef(fix.id)} (fix) is queued for its builder.` }
}
