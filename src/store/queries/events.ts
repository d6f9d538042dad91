/** The trace: read by cursor, walked to verify. */
import { faultOf } from '../chain.ts'
import { genesis } from '../ledger.ts'
import type { EventRow } from '../tables.ts'
import { type ReadTx, statement } from '../transaction.ts'

const head = statement<{ seq: number; hash: string }>('select seq, hash from chain where id = 1')
const after = statement<EventRow>('select * from events where seq > ? order by seq limit ?')
const bySeq = statement<EventRow>('select * from events where seq = ?')
const newestOfBrief = statement<EventRow>('select * from events where brief_id = ? order by seq desc limit ?')
const traceLength = statement<{ events: number }>('select events from traces where brief_id = ?')

/** The newest event by the record that is kept apart from the events. */
export async function chainHead(tx: ReadTx): Promise<{ seq: number; hash: string }> {
  const [row] = await head(tx)
  return row ?? { seq: 0, hash: genesis }
}

export const eventsAfter = (tx: ReadTx, seq: number, limit: number): Promise<EventRow[]> => after(tx, seq, limit)
export const findEvent = async (tx: ReadTx, seq: number): Promise<EventRow | undefined> => (await bySeq(tx, seq))[0]
export const newestEvents = (tx: ReadTx, briefId: number, limit: number): Promise<EventRow[]> =>
  newestOfBrief(tx, briefId, limit)
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

/** Newest first. */
export async function listEvents(tx: ReadTx, filter: EventFilter): Promise<EventRow[]> {
  let query = tx.db.selectFrom('events').selectAll()
  if (filter.briefId !== undefined) query = query.where('brief_id', '=', filter.briefId)
  if (filter.projectId !== undefined) query = query.where('project_id', '=', filter.projectId)
  if (filter.before !== undefined) query = query.where('seq', '<', filter.before)
  if (filter.types?.length) query = query.where('type', 'in', [...filter.types])
  if (filter.actor) query = query.where('actor_kind', '=', filter.actor.kind).where('actor_ref', '=', filter.actor.ref)
  return query.orderBy('seq', 'desc').limit(filter.limit).execute()
}

export type ChainReport = {
  events: number
  head: string
  fault?: { seq: number; briefId: number | null; problem: string }
}

/** Events that are read at once while walking. */
const stride = 2_000

/** Walks all events from the first and names the first that is not as it was written, or that is missing at the end. */
export async function verifyChain(tx: ReadTx): Promise<ChainReport> {
  const kept = await chainHead(tx)
  const briefHashes = new Map<number, string>()
  let at = { seq: 0, hash: genesis }
  for (let events = await after(tx, 0, stride); events.length > 0; events = await after(tx, at.seq, stride)) {
    for (const event of events) {
      const problem = faultOf(event, {
        ...at,
        briefHash: event.brief_id === null ? null : (briefHashes.get(event.brief_id) ?? genesis),
      })
      if (problem) return { events: at.seq, head: at.hash, fault: { seq: event.seq, briefId: event.brief_id, problem } }
      at = { seq: event.seq, hash: event.hash }
      if (event.brief_id !== null) briefHashes.set(event.brief_id, event.hash)
    }
  }
  if (kept.seq !== at.seq)
    return {
      events: at.seq,
      head: at.hash,
      fault: {
        seq: at.seq + 1,
        briefId: null,
        problem: `the newest event should be ${kept.seq}; events were taken away`,
      },
    }
  if (kept.hash !== at.hash)
    return {
      events: at.seq,
      head: at.hash,
      fault: { seq: at.seq, briefId: null, problem: 'its hash is not the one that was kept as head' },
    }
  return { events: at.seq, head: at.hash }
}
