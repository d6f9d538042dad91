/** Exactly one caller gets a dispatch: the check and the claim are one transaction, and the writers take turns. */

import type { Output, Parsed } from '#contract/catalogue.ts'
import { relieve } from '#domain/agent/relieve.ts'
import type { RunScope } from '#domain/agent/scope.ts'
import { assertDispatchable } from '#domain/brief.ts'
import { type Attempt, type Dispatch, keptFor, waitsBecause } from '#domain/dispatch.ts'
import { claim as decide } from '#domain/handover.ts'
import { decisionRef } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { isHeld } from '#domain/status.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import { getRun } from '#store/queries/agents.ts'
import { blocksOf, getBrief } from '#store/queries/briefs.ts'
import { answersSince, openDecisionIds } from '#store/queries/decisions.ts'
import { claimableIds, claimablePage, findLiveAttempt, getDispatch, hasWorkedOn } from '#store/queries/dispatches.ts'
import { filterProject, getProject } from '#store/queries/projects.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import { type Patient, until } from '../until.ts'
import { commit, type ReadWork, type Write, type WriteWork } from '../work.ts'
import { beforeWork, ensureWorktree, type LegWorktreeView, legWorktreeView } from './leg-worktree.ts'
import { refusePaused } from './queue-leg.ts'

export const claim: Write<'dispatch.claim'> = async (input, work) => {
  if (work.scope) return claimAsRun(work, work.scope)
  await refusePaused(work)
  const dispatch =
    input.dispatchId === undefined ? await nextFor(work, input) : await getDispatch(work.tx, input.dispatchId)
  const brief = await getBrief(work.tx, dispatch.briefId)
  const change = decide(brief, dispatch, {
    attemptId: work.tx.ledger.nextId('attempt'),
    token: work.tx.ledger.nextId('token'),
    openDecisions: dispatch.reason === 'needs_decision' ? await openDecisionIds(work.tx, brief.id) : [],
    workedOnIt: dispatch.leg === 'review' && (await hasWorkedOn(work.tx, brief.id, work.name)),
    actor: work.actor,
    now: work.now,
  })
  // What came in the way since it was queued counts too.
  assertDispatchable(brief, await blocksOf(work.tx, brief.id))
  const [asked] = change.dispatches
  const [attempt] = change.attempts
  const where = await ensureWorktree(work, {
    ...asked,
    project: await getProject(work.tx, brief.projectId),
    brief,
    known: await knownOf(work, asked),
    started: false,
  })
  const { worktree, absent } = { worktree: undefined, absent: undefined, ...where }
  const held = { ...asked, worktreeId: worktree?.id ?? null }
  await commit(work, { ...change, dispatches: [held] })
  return answerFor(work, held, attempt, absent)
}

async function answerFor(
  work: ReadWork,
  held: Dispatch,
  { number, token }: Pick<Attempt, 'number' | 'token'>,
  absent?: string,
): Promise<Output<'dispatch.claim'>> {
  const view = await legWorktreeView(work, held, absent)
  // The packet stays as it was written, whatever became known after that.
  const answers = await answersSince(work.tx, held.briefId, held.createdAt)
  const decided = answers.map(({ id, header, answer, option }) => ({ id, header, answer, option }))
  return {
    dispatchId: held.id,
    briefId: held.briefId,
    leg: held.leg,
    attempt: number,
    token,
    leaseExpiresAt: held.leaseExpiresAt ?? work.now,
    branch: held.branch,
    packet: held.packet,
    decided,
    worktree: view,
    next: nextOf(held.id, { briefId: held.briefId, attempt: number, token, decided }, view),
  }
}

