/** What was begun and has no end, and who was here: the questions of a lead over everything or one project. */
import type { Attempt, Dispatch } from '#domain/dispatch.ts'
import type { BriefStatus } from '#domain/status.ts'
import { isBlocked, isDispatchable, isHeld, isListed, isLive, isOpen, isUnapproved } from '../conditions.ts'
import type { EventRow } from '../tables.ts'
import { type ReadTx, statement, statementOfMany, type Value } from '../transaction.ts'

/** The same statement for everything and for one project; the project's condition stands where `:project` does. */
function statementIn<Row>(text: string, column: string) {
  const all = statement<Row>(text.replace(':project', isListed(column)))
  const one = statement<Row>(text.replace(':project', `${column} = ?`))
  return (tx: ReadTx, projectId: number | undefined, ...values: Value[]): Promise<Row[]> =>
    projectId === undefined ? all(tx, ...values) : one(tx, projectId, ...values)
}

type Ready = { id: number; title: string; project_id: number; priority: number }
const dispatchable = statementIn<Ready>(
  `select b.id, b.title, b.project_id, b.priority from briefs b where :project and ${isDispatchable('b')}
    and not exists (select 1 from dispatches d where d.brief_id = b.id and ${isLive('d')}) order by b.priority, b.id limit ?`,
  'b.project_id',
)
/** Planned Briefs that can be handed over, in the order of their priority. */
export const dispatchableBriefs = (tx: ReadTx, projectId: number | undefined, limit: number): Promise<Ready[]> =>
  dispatchable(tx, projectId, limit)

const inTheWay = statementIn<{ id: number }>(
  `select b.id from briefs b where :project and (
      (b.status = 'planned' and (${isUnapproved('b')} or ${isBlocked('b')}))
      or (b.status in ('dispatched', 'in_progress', 'in_review') and not exists (select 1 from dispatches d where d.brief_id = b.id and ${isLive('d')})))
    order by b.priority, b.id limit ?`,
  'b.project_id',
)
/** Briefs that were planned or begun, and that nobody works on because something is in the way. */
export const waitingBriefIds = async (tx: ReadTx, projectId: number | undefined, limit: number): Promise<number[]> =>
  (await inTheWay(tx, projectId, limit)).map(row => row.id)

type LastDispatch = Pick<Dispatch, 'id' | 'leg' | 'reason'> & { brief_id: number; title: string; moved_at: string }
const failed = statementIn<LastDispatch>(
  `select d.id, d.brief_id, d.leg, d.reason, d.moved_at, b.title from briefs b join dispatches d on d.id = (select max(id) from dispatches where brief_id = b.id)
    where :project and ${isOpen('b')} and d.status = 'failed' order by d.moved_at limit ?`,
  'b.project_id',
)
/** Dispatches that failed for good and that nothing followed. */
export const failedForGood = (tx: ReadTx, projectId: number | undefined, limit: number): Promise<LastDispatch[]> =>
  failed(tx, projectId, limit)

const lastOf = statementOfMany<LastDispatch & { status: string }>(
  `select d.id, d.brief_id, d.leg, d.reason, d.moved_at, d.status, '' as title from dispatches d where d.brief_id in :ids and d.status = 'failed'
    and d.id = (select max(id) from dispatches where brief_id = d.brief_id)`,
)
/** The same of some Briefs. */
export const failedOf = async (tx: ReadTx, briefIds: readonly number[]): Promise<Map<number, LastDispatch>> =>
  new Map((await lastOf(tx, briefIds)).map(row => [row.brief_id, row]))

type Unlanded = { id: number; title: string; payload: string; at: string }
const unlanded = `from briefs b join events e on e.brief_id = b.id and e.type = 'not_submitted'
    and e.seq = (select max(seq) from events where brief_id = b.id and type = 'not_submitted')
  where b.status = 'in_review' and e.at >= b.moved_at and not exists (select 1 from merges m where m.brief_id = b.id and m.moved_at > e.at)
    and not exists (select 1 from briefs c where c.parent_id = b.id) and not exists (select 1 from dispatches d where d.brief_id = b.id and ${isLive('d')})`
