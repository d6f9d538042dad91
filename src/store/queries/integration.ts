/** Epics whose children land on a branch of the epic's own, and what is on such a branch and not in MAIN yet. */
import type { Brief } from '#domain/brief.ts'
import { closedStatuses } from '#domain/status.ts'
import { type ReadTx, statement, type WriteTx } from '../transaction.ts'

const closed = closedStatuses.map(each => `'${each}'`).join(', ')

const above = statement<{ id: number }>(
  `with recursive above (id, depth) as (select parent_id, 1 from briefs where id = ? and parent_id is not null
    union all select up.parent_id, above.depth + 1 from briefs up join above on up.id = above.id where up.parent_id is not null)
  select b.id from above join briefs b on b.id = above.id where b.integration = 1 and b.status not in (${closed}) order by above.depth desc limit 1`,
)

/** The outermost open epic above a Brief that has a branch of its own; one inside it lands there with the rest. */
export const lineEpicOf = async (tx: ReadTx, { id }: Pick<Brief, 'id'>): Promise<number | undefined> =>
  (await above(tx, id))[0]?.id

const held = statement<{ brief_id: number }>('select brief_id from holdings where epic_id = ? order by brief_id')
export const heldOf = async (tx: ReadTx, epicId: number): Promise<number[]> =>
  (await held(tx, epicId)).map(row => row.brief_id)

const insert = statement(
  'insert into holdings (brief_id, epic_id) values (?, ?) on conflict (brief_id) do update set epic_id = excluded.epic_id',
)
export const hold = async (tx: WriteTx, briefId: number, epicId: number): Promise<void> =>
  void (await insert(tx, briefId, epicId))

const remove = statement('delete from holdings where brief_id = ?')
/** It is in MAIN, or was taken back. */
export const release = async (tx: WriteTx, briefId: number): Promise<void> => void (await remove(tx, briefId))

/** It has work on its own branch, and no child that is open. */
const isWhole = (epic: string): string =>
  `exists (select 1 from holdings h where h.epic_id = ${epic}.id)
    and not exists (select 1 from briefs c where c.parent_id = ${epic}.id and c.status not in (${closed}))`

/** Epics with work on their own branch, none of whose children is open or handed over, and that are not handed over themselves. */
const whole = statement<{ id: number }>(
  `select e.id from briefs e where e.project_id = ? and e.integration = 1 and e.status not in (${closed}) and (e.review = 0 or e.reviewed = 'pass')
    and ${isWhole('e')}
    and not exists (select 1 from dispatches d where d.brief_id = e.id and d.status in ('queued', 'claimed', 'running')) order by e.id`,
)
export const wholeEpics = async (tx: ReadTx, projectId: number): Promise<number[]> =>
  (await whole(tx, projectId)).map(row => row.id)

const wholeOne = statement<{ id: number }>(`select e.id from briefs e where e.id = ? and ${isWhole('e')}`)
/** Whether all that is to land on its branch has, whatever still becomes of it there. */
export const isWholeEpic = async (tx: ReadTx, epicId: number): Promise<boolean> =>
  (await wholeOne(tx, epicId)).length > 0

const open = statement<{ id: number }>(
  `select e.id from briefs e where e.project_id = ? and e.integration = 1
    and exists (select 1 from briefs c where c.parent_id = e.id and c.status not in (${closed})) order by e.id`,
)
/** Epics that have a branch of their own, and children that are not at their end. */
export const openEpics = async (tx: ReadTx, projectId: number): Promise<number[]> =>
  (await open(tx, projectId)).map(row => row.id)

const newestOn = statement<{ at: string | null }>(
  `select max(moved_at) as at from merges where project_id = ? and target = ? and status = 'landed'`,
)
/** When something landed there last. */
export const lastLandedOn = async (tx: ReadTx, projectId: number, target: string): Promise<string | null> =>
  (await newestOn(tx, projectId, target))[0]?.at ?? null

const landed = statement<{ brief_id: number }>(
  `select distinct brief_id from merges where project_id = ? and target = ? and status = 'landed' and brief_id is not null`,
)
/** Briefs that have landed on a branch. */
export const landedOn = async (tx: ReadTx, projectId: number, target: string): Promise<number[]> =>
  (await landed(tx, projectId, target)).map(row => row.brief_id)
