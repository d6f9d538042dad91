/** Briefs by id, with what stands in their way. */
import { type BlockReason, blockReasons, type Dependency } from '#domain/blocked.ts'
import type { Brief } from '#domain/brief.ts'
import type { Edges } from '#domain/graph.ts'
import { Refusal } from '#domain/refusal.ts'
import { type BriefStatus, closedStatuses } from '#domain/status.ts'
import type { Row } from '../codec.ts'
import { heldBy, isListed, isUnmet } from '../conditions.ts'
import { briefRow } from '../rows.ts'
import { type ReadTx, statement, statementOfMany, type WriteTx } from '../transaction.ts'

const byId = statement<Row<Brief>>('select * from briefs where id = ?')

export async function findBrief(tx: ReadTx, id: number): Promise<Brief | undefined> {
  const [row] = await byId(tx, id)
  return row && briefRow.read(row)
}

export async function getBrief(tx: ReadTx, id: number): Promise<Brief> {
  const brief = await findBrief(tx, id)
  if (!brief) throw new Refusal('brief.missing', { briefId: id })
  return brief
}

export async function getBriefs(tx: ReadTx, ids: readonly number[]): Promise<Brief[]> {
  if (ids.length === 0) return []
  const rows = await tx.db
    .selectFrom('briefs')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(briefRow.read)
}

/** The Brief that a list is asked for; undefined for all of them. */
export async function filterBrief(tx: ReadTx, id: number | undefined): Promise<number | undefined> {
  return id === undefined ? undefined : (await getBrief(tx, id)).id
}

/** The Briefs of ids that somebody named: refuses the first that is not there. */
export async function assertBriefs(tx: ReadTx, ids: readonly number[]): Promise<void> {
  const found = new Set((await getBriefs(tx, ids)).map(each => each.id))
  const missing = ids.find(id => !found.has(id))
  if (missing !== undefined) throw new Refusal('brief.missing', { briefId: missing })
}

type Needed = { id: number; title: string; status: BriefStatus; held_by: number | null }

const dependencyOf = ({ id, title, status, held_by }: Needed): Dependency => ({
  briefId: id,
  title,
  status,
  ...(held_by === null ? {} : { heldBy: held_by }),
})

const dependenciesOf = statement<Needed>(
  `select b.id, b.title, b.status, ${heldBy('d', 'b')} as held_by from dependencies d join briefs b on b.id = d.depends_on_id where d.brief_id = ? order by b.id`,
)
const blockingOf = statement<{ id: number; header: string }>(
  `select id, header from decisions where brief_id = ? and status = 'open' and blocking = 1 order by id`,
)

/** Why a Brief can't be handed over; empty when nothing is in the way. */
export async function blocksOf(tx: ReadTx, id: number): Promise<BlockReason[]> {
  const dependencies = await dependenciesOf(tx, id)
  const decisions = await blockingOf(tx, id)
  return blockReasons(
    dependencies.map(dependencyOf),
    decisions.map(row => ({ decisionId: row.id, header: row.header })),
  )
}

const dependenciesOfMany = statementOfMany<Needed & { brief_id: number }>(
  `select d.brief_id, b.id, b.title, b.status, ${heldBy('d', 'b')} as held_by from dependencies d join briefs b on b.id = d.depends_on_id where d.brief_id in :ids and ${isUnmet('d', 'b')} order by b.id`,
)
const blockingOfMany = statementOfMany<{ id: number; brief_id: number; header: string }>(
  `select id, brief_id, header from decisions where brief_id in :ids and status = 'open' and blocking = 1 order by id`,
)

