/** The trace, read by cursor. */
import { type RawBuilder, sql } from 'kysely'
import { genesis } from '../ledger.ts'
import type { EventRow } from '../tables.ts'
import { type ReadTx, statement } from '../transaction.ts'

const head = statement<{ seq: number; hash: string }>('select seq, hash from chain where id = 1')
const after = statement<EventRow>('select * from events where seq > ? order by seq limit ?')
const bySeq = statement<EventRow>('select * from events where seq = ?')
const olderOfBrief = statement<EventRow>(
  'select * from events where brief_id = ? and seq < ? order by seq desc limit ?',
)
const traceLength = statement<{ events: number }>('select events from traces where brief_id = ?')

/** The newest event by the record that is kept apart from the events. */
export async function chainHead(tx: ReadTx): Promise<{ seq: number; hash: string }> {
  const [row] = await head(tx)
  return row ?? { seq: 0, hash: genesis }
}

export const eventsAfter = (tx: ReadTx, seq: number, limit: number): Promise<EventRow[]> => after(tx, seq, limit)
export const findEvent = async (tx: ReadTx, seq: number): Promise<EventRow | undefined> => (await bySeq(tx, seq))[0]
/** Greater than every sequence number: the largest integer that both databases keep in four bytes. */
export const afterAll = 2_147_483_647

/** The newest of a Brief that are of the given types. */
export function newestOf(types: readonly string[]) {
  const newest = statement<EventRow>(
    `select * from events where brief_id = ? and type in (${types.map(each => `'${each}'`).join(', ')}) order by seq desc limit ?`,
  )
  return (tx: ReadTx, briefId: number, limit: number): Promise<EventRow[]> => newest(tx, briefId, limit)
}
/** Newest first, those before `seq`. */
export const eventsBefore = (tx: ReadTx, briefId: number, seq: number, limit: number): Promise<EventRow[]> =>
  olderOfBrief(tx, briefId, seq, limit)
export const countEvents = async (tx: ReadTx, briefId: number): Promise<number> =>
  (await traceLength(tx, briefId))[0]?.events ?? 0

export type EventFilter = {
  briefId?: number | undefined
  projectId?: number | undefined
  before?: number | undefined
  types?: readonly string[] | undefined
  actor?: { kind: string; ref: string } | undefined
  limit: number
}

/** Events that a filter by type or actor looks at in one call; nothing indexes those two. */
const mostLookedAt = 20_000

/**
 * Newest first. `next` is the `before` that goes on, where there may be more: a filter by type or actor can come back
 * with few or none of them and still have older events to look at.
 */
export async function listEvents(tx: ReadTx, filter: EventFilter): Promise<{ events: EventRow[]; next?: number }> {
  const inPlace = placeOf(filter)
  const sieve = sieveOf(filter)
  const floor = sieve.length > 0 ? await floorOf(tx, inPlace) : undefined
  const conditions = [...inPlace, ...sieve, ...(floor === undefined ? [] : [sql`seq >= ${floor}`])]
  const { rows } =
    await sql<EventRow>`select * from events where ${sql.join(conditions, sql` and `)} order by seq desc limit ${filter.limit}`.execute(
      tx.db,
    )
  return { events: rows, next: rows.length === filter.limit ? rows.at(-1)?.seq : floor }
}

function placeOf(filter: EventFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [sql`seq < ${filter.before ?? afterAll}`]
  if (filter.briefId !== undefined) conditions.push(sql`brief_id = ${filter.briefId}`)
  if (filter.projectId !== undefined) conditions.push(sql`project_id = ${filter.projectId}`)
  return conditions
}

function sieveOf(filter: EventFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (filter.types?.length) conditions.push(sql`type in (${sql.join(filter.types)})`)
  if (filter.actor) conditions.push(sql`actor_kind = ${filter.actor.kind} and actor_ref = ${filter.actor.ref}`)
  return conditions
}

/** The oldest event that one call looks at; undefined when it gets to the first. */
async function floorOf(tx: ReadTx, inPlace: RawBuilder<unknown>[]): Promise<number | undefined> {
  const { rows } = await sql<{
    seq: number
  }>`select seq from events where ${sql.join(inPlace, sql` and `)} order by seq desc limit 1 offset ${mostLookedAt - 1}`.execute(
    tx.db,
  )
  return rows[0]?.seq
}
