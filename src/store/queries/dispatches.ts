/** Dispatches and attempts: live ones, the next to claim, what was spent. */
import type { Attempt, Dispatch } from '#domain/dispatch.ts'
import { failureReasons, failureRule } from '#domain/failure.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Leg } from '#domain/status.ts'
import type { Row } from '../codec.ts'
import { isHeld, isLive, isUnapproved } from '../conditions.ts'
import { attemptRow, dispatchRow } from '../rows.ts'
import { type ReadTx, statement } from '../transaction.ts'

const byId = statement<Row<Dispatch>>('select * from dispatches where id = ?')
const liveOf = statement<Row<Dispatch>>(
  `select * from dispatches d where d.brief_id = ? and ${isLive('d')} order by d.id`,
)
const ofBrief = statement<Row<Dispatch>>('select * from dispatches where brief_id = ? order by id desc')
const liveAttempt = statement<Row<Attempt>>(
  'select * from attempts where dispatch_id = ? and ended_at is null order by id desc',
)
const attemptsOf = statement<Row<Attempt>>('select * from attempts where brief_id = ? order by id desc')
const expired = statement<Row<Dispatch>>(
  `select * from dispatches d where ${isHeld('d')} and d.lease_expires_at <= ? order by d.id`,
)
const held = statement<Row<Dispatch>>(`select * from dispatches d where ${isHeld('d')} order by d.id`)
const withoutFolder = statement<Row<Dispatch>>(
  `select d.* from dispatches d join worktrees w on w.id = d.worktree_id where ${isLive('d')} and d.leg <> 'design' and w.status = 'gone' order by d.id`,
)
const workedOn = statement<{ id: number }>(
  `select id from attempts where brief_id = ? and actor = ? and leg <> 'review' limit 1`,
)
const lastWorker = statement<{ actor: string }>(
  `select actor from attempts where brief_id = ? and leg <> 'review' and outcome = 'done' order by id desc limit 1`,
)

const counted = failureReasons.filter(reason => failureRule(reason).retry === 'counted')
const spentOn = statement<{ spent: number }>(
  `select count(*) as spent from attempts where brief_id = ? and leg = ? and reason in (${counted.map(reason => `'${reason}'`).join(', ')})
    and id > (select coalesce(max(id), 0) from attempts where brief_id = ? and leg = ? and outcome = 'done')`,
)

export async function getDispatch(tx: ReadTx, id: number): Promise<Dispatch> {
  const [row] = await byId(tx, id)
  if (!row) throw new Refusal('dispatch.missing', { dispatchId: id })
  return dispatchRow.read(row)
}

export const liveDispatches = async (tx: ReadTx, briefId: number): Promise<Dispatch[]> =>
  (await liveOf(tx, briefId)).map(dispatchRow.read)
export const dispatchesOf = async (tx: ReadTx, briefId: number): Promise<Dispatch[]> =>
  (await ofBrief(tx, briefId)).map(dispatchRow.read)
export const expiredDispatches = async (tx: ReadTx, now: string): Promise<Dispatch[]> =>
  (await expired(tx, now)).map(dispatchRow.read)
export const heldDispatches = async (tx: ReadTx): Promise<Dispatch[]> => (await held(tx)).map(dispatchRow.read)
/** Live ones whose worktree is gone. */
export const dispatchesWithoutFolder = async (tx: ReadTx): Promise<Dispatch[]> =>
  (await withoutFolder(tx)).map(dispatchRow.read)
export const attemptsOfBrief = async (tx: ReadTx, briefId: number): Promise<Attempt[]> =>
  (await attemptsOf(tx, briefId)).map(attemptRow.read)

/** The attempt of a held dispatch; undefined while queued. */
export async function findLiveAttempt(tx: ReadTx, dispatchId: number): Promise<Attempt | undefined> {
  const [row] = await liveAttempt(tx, dispatchId)
  return row && attemptRow.read(row)
}

export const hasWorkedOn = async (tx: ReadTx, briefId: number, actor: string): Promise<boolean> =>
  (await workedOn(tx, briefId, actor)).length > 0
/** Who last finished work on a Brief. */
export const lastWorkerOn = async (tx: ReadTx, briefId: number): Promise<string | null> =>
  (await lastWorker(tx, briefId))[0]?.actor ?? null
/** Attempts of a Brief's leg that failed since it last succeeded. */
export const spentAttempts = async (tx: ReadTx, briefId: number, leg: Leg): Promise<number> =>
  (await spentOn(tx, briefId, leg, briefId, leg))[0]?.spent ?? 0

export type Next = { now: string; projectId?: number | undefined; leg?: Leg | undefined; skip: number }

/** Ids that `claimableIds` answers at once. */
export const claimablePage = 50

const claimable = statement<{ id: number }>(
  `select d.id from dispatches d join briefs b on b.id = d.brief_id where ${isLive('d')} and d.status = 'queued'
    and (d.waits_until is null or d.waits_until <= ?) and not ${isUnapproved('b')}
    and (cast(? as integer) is null or d.project_id = ?) and (cast(? as text) is null or d.leg = ?)
    order by b.priority, d.id limit ${claimablePage} offset ?`,
)

/** A page of the ids of what waits for nothing of its own, by the Brief's priority, then age. */
export async function claimableIds(tx: ReadTx, next: Next): Promise<number[]> {
  const { projectId = null, leg = null } = next
  return (await claimable(tx, next.now, projectId, projectId, leg, leg, next.skip)).map(row => row.id)
}
