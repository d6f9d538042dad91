/** Exactly one caller gets a dispatch: the check and the claim are one transaction, and the writers take turns. */

import type { Parsed } from '#contract/catalogue.ts'
import { assertDispatchable } from '#domain/brief.ts'
import { type Dispatch, keptFor, waitsBecause } from '#domain/dispatch.ts'
import { claim as decide } from '#domain/handover.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import { blocksOf, getBrief } from '#store/queries/briefs.ts'
import { countOpenDecisions } from '#store/queries/decisions.ts'
import { claimableIds, claimablePage, getDispatch, hasWorkedOn } from '#store/queries/dispatches.ts'
import { filterProject, getProject } from '#store/queries/projects.ts'
import { findWorktreeOn, getWorktree } from '#store/queries/worktrees.ts'
import { commit, type ReadWork, type Write } from '../work.ts'
import { refusePaused } from './queue-leg.ts'

export const claim: Write<'dispatch.claim'> = async (input, work) => {
  await refusePaused(work)
  const dispatch =
    input.dispatchId === undefined ? await nextFor(work, input) : await getDispatch(work.tx, input.dispatchId)
  const brief = await getBrief(work.tx, dispatch.briefId)
  const change = decide(brief, dispatch, {
    attemptId: work.tx.ledger.nextId('attempt'),
    token: work.tx.ledger.nextId('token'),
    openDecisions: dispatch.reason === 'needs_decision' ? await countOpenDecisions(work.tx, brief.id) : 0,
    workedOnIt: dispatch.leg === 'review' && (await hasWorkedOn(work.tx, brief.id, work.name)),
    actor: work.actor,
    now: work.now,
  })
  // What came in the way since it was queued counts too.
  assertDispatchable(brief, await blocksOf(work.tx, brief.id))
  await commit(work, change)
  const [held] = change.dispatches
  const [attempt] = change.attempts
  const project = await getProject(work.tx, brief.projectId)
  const ready = await readyWorktree(work, held)
  return {
    dispatchId: held.id,
    briefId: brief.id,
    leg: held.leg,
    attempt: attempt.number,
    token: attempt.token,
    leaseExpiresAt: held.leaseExpiresAt ?? work.now,
    branch: held.branch,
    packet: held.packet,
    worktree: {
      project: project.slug,
      path: project.path,
      primaryBranch: project.primaryBranch,
      worktreeId: ready?.id,
      worktreePath: ready?.path,
    },
    next: `Do what the packet says. Keep the lease with dispatch.heartbeat {dispatchId: ${held.id}, token: ${attempt.token}}.`,
  }
}

/** The prepared worktree of what is claimed: the one that it was handed over for, or that its branch has. */
async function readyWorktree(
  work: ReadWork,
  { worktreeId, projectId, branch }: Dispatch,
): Promise<Worktree | undefined> {
  const worktree =
    worktreeId === null ? await findWorktreeOn(work.tx, projectId, branch) : await getWorktree(work.tx, worktreeId)
  return worktree?.status === 'ready' ? worktree : undefined
}

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
    waitsBecause(dispatch, { now: work.now, openDecisions: await countOpenDecisions(work.tx, dispatch.briefId) })
  )
    return false
  return (await blocksOf(work.tx, dispatch.briefId)).length === 0
}