const unlandedIn = statementIn<Unlanded>(
  `select b.id, b.title, e.payload, e.at ${unlanded} and :project order by e.at limit ?`,
  'b.project_id',
)
const unlandedOfMany = statementOfMany<Unlanded>(`select b.id, b.title, e.payload, e.at ${unlanded} and b.id in :ids`)
const whyUnlanded = ({ payload, ...row }: Unlanded) => ({ ...row, reason: String(JSON.parse(payload).reason) })
/** Finished Briefs of which there was nothing that could land, with why; an epic lands by its children. */
export const unlandedBriefs = async (tx: ReadTx, projectId: number | undefined, limit: number) =>
  (await unlandedIn(tx, projectId, limit)).map(whyUnlanded)
/** The same of some Briefs. */
export const unlandedOf = async (tx: ReadTx, briefIds: readonly number[]) =>
  new Map((await unlandedOfMany(tx, briefIds)).map(row => [row.id, whyUnlanded(row)]))

type Silent = { id: number; title: string; status: BriefStatus; moved_at: string }
const silent = statementIn<Silent>(
  `select b.id, b.title, b.status, b.moved_at from briefs b where :project and b.status in ('refining', 'dispatched', 'in_progress', 'in_review') and b.moved_at < ?
    and not exists (select 1 from dispatches d where d.brief_id = b.id and ${isLive('d')}) and not exists (select 1 from briefs c where c.parent_id = b.id)
    and not ${isBlocked('b')} order by b.moved_at limit ?`,
  'b.project_id',
)
/** Briefs that were begun, that nothing holds up and that nobody has touched since. */
export const silentBriefs = (
  tx: ReadTx,
  projectId: number | undefined,
  since: string,
  limit: number,
): Promise<Silent[]> => silent(tx, projectId, since, limit)

type EndedBlocker = { id: number; title: string; blocker: number; status: BriefStatus; ended_at: string | null }
const endedBlockers = statementIn<EndedBlocker>(
  `select b.id, b.title, n.id as blocker, n.status, n.ended_at from briefs n join dependencies r on r.depends_on_id = n.id join briefs b on b.id = r.brief_id
    where :project and n.status in ('cancelled', 'abandoned') and ${isOpen('b')} order by n.ended_at limit ?`,
  'b.project_id',
)
/** Open Briefs that wait for one that will never land. */
export const briefsBehindEnded = (tx: ReadTx, projectId: number | undefined, limit: number): Promise<EndedBlocker[]> =>
  endedBlockers(tx, projectId, limit)

type Unread = { id: number; brief_id: number | null; header: string; asked_by: string; released_at: string }
const unread = statementIn<Unread>(
  `select q.id, q.brief_id, q.header, q.asked_by, q.released_at from decisions q
    where :project and q.status = 'answered' and q.released_at is not null and q.acknowledged_at is null order by q.id desc limit ?`,
  'q.project_id',
)
/** Answers that were given and that the asker has not said to have read. */
export const answersUnread = (tx: ReadTx, projectId: number | undefined, limit: number): Promise<Unread[]> =>
  unread(tx, projectId, limit)

type Holding = Pick<Attempt, 'actor' | 'leg'> & {
  dispatch_id: number
  brief_id: number
  title: string
  status: string
  last_seen_at: string
  lease_expires_at: string | null
  context_tokens: number | null
}
const holding = statementIn<Holding>(
  `select a.actor, a.leg, a.dispatch_id, a.brief_id, b.title, d.status, a.last_seen_at, d.lease_expires_at, a.context_tokens
    from dispatches d join attempts a on a.dispatch_id = d.id and a.ended_at is null join briefs b on b.id = d.brief_id
    where :project and ${isHeld('d')} order by a.id`,
  'd.project_id',
)
/** The claims that are held now. */
export const heldClaims = (tx: ReadTx, projectId: number | undefined): Promise<Holding[]> => holding(tx, projectId)

/** Events that are looked at for who was here. */
const lately = 2_000
const recent = statementIn<EventRow>(
  `select e.* from events e join (select actor_kind, actor_ref, max(seq) as seq from (select seq, actor_kind, actor_ref, at from events e where :project order by seq desc limit ${lately}) newest
    where at >= ? group by actor_kind, actor_ref) last on last.seq = e.seq order by e.seq desc`,
  'e.project_id',
)
/** The newest event of each actor since then, among the newest of all. */
export const lastEventsByActor = (tx: ReadTx, projectId: number | undefined, since: string): Promise<EventRow[]> =>
  recent(tx, projectId, since)