/** An agent that flower started holds its dispatch already, and is told so; one that stands by takes the lease over. */
async function claimAsRun(work: WriteWork, { runId }: RunScope): Promise<Output<'dispatch.claim'>> {
  const run = await getRun(work.tx, runId)
  const dispatch = await getDispatch(work.tx, run.dispatchId)
  const attempt = await findLiveAttempt(work.tx, dispatch.id)
  if (!attempt || (run.token !== null && run.token !== dispatch.token))
    throw new Refusal('dispatch.stale_token', {
      dispatchId: dispatch.id,
      yours: run.token ?? 0,
      holder: isHeld(dispatch.status) ? dispatch.holder : null,
      status: dispatch.status,
    })
  if (run.token !== null) return answerFor(work, dispatch, attempt)
  const brief = await getBrief(work.tx, dispatch.briefId)
  const ask = { attemptId: work.tx.ledger.nextId('attempt'), token: work.tx.ledger.nextId('token'), now: work.now }
  const change = relieve(brief, dispatch, attempt, run, ask)
  await commit(work, change)
  return answerFor(work, change.dispatches[0], change.attempts[1])
}

const knownOf = async (work: ReadWork, { worktreeId }: Dispatch): Promise<Worktree | undefined> =>
  worktreeId === null ? undefined : getWorktree(work.tx, worktreeId)

type Claimed = Pick<Output<'dispatch.claim'>, 'briefId' | 'attempt' | 'token' | 'decided'>

function nextOf(dispatchId: number, { briefId, attempt, token, decided }: Claimed, view: LegWorktreeView): string {
  const since = [
    attempt > 1 &&
      `The packet was written for attempt 1, and this is attempt ${attempt}: recall.brief {briefId: ${briefId}} tells what happened since.`,
    decided.length > 0 &&
      `Decided since the packet was written: ${decided.map(each => decisionRef(each.id)).join(', ')}.`,
    beforeWork(view) ?? 'Do what the packet says.',
    `Keep the lease with dispatch.heartbeat {dispatchId: ${dispatchId}, token: ${token}}.`,
  ]
  return since.filter(Boolean).join(' ')
}

/** Answers anew once the worktree of what was claimed is ready, or is known not to become so. */
export const untilReady = (
  house: Patient,
  first: Output<'dispatch.claim'>,
  seconds: number,
): Promise<Output<'dispatch.claim'>> =>
  until(house, first, seconds, async tx => {
    if (first.worktree.worktreeId === undefined) return { answer: first, isDone: true }
    const { path, status, reason, errand } = await getWorktree(tx, first.worktree.worktreeId)
    const view = { ...first.worktree, path, worktreePath: path, state: status, reason: reason ?? undefined }
    const answer = { ...first, worktree: view, next: nextOf(first.dispatchId, first, view) }
    return { answer, isDone: errand === null }
  })

/** The first that this caller may have: by priority, then age. What is kept for others, blocked or waits is passed over. */
async function nextFor(work: ReadWork, input: Parsed<'dispatch.claim'>): Promise<Dispatch> {
  const projectId = await filterProject(work.tx, input.project)
  for (let skip = 0; ; skip += claimablePage) {
    const ids = await claimableIds(work.tx, { now: work.now, projectId, leg: input.leg, skip })
    for (const id of ids) {
      const dispatch = await getDispatch(work.tx, id)
      if (await isFree(work, dispatch)) return dispatch
    }
    if (ids.length < claimablePage) throw new Refusal('dispatch.none', { project: input.project, leg: input.leg })
  }
}

async function isFree(work: ReadWork, dispatch: Dispatch): Promise<boolean> {
  const kept = keptFor(dispatch, work.now)
  if (kept && kept.agent !== work.name) return false
  if (dispatch.leg === 'review' && (await hasWorkedOn(work.tx, dispatch.briefId, work.name))) return false
  if (
    dispatch.reason === 'needs_decision' &&
    waitsBecause(dispatch, { now: work.now, openDecisions: await openDecisionIds(work.tx, dispatch.briefId) })
  )
    return false
  return (await blocksOf(work.tx, dispatch.briefId)).length === 0
}
