/** Hands a Brief over: the packet is rendered once, stored, and waits for the one agent that claims it. */
import { assertDispatchable, type Brief } from '#domain/brief.ts'
import { assertAttemptsLeft } from '#domain/handover.ts'
import { dispatchRef } from '#domain/ref.ts'
import type { Leg } from '#domain/status.ts'
import { estimateTokens } from '#domain/text.ts'
import { blocksOf, getBrief } from '#store/queries/briefs.ts'
import { dispatchesOf, spentAttempts } from '#store/queries/dispatches.ts'
import { queueLeg, refusePaused } from '../dispatch/queue-leg.ts'
import type { ReadWork, Write } from '../work.ts'

export const dispatch: Write<'brief.dispatch'> = async (input, work) => {
  await refusePaused(work)
  const brief = await getBrief(work.tx, input.briefId)
  assertDispatchable(brief, await blocksOf(work.tx, brief.id))
  const leg = input.leg ?? (await legThatIsDue(work, brief))
  assertAttemptsLeft(brief, leg, await spentAttempts(work.tx, brief.id, leg), work.actor)
  const queued = await queueLeg(work, brief, { ...input, leg })
  return {
    dispatchId: queued.id,
    briefId: brief.id,
    leg,
    branch: queued.branch,
    packet: queued.packet,
    packetTokens: estimateTokens(queued.packet),
    next: `An agent takes it with dispatch.claim {dispatchId: ${queued.id}}; or give it the packet. ${dispatchRef(queued.id)} waits until then.`,
  }
}

/** With the design loop on a design comes first; after a review that asked for changes a fix; else the build. */
export async function legThatIsDue(work: ReadWork, brief: Brief): Promise<Leg> {
  if (brief.reviewed === 'changes') return 'fix'
  if (!brief.designLoop) return 'build'
  const designed = (await dispatchesOf(work.tx, brief.id)).some(each => each.leg === 'design' && each.status === 'done')
  return designed ? 'build' : 'design'
}
