/** Worktrees by id, by what they are called and for whom they are; and who works in one. */
import { Refusal } from '#domain/refusal.ts'
import type { FileClaim } from '#domain/worktree/file-claim.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import type { Row } from '../codec.ts'
import { isHeld } from '../conditions.ts'
import { fileClaimRow, worktreeRow } from '../rows.ts'
import { type ReadTx, statement, statementOfMany } from '../transaction.ts'

const byId = statement<Row<Worktree>>('select * from worktrees where id = ?')
const byName = statement<Row<Worktree>>(
  'select * from worktrees where project_id = ? and name = ? and ended_at is null',
)
const byPath = statement<Row<Worktree>>('select * from worktrees where node = ? and path = ? and ended_at is null')
const byBranch = statement<Row<Worktree>>(
  'select * from worktrees where project_id = ? and branch = ? and ended_at is null',
)
const ofBrief = statement<Row<Worktree>>(
  'select * from worktrees where brief_id = ? order by case when ended_at is null then 0 else 1 end, id desc limit ?',
)
const living = statement<Row<Worktree>>('select * from worktrees where node = ? and ended_at is null order by id')

export async function getWorktree(tx: ReadTx, id: number): Promise<Worktree> {
  const found = await findWorktree(tx, id)
  if (!found) throw new Refusal('worktree.missing', { worktreeId: id })
  return found
}

export const findWorktree = async (tx: ReadTx, id: number): Promise<Worktree | undefined> => first(await byId(tx, id))

const namesOf = statementOfMany<{ id: number; name: string }>('select id, name from worktrees where id in :ids')
export const worktreeNames = async (tx: ReadTx, ids: readonly number[]): Promise<Map<number, string>> =>
  new Map((await namesOf(tx, ids)).map(row => [row.id, row.name]))

const first = ([row]: Row<Worktree>[]): Worktree | undefined => row && worktreeRow.read(row)

/** Living ones only: a name, a place and a branch are free again once a worktree has ended. */
export const findWorktreeNamed = async (tx: ReadTx, projectId: number, name: string): Promise<Worktree | undefined> =>
  first(await byName(tx, projectId, name))
export const findWorktreeAt = async (tx: ReadTx, node: string, path: string): Promise<Worktree | undefined> =>
  first(await byPath(tx, node, path))
export const findWorktreeOn = async (tx: ReadTx, projectId: number, branch: string): Promise<Worktree | undefined> =>
  first(await byBranch(tx, projectId, branch))

/** Living ones first, then the newest. */
export const worktreesOf = async (tx: ReadTx, briefId: number, limit: number): Promise<Worktree[]> =>
  (await ofBrief(tx, briefId, limit)).map(worktreeRow.read)

/** The newest of a Brief that is neither gone nor on its way out. */
export async function findWorktreeOfBrief(tx: ReadTx, briefId: number): Promise<Worktree | undefined> {
  const newest = await worktreesOf(tx, briefId, 20)
  return newest.find(each => !each.endedAt && each.status !== 'removing')
}

const due = statement<Row<Worktree>>(
  'select * from worktrees where node = ? and errand is not null and ended_at is null order by id limit ?',
)
/** Those of which something is asked, oldest first. */
export const dueWorktrees = async (tx: ReadTx, node: string, limit: number): Promise<Worktree[]> =>
  (await due(tx, node, limit)).map(worktreeRow.read)

export const livingWorktrees = async (tx: ReadTx, node: string): Promise<Worktree[]> =>
  (await living(tx, node)).map(worktreeRow.read)

export type WorktreePage = {
  projectId: number | undefined
  briefId: number | undefined
  ended: boolean
  before: number | undefined
  limit: number
}

/** Newest first. */
export async function listWorktrees(tx: ReadTx, page: WorktreePage): Promise<Worktree[]> {
  let query = tx.db.selectFrom('worktrees').selectAll().orderBy('id', 'desc').limit(page.limit)
  if (page.projectId !== undefined) query = query.where('project_id', '=', page.projectId)
  if (page.briefId !== undefined) query = query.where('brief_id', '=', page.briefId)
  if (!page.ended) query = query.where('ended_at', 'is', null)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  return (await query.execute()).map(worktreeRow.read)
}

const holders = statementOfMany<{ worktree_id: number; dispatch_id: number; holder: string }>(
  `select w.id as worktree_id, d.id as dispatch_id, d.holder from worktrees w join dispatches d on d.project_id = w.project_id
    and (d.worktree_id = w.id or (d.worktree_id is null and d.branch = w.branch)) where w.id in :ids and ${isHeld('d')} order by d.id`,
)

/** Who holds a dispatch in a worktree: by its id, or by the branch that both stand on. */
export async function holdersIn(
  tx: ReadTx,
  ids: readonly number[],
): Promise<{ worktreeId: number; dispatchId: number; holder: string }[]> {
  const rows = await holders(tx, ids)
  return rows.map(row => ({ worktreeId: row.worktree_id, dispatchId: row.dispatch_id, holder: row.holder }))
}

const openClaims = statement<Row<FileClaim>>(
  'select * from file_claims where project_id = ? and released_at is null and expires_at > ? order by path, id',
)
const claimsIn = statementOfMany<Row<FileClaim>>(
  'select * from file_claims where worktree_id in :ids and released_at is null and expires_at > ? order by path, id',
)

/** Those that hold at `now`. */
export const openFileClaims = async (tx: ReadTx, projectId: number, now: string): Promise<FileClaim[]> =>
  (await openClaims(tx, projectId, now)).map(fileClaimRow.read)
export const openFileClaimsIn = async (tx: ReadTx, ids: readonly number[], now: string): Promise<FileClaim[]> =>
  (await claimsIn(tx, ids, now)).map(fileClaimRow.read)

const claimsOf = statement<Row<FileClaim>>(
  'select * from file_claims where holder = ? and released_at is null and expires_at > ? order by path, id',
)
export const openFileClaimsOf = async (tx: ReadTx, holder: string, now: string): Promise<FileClaim[]> =>
  (await claimsOf(tx, holder, now)).map(fileClaimRow.read)

const heldWork = statement<{ brief_id: number; worktree_id: number | null }>(
  `select d.brief_id, d.worktree_id from dispatches d where ${isHeld('d')} and d.holder = ? order by d.id desc limit 1`,
)

/** The Brief that somebody holds a dispatch of, and the worktree that the dispatch names. */
export async function workOfHolder(
  tx: ReadTx,
  holder: string,
): Promise<{ briefId: number; worktreeId: number | null } | undefined> {
  const [row] = await heldWork(tx, holder)
  return row && { briefId: row.brief_id, worktreeId: row.worktree_id }
}

/** A rescue that a younger record names too is nobody's to delete. */
const expired = statement<Row<Worktree>>(
  `select * from worktrees w where node = ? and status = 'removed' and (trash is not null or rescue is not null) and ended_at < ?
    and not exists (select 1 from worktrees o where o.id <> w.id and o.project_id = w.project_id and o.rescue = w.rescue and (o.ended_at is null or o.ended_at >= ?))
    order by id limit 50`,
)
/** Of those on a node that were removed before a moment: what is still kept of them. */
export const removedBefore = async (tx: ReadTx, node: string, moment: string): Promise<Worktree[]> =>
  (await expired(tx, node, moment, moment)).map(worktreeRow.read)
