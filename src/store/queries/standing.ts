/** Where many Briefs stand, asked at once: hand-overs, open decisions, children. And the relatives of one. */
import { Dispatch } from '#domain/dispatch.ts'
import type { BriefStatus } from '#domain/status.ts'
import { codec, type Row } from '../codec.ts'
import { isBlocked, isListed, isLive } from '../conditions.ts'
import { type ReadTx, statement, statementOfMany } from '../transaction.ts'

const Listed = Dispatch.omit({ packet: true })
/** A dispatch without its packet. */
export type ListedDispatch = Omit<Dispatch, 'packet'>
const listed = codec(Listed)
const columns = listed.columns.map(each => `d.${each}`).join(', ')

const live = statementOfMany<Row<ListedDispatch>>(
  `select ${columns} from dispatches d where d.brief_id in :ids and ${isLive('d')} order by d.id`,
)
export const liveDispatchesOfMany = async (tx: ReadTx, briefIds: readonly number[]): Promise<ListedDispatch[]> =>
  (await live(tx, briefIds)).map(listed.read)

const ofBrief = statement<Row<ListedDispatch> & { packet_length: number }>(
  `select ${columns}, length(d.packet) as packet_length from dispatches d where d.brief_id = ? order by d.id desc limit ?`,
)
/** Newest first, each with the characters of its packet. */
export const listedDispatchesOf = async (
  tx: ReadTx,
  briefId: number,
  limit: number,
): Promise<{ dispatch: ListedDispatch; packetLength: number }[]> =>
  (await ofBrief(tx, briefId, limit)).map(row => ({ dispatch: listed.read(row), packetLength: row.packet_length }))

const allLive = statement<Row<ListedDispatch>>(
  `select ${columns} from dispatches d join briefs b on b.id = d.brief_id where ${isLive('d')} and ${isListed('d.project_id')} order by b.priority, d.id limit ?`,
)
const liveIn = statement<Row<ListedDispatch>>(
  `select ${columns} from dispatches d join briefs b on b.id = d.brief_id where ${isLive('d')} and d.project_id = ? order by b.priority, d.id limit ?`,
)
/** In the order in which they are claimed. */
export const liveQueue = async (tx: ReadTx, projectId: number | undefined, limit: number): Promise<ListedDispatch[]> =>
  (await (projectId === undefined ? allLive(tx, limit) : liveIn(tx, projectId, limit))).map(listed.read)

const openDecisions = statementOfMany<{ brief_id: number; open: number }>(
  `select brief_id, count(*) as open from decisions where brief_id in :ids and status = 'open' group by brief_id`,
)
export const openDecisionCounts = async (tx: ReadTx, briefIds: readonly number[]): Promise<Map<number, number>> =>
  new Map((await openDecisions(tx, briefIds)).map(row => [row.brief_id, row.open]))

const needs = statementOfMany<{ brief_id: number; depends_on_id: number }>(
  'select brief_id, depends_on_id from dependencies where brief_id in :ids order by brief_id, depends_on_id',
)
/** What each of them depends on, met or not. */
export const needsOfMany = async (tx: ReadTx, briefIds: readonly number[]): Promise<Map<number, number[]>> =>
  new Map(
    [...Map.groupBy(await needs(tx, briefIds), row => row.brief_id)].map(([id, rows]) => [
      id,
      rows.map(row => row.depends_on_id),
    ]),
  )

const children = statementOfMany<{ parent_id: number; status: BriefStatus; blocked: number; count: number }>(
  `select parent_id, status, blocked, count(*) as count
    from (select b.parent_id, b.status, case when ${isBlocked('b')} then 1 else 0 end as blocked from briefs b where b.parent_id in :ids) child
    group by parent_id, status, blocked`,
)
export type ChildCount = { status: BriefStatus; blocked: boolean; count: number }
/** The children of epics, counted by what they are; Briefs without children are left out. */
export async function childCounts(tx: ReadTx, briefIds: readonly number[]): Promise<Map<number, ChildCount[]>> {
  const rows = await children(tx, briefIds)
  const groups = Map.groupBy(rows, row => row.parent_id)
  return new Map(
    [...groups].map(([id, of]) => [
      id,
      of.map(row => ({ status: row.status, blocked: row.blocked === 1, count: row.count })),
    ]),
  )
}

export type Relative = {
  relation: 'parent' | 'child' | 'needs' | 'needed_by'
  id: number
  title: string
  status: BriefStatus
  blocked: number
}
const relative = (relation: Relative['relation'], from: string): string =>
  `select '${relation}' as relation, b.id, b.title, b.status, case when ${isBlocked('b')} then 1 else 0 end as blocked from ${from}`
const relatives = statement<Relative>(
  [
    relative('parent', 'briefs b where b.id = (select parent_id from briefs where id = ?)'),
    relative('child', 'briefs b where b.parent_id = ?'),
    relative('needs', 'dependencies r join briefs b on b.id = r.depends_on_id where r.brief_id = ?'),
    relative('needed_by', 'dependencies r join briefs b on b.id = r.brief_id where r.depends_on_id = ?'),
  ].join(' union all '),
)
/** Parent, children, what it depends on and what depends on it, by id. */
export const relativesOf = async (tx: ReadTx, briefId: number): Promise<Relative[]> =>
  (await relatives(tx, briefId, briefId, briefId, briefId)).sort((a, b) => a.id - b.id)

const amongChildren = statement<{ brief_id: number; depends_on_id: number }>(
  `select r.brief_id, r.depends_on_id from briefs c join dependencies r on r.brief_id = c.id join briefs n on n.id = r.depends_on_id
    where c.parent_id = ? and n.parent_id = ? order by r.brief_id, r.depends_on_id`,
)
/** Who of the children of an epic depends on whom of them. */
export const childEdges = async (tx: ReadTx, epicId: number): Promise<[number, number][]> =>
  (await amongChildren(tx, epicId, epicId)).map(row => [row.brief_id, row.depends_on_id])
