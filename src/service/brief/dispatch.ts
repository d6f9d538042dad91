/** Hands a Brief over: the packet is rendered once, stored, and waits for the one agent that claims it. */
import type { Input, Output } from '#contract/catalogue.ts'
import { assertDispatchable, type Brief } from '#domain/brief.ts'
import type { Dispatch } from '#domain/dispatch.ts'
import { assertAttemptsLeft } from '#domain/handover.ts'
import { dispatchRef } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { estimateTokens } from '#domain/text.ts'
import { blocksOf, getBrief } from '#store/queries/briefs.ts'
import { decisionsOf } from '#store/queries/decisions.ts'
import { spentAttempts } from '#store/queries/dispatches.ts'
import { isStarted } from '../agent/policy.ts'
import { end } from '../decision/end.ts'
import { houseAnswers, isHouse } from '../decision/house-asks.ts'
import { queueLeg, refusePaused } from '../dispatch/queue-leg.ts'
import type { Write, WriteWork } from '../work.ts'
import { dispatchWave } from './dispatch-wave.ts'
import { legThatIsDue } from './leg-that-is-due.ts'

export const dispatch: Write<'brief.dispatch'> = async (input, work) => {
  await refusePaused(work)
  const brief = await getBrief(work.tx, input.briefId)
  if (!input.wave) return handOne(brief, input, work)
  refuseOwn(input)
  const { leg, kind, harness, note } = input
  return dispatchWave(work, brief, child => handOne(child, { leg, kind, harness, note }, work))
}

/** A worktree and a branch are one child's. */
function refuseOwn(input: Input<'brief.dispatch'>): void {
  const field = input.worktreeId === undefined ? 'branch' : 'worktreeId'
  if (input[field] === undefined) return
  throw new Refusal('input.invalid', { operation: 'brief.dispatch', field, problem: 'does not go with `wave`' })
}

type Asked = Omit<Input<'brief.dispatch'>, 'briefId' | 'wave'>

async function handOne(brief: Brief, input: Asked, work: WriteWork): Promise<Output<'brief.dispatch'>> {
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
    next: `${queued.absent ? `No worktree was made for it. ${queued.absent} ` : ''}${await whoTakes(work, queued)}`,
  }
}

async function whoTakes(
  work: WriteWork,
  { id, briefId, projectId, harness }: Pick<Dispatch, 'id' | 'briefId' | 'projectId' | 'harness'>,
): Promise<string> {
  if (await isStarted(work, projectId, harness))
    return `flower starts an agent for it as soon as it can: agent.list shows it, brief.why {briefId: ${briefId}} says what it waits for.`
  return `An agent takes it with dispatch.claim {dispatchId: ${id}}; or give it the packet; or have one started with agent.start {dispatchId: ${id}}. ${dispatchRef(id)} waits until then.`
}

/** Whoever hands over again what had failed has answered what the house asked about it. */
async function answerHouse(work: WriteWork, briefId: number): Promise<void> {
  for (const decision of await decisionsOf(work.tx, briefId)) {
    if (decision.status !== 'open' || !isHouse(decision.askedBy)) continue
    await end(work, decision, { status: 'answered', answer: null, option: houseAnswers.again })
  }
}
