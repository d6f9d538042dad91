/** Queues one leg of a Brief: renders its packet and keeps the hand-over. Every way to a dispatch comes through here. */
import type { Brief } from '#domain/brief.ts'
import { branchOf, type Dispatch } from '#domain/dispatch.ts'
import { handOver } from '#domain/handover.ts'
import { renderPacket, templateName } from '#domain/packet.ts'
import { Refusal } from '#domain/refusal.ts'
import type { DispatchKind, Leg } from '#domain/status.ts'
import { slugOf } from '#domain/text.ts'
import { dispatchesOf, lastWorkerOn, spentAttempts } from '#store/queries/dispatches.ts'
import { findPause } from '#store/queries/settings.ts'
import { currentTemplate } from '../template/current.ts'
import { commit, type ReadWork, type WriteWork } from '../work.ts'
import { packetFacts } from './packet-facts.ts'

export type LegToQueue = {
  leg: Leg
  kind?: DispatchKind | undefined
  harness?: string | undefined
  worktreeId?: number | undefined
  branch?: string | undefined
  note?: string | undefined
}

export async function queueLeg(work: WriteWork, brief: Brief, ask: LegToQueue): Promise<Dispatch> {
  const earlier = await dispatchesOf(work.tx, brief.id)
  const live = earlier.filter(each => each.endedAt === null)
  const kind = ask.kind ?? (ask.leg === 'fix' ? 'continue' : 'fresh')
  const id = work.tx.ledger.nextId('dispatch')
  // Later legs go on from the branch of the earlier ones; nothing that was committed is left behind.
  const branch = ask.branch ?? earlier[0]?.branch ?? branchOf(brief.id, slugOf(brief.title))
  const template = await currentTemplate(work, templateName(ask.leg))
  const packet = renderPacket(
    template.body,
    await packetFacts(work, brief, { leg: ask.leg, dispatchId: id, attempt: 1, branch, note: ask.note }),
  )
  const change = handOver(brief, live, await spentAttempts(work.tx, brief.id, ask.leg), {
    id,
    leg: ask.leg,
    kind,
    harness: ask.harness,
    worktreeId: ask.worktreeId,
    note: ask.note,
    branch,
    packet,
    template: `${template.name}@${template.version}`,
    meantFor: kind === 'continue' ? await lastWorkerOn(work.tx, brief.id) : null,
    actor: work.actor,
    now: work.now,
  })
  await commit(work, change)
  return change.dispatches[0]
}

/** Refuses while an operator has paused the house. */
export async function refusePaused(work: ReadWork): Promise<void> {
  const pause = await findPause(work.tx)
  if (pause) throw new Refusal('system.paused', pause)
}
