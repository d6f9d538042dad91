/** Hands a Brief over: the packet is rendered once, stored, and waits for the one agent that claims it. */
import { assertDispatchable } from '#domain/brief.ts'
import { assertAttemptsLeft } from '#domain/handover.ts'
import { dispatchRef } from '#domain/ref.ts'
import { estimateTokens } from '#domain/text.ts'
import { blocksOf, getBrief } from '#store/queries/briefs.ts'
import { decisionsOf } from '#store/queries/decisions.ts'
import { spentAttempts } from '#store/queries/dispatches.ts'
import { end } from '../decision/end.ts'
import { houseAnswers, isHouse } from '../decision/house-asks.ts'
import { queueLeg, refusePaused } from '../dispatch/queue-leg.ts'
import type { Write, WriteWork } from '../work.ts'
import { legThatIsDue } from './leg-that-is-due.ts'

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
    if (decision.status !== 'open' || !isHouse(decision.askedBy)) continue
    await end(work, decision, { status: 'answered', answer: null, option: houseAnswers.again })
  }
}