/** The same for many Briefs at once. */
export async function blocksOfMany(tx: ReadTx, ids: readonly number[]): Promise<Map<number, BlockReason[]>> {
  const dependencies = await dependenciesOfMany(tx, ids)
  const decisions = await blockingOfMany(tx, ids)
  const waitsFor = Map.groupBy(dependencies, row => row.brief_id)
  const asks = Map.groupBy(decisions, row => row.brief_id)
  const reasons = (id: number): BlockReason[] => {
    return blockReasons(
      (waitsFor.get(id) ?? []).map(dependencyOf),
      (asks.get(id) ?? []).map(row => ({ decisionId: row.id, header: row.header })),
    )
  }
  return new Map(ids.map(id => [id, reasons(id)]))
}

const childStatuses = statement<{ status: BriefStatus }>('select status from briefs where parent_id = ?')

export async function countOpenChildren(tx: ReadTx, id: number): Promise<number> {
  const children = await childStatuses(tx, id)
  return children.filter(each => !(closedStatuses as readonly string[]).includes(each.status)).length
}

const dependentsOf = statement<{ brief_id: number }>(
  'select brief_id from dependencies where depends_on_id = ? order by brief_id',
)
export const dependentIds = async (tx: ReadTx, id: number): Promise<number[]> =>
  (await dependentsOf(tx, id)).map(row => row.brief_id)

const neededBy = statement<{ depends_on_id: number }>(
  'select depends_on_id from dependencies where brief_id = ? order by depends_on_id',
)
export const dependencyIds = async (tx: ReadTx, id: number): Promise<number[]> =>
  (await neededBy(tx, id)).map(row => row.depends_on_id)

const insertDependency = statement(
  'insert into dependencies (brief_id, depends_on_id) values (?, ?) on conflict do nothing',
)
export const addDependency = async (tx: WriteTx, briefId: number, dependsOn: number): Promise<void> =>
  void (await insertDependency(tx, briefId, dependsOn))
const deleteDependency = statement('delete from dependencies where brief_id = ? and depends_on_id = ?')
export const removeDependency = async (tx: WriteTx, briefId: number, dependsOn: number): Promise<void> =>
  void (await deleteDependency(tx, briefId, dependsOn))

/** All that Briefs wait for, children of epics included. */
export async function waitEdges(tx: ReadTx): Promise<Edges> {
  const dependencies = await tx.db.selectFrom('dependencies').selectAll().execute()
  const children = await tx.db
    .selectFrom('briefs')
    .select(['id', 'parent_id'])
    .where('parent_id', 'is not', null)
    .execute()
  const edges: Edges = new Map()
  const add = (from: number, to: number): void => void edges.set(from, [...(edges.get(from) ?? []), to])
  for (const row of dependencies) add(row.brief_id, row.depends_on_id)
  for (const row of children) if (row.parent_id !== null) add(row.parent_id, row.id)
  return edges
}

const insertRevision = statement(
  'insert into spec_revisions (brief_id, revision, spec, actor, at) values (?, ?, ?, ?, ?)',
)
export const keepSpecRevision = async (tx: WriteTx, brief: Brief, actor: string, at: string): Promise<void> =>
  void (await insertRevision(tx, brief.id, brief.revision, brief.spec, actor, at))

const planned = statement<Row<Brief>>(
  `select b.* from briefs b where b.status = 'planned' and b.auto_dispatch = 1 and ${isListed('b.project_id')}
    and not exists (select 1 from dispatches d where d.brief_id = b.id and (d.status in ('queued', 'claimed', 'running') or (d.status in ('failed', 'cancelled') and d.id = (select max(id) from dispatches where brief_id = b.id)
      and not exists (select 1 from events e where e.brief_id = b.id and e.type = 'status_changed' and e.at > d.ended_at and (d.status = 'cancelled' or e.actor_kind = 'operator')))))
    order by b.priority, b.id limit 200`,
)
/**
 * Planned Briefs that hand themselves over. One whose newest dispatch was taken back waits until somebody plans it anew, and one
 * whose newest failed for good until an operator does, who was asked about it.
 */
export const autoDispatchable = async (tx: ReadTx): Promise<Brief[]> => (await planned(tx)).map(briefRow.read)
