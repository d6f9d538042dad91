/** Hands a Brief over: the packet is rendered once, stored, and waits for the one agent that claims it. */
import { assertDispatchable, type Brief } from '#domain/brief.ts'
import { assertAttemptsLeft } from '#domain/handover.ts'
import { dispatchRef } from '#domain/ref.ts'
import type { Leg } from '#domain/status.ts'
import { estimateTokens } from '#domain/text.ts'
import { blocksOf, getBrief } from '#store/queries/briefs.ts'
import { decisionsOf } from '#store/queries/decisions.ts'
import { dispatchesOf, spentAttempts } from '#store/queries/dispatches.ts'
import { end } from '../decision/end.ts'
import { houseAsks } from '../dispatch/give-up.ts'
import { queueLeg, refusePaused } from '../dispatch/queue-leg.ts'
import type { ReadWork, Write, WriteWork } from '../work.ts'

export const dispatch: Write<'brief.dispatch'> = async (input, work) => {
  await refusePaused(work)
  const brief = await getBrief(work.tx, input.briefId)
  assertDispatchable(brief, await blocksOf(work.tx, brief.id))
  const leg = input.leg ?? (await legThatIsDue(work, brief))
  assertAttemptsLeft(brief, leg, await spentAttempts(work.tx, brief.id, leg), work.actor)
  const queued = await queueLeg(work, brief, { ...input, leg })
  if (work.actor.kind === 'operator') await answerHouse(work, brief.id)
  return {
    dispatchId: queued.id,
    briefId: brief.id,
    leg,
    branch: queued.branch,
    packet: queued.packet,
    packetTokens: estimateTokens(queued.packet),
    worktreeId: queued.worktreeId ?? undefined,
    next: `${queued.absent ? `No worktree was made for it. ${queued.absent} ` : ''}An agent takes it with dispatch.claim {dispatchId: ${queued.id}}; or give it the packet. ${dispatchRef(queued.id)} waits until then.`,
  }
}

/** Whoever hands over again what had failed has answered what the house asked about it. */
async function answerHouse(work: WriteWork, briefId: number): Promise<void> {
  for (const decision of await decisionsOf(work.tx, briefId)) {
    if (decision.status !== 'open' || decision.askedBy !== houseAsks.by) continue
    await end(work, decision, { status: 'answered', answer: null, option: houseAsks.again })
  }
}

/** With the design loop on a design comes first; after a review that asked for changes a fix; else the build. */
export async function legThatIsDue(work: ReadWork, brief: Brief): Promise<Leg> {
  if (brief.reviewed === 'changes') return 'fix'
  if (!brief.designLoop) return 'build'
  const designed = (await dispatchesOf(work.tx, brief.id)).some(each => each.leg === 'design' && each.status === 'done')
  return designed ? 'build' : 'design'
}
