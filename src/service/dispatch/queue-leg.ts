/** Queues one leg of a Brief: renders its packet and keeps the hand-over. Every way to a dispatch comes through here. */
import type { Brief } from '#domain/brief.ts'
import type { Dispatch } from '#domain/dispatch.ts'
import { handOver } from '#domain/handover.ts'
import { isLive as isInQueue } from '#domain/landing/submission.ts'
import { renderPacket, templateName } from '#domain/packet.ts'
import { briefRef } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import type { DispatchKind, Leg } from '#domain/status.ts'
import { assertLiving } from '#domain/worktree/moves.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import { dispatchesOf, lastWorkerOn, spentAttempts } from '#store/queries/dispatches.ts'
import { submissionsOf } from '#store/queries/merges.ts'
import { getProject } from '#store/queries/projects.ts'
import { findPause } from '#store/queries/settings.ts'
import { findWorktreeOfBrief, getWorktree } from '#store/queries/worktrees.ts'
import { isStarted } from '../agent/policy.ts'
import { foundOf } from '../landing/came-back.ts'
import { ownBranchOf } from '../landing/own-branch.ts'
import { takeOut } from '../merge/cancel.ts'
import { currentTemplate } from '../template/current.ts'
import { commit, type ReadWork, type WriteWork } from '../work.ts'
import { refuseBadBranch } from '../worktree/request.ts'
import { ensureWorktree } from './leg-worktree.ts'
import { packetFacts } from './packet-facts.ts'

export type LegToQueue = {
  leg: Leg
  kind?: DispatchKind | undefined
  harness?: string | undefined
  worktreeId?: number | undefined
  branch?: string | undefined
  note?: string | undefined
  /** What was found of the work when it came back from the queue; left out, it is looked up. */
  found?: string | undefined
}

/** `absent` says why no worktree is there for a leg that works in files. */
export type QueuedLeg = Dispatch & { absent: string | undefined }

export async function queueLeg(work: WriteWork, brief: Brief, ask: LegToQueue): Promise<QueuedLeg> {
  const earlier = await dispatchesOf(work.tx, brief.id)
  const live = earlier.filter(each => each.endedAt === null)
  if (ask.leg !== 'review') await takeOutOf(work, brief.id)
  const kind = ask.kind ?? (ask.leg === 'fix' ? 'continue' : 'fresh')
  const id = work.tx.ledger.nextId('dispatch')
  // Later legs go on from the branch of the earlier ones; nothing that was committed is left behind.
  const project = await getProject(work.tx, brief.projectId)
  if (project.removedAt !== null) throw new Refusal('project.missing', { project: project.slug })
  refuseBadBranch(ask.branch, project, 'brief.dispatch')
  const own = await worktreeFor(work, brief, ask)
  const named = ask.branch ?? (ask.worktreeId === undefined ? undefined : own?.branch)
  const branch = named ?? (await ownBranchOf(work, brief, own?.branch ?? earlier[0]?.branch))
  const known = own?.branch === branch ? own : undefined
  // Whoever goes on with it is called as who worked on it before: only then its session can be taken up again.
  const before = kind === 'continue' ? earlier.find(each => each.leg !== 'review') : undefined
  const harness = ask.harness ?? before?.harness ?? undefined
  const started = await isStarted(work, brief.projectId, harness)
  const where = await ensureWorktree(work, { project, brief, leg: ask.leg, branch, known, started })
  const { worktree, absent } = { worktree: undefined, absent: undefined, ...where }
  const note = await noteFor(work, brief, ask)
  const template = await currentTemplate(work, templateName(ask.leg))
  const packet = renderPacket(
    template.body,
    await packetFacts(work, brief, {
      leg: ask.leg,
      dispatchId: id,
      attempt: 1,
      branch,
      worktree,
      absent,
      note,
    }),
  )
  const change = handOver(brief, live, await spentAttempts(work.tx, brief.id, ask.leg), {
    id,
    leg: ask.leg,
    kind,
    harness,
    worktreeId: worktree?.id,
    note,
    branch,
    packet,
    template: `${template.name}@${template.version}`,
    meantFor: kind === 'continue' ? await lastWorkerOn(work.tx, brief.id) : null,
    actor: work.actor,
    now: work.now,
  })
  await commit(work, change)
  return { ...change.dispatches[0], absent }
}

/** Whoever works on what came back is told what was found of it, whoever hands it over. */
async function noteFor(work: ReadWork, brief: Brief, { leg, note, found }: LegToQueue): Promise<string | undefined> {
  const isWork = leg === 'build' || leg === 'fix'
  const told = found ?? (isWork ? await foundOf(work, brief.id) : undefined)
  return [note, told].filter(Boolean).join('\n\n') || undefined
}

/** What is worked on again is not landed meanwhile as it was. */
async function takeOutOf(work: WriteWork, briefId: number): Promise<void> {
  const [newest] = await submissionsOf(work.tx, briefId, 1)
  if (newest && isInQueue(newest)) await takeOut(work, newest, `${briefRef(briefId)} was handed over again`)
}

/** The one that was named, or the Brief's own, unless another branch was asked for. */
async function worktreeFor(work: ReadWork, brief: Brief, ask: LegToQueue): Promise<Worktree | undefined> {
  if (ask.worktreeId === undefined) {
    const own = await findWorktreeOfBrief(work.tx, brief.id)
    return own && (ask.branch === undefined || ask.branch === own.branch) ? own : undefined
  }
  const named = await getWorktree(work.tx, ask.worktreeId)
  if (named.projectId !== brief.projectId) throw new Refusal('worktree.missing', { worktreeId: named.id })
  assertLiving(named)
  const differs = ask.branch !== undefined && ask.branch !== named.branch
  if (differs || named.follows)
    throw new Refusal('input.invalid', {
      operation: 'brief.dispatch',
      field: 'worktreeId',
      problem: named.follows ? `w${named.id} follows MAIN: nobody works in it` : `w${named.id} is on ${named.branch}`,
    })
  return named
}

/** Refuses while an operator has paused the house. */
export async function refusePaused(work: ReadWork): Promise<void> {
  const pause = await findPause(work.tx)
  if (pause) throw new Refusal('system.paused', pause)
}
