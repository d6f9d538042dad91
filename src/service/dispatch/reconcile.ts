/** One turn of the reconciler: what a lost signal missed is found here, and everything it does is an event. */
import { type Brief, isDispatchable } from '#domain/brief.ts'
import { type Dispatch, later, leaseMs } from '#domain/dispatch.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { expire } from '#domain/handover.ts'
import { Refusal } from '#domain/refusal.ts'
import { autoDispatchable, blocksOf, getBrief } from '#store/queries/briefs.ts'
import {
  dispatchesWithoutFolder,
  expiredDispatches,
  findLiveAttempt,
  heldDispatches,
} from '#store/queries/dispatches.ts'
import { getProject } from '#store/queries/projects.ts'
import { sweepReceipts } from '#store/queries/receipts.ts'
import { findPause } from '#store/queries/settings.ts'
import { apart } from '#store/writer.ts'
import { isStarted } from '../agent/policy.ts'
import { legThatIsDue } from '../brief/leg-that-is-due.ts'
import { commit, type Write, type WriteWork } from '../work.ts'
import { settle } from './give-up.ts'
import { ensureWorktree } from './leg-worktree.ts'
import { queueLeg } from './queue-leg.ts'

/** Milliseconds for which the answer of a command id is kept. */
const receiptsKeptMs = 7 * 24 * 3_600_000

export const reconcile: Write<'dispatch.reconcile'> = async (input, work) => {
  // Whoever could not be heard is not taken for lost: after an absence of the house every lease gets its whole time again.
  const kept = input.wasAway ? await keepLeases(work) : []
  const expired = await returnLost(work)
  await replaceGone(work)
  const dispatched = await handOverDue(work)
  await sweepReceipts(work.tx, later(work.now, -receiptsKeptMs))
  return { expired, kept, dispatched }
}

async function keepLeases(work: WriteWork): Promise<number[]> {
  const leaseExpiresAt = later(work.now, leaseMs)
  const kept: number[] = []
  for (const dispatch of await heldDispatches(work.tx)) {
    if (dispatch.leaseExpiresAt === leaseExpiresAt) continue
    await commit(work, {
      dispatches: [{ ...dispatch, leaseExpiresAt }],
      events: [
        newEvent('lease_kept', dispatch.briefId, {
          dispatchId: dispatch.id,
          holder: dispatch.holder ?? '',
          leaseExpiresAt,
        }),
      ],
    })
    kept.push(dispatch.id)
  }
  return kept
}

async function returnLost(work: WriteWork): Promise<number[]> {
  const lost = await expiredDispatches(work.tx, work.now)
  for (const dispatch of lost) await returnOne(work, dispatch)
  return lost.map(each => each.id)
}

async function returnOne(work: WriteWork, dispatch: Dispatch): Promise<void> {
  const attempt = await findLiveAttempt(work.tx, dispatch.id)
  const brief = await getBrief(work.tx, dispatch.briefId)
  if (attempt) await settle(work, brief, expire(brief, dispatch, attempt, work.now))
}

/** A folder that is gone is made anew for the dispatch that was to be done in it. What was removed waits for a claim. */
async function replaceGone(work: WriteWork): Promise<void> {
  for (const dispatch of await dispatchesWithoutFolder(work.tx)) {
    const brief = await getBrief(work.tx, dispatch.briefId)
    const project = await getProject(work.tx, brief.projectId)
    const started = await isStarted(work, project.id, dispatch.harness)
    const where = await ensureWorktree(work, { ...dispatch, project, brief, known: undefined, started })
    if (!('worktree' in where)) continue
    await commit(work, { dispatches: [{ ...dispatch, worktreeId: where.worktree.id }], events: [] })
  }
}

/** Planned, auto-dispatch on, approved, nothing in the way. */
async function handOverDue(work: WriteWork): Promise<number[]> {
  if (await findPause(work.tx)) return []
  const dispatched: number[] = []
  for (const brief of await autoDispatchable(work.tx)) {
    if (!isDispatchable(brief, await blocksOf(work.tx, brief.id))) continue
    const id = await handOverOne(work, brief)
    if (id !== undefined) dispatched.push(id)
  }
  return dispatched
}

/** Undefined when it is refused: that one waits for the next turn, and holds up neither the others nor lost leases. */
async function handOverOne(work: WriteWork, brief: Brief): Promise<number | undefined> {
  try {
    return await apart(work.tx, async () => (await queueLeg(work, brief, { leg: await legThatIsDue(work, brief) })).id)
  } catch (reason) {
    if (reason instanceof Refusal) return undefined
    throw reason
  }
}
