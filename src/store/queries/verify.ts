/** The chains, walked from their first event: the first that is not as it was written is named. */
import { faultOf, hashEvent } from '../chain.ts'
import { genesis } from '../ledger.ts'
import type { EventRow } from '../tables.ts'
import { type ReadTx, statement } from '../transaction.ts'
import { chainHead, eventsAfter } from './events.ts'

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
  for (let events = await eventsAfter(tx, 0, stride); events.length > 0; events = await stridesOn(tx, at.seq)) {
    for (const event of events) {
      const problem = faultOf(event, {
        ...at,
        briefHash: event.brief_id === null ? null : (briefHashes.get(event.brief_id) ?? genesis),
      })
      if (problem) return { events: at.seq, head: at.hash, fault: { ...placeOf(event, at.seq), problem } }
      at = { seq: event.seq, hash: event.hash }
      if (event.brief_id !== null) briefHashes.set(event.brief_id, event.hash)
    }
  }
  if (kept.seq !== at.seq) return { events: at.seq, head: at.hash, fault: faultAtEnd(kept.seq, at.seq) }
  if (kept.hash !== at.hash)
    return {
      events: at.seq,
      head: at.hash,
      fault: { seq: at.seq, briefId: null, problem: 'its hash is not the one that was kept as head' },
    }
  return { events: at.seq, head: at.hash }
}

/** `kept` is the number of the newest event, kept apart from the events. */
const faultAtEnd = (kept: number, newest: number): ChainReport['fault'] =>
  kept > newest
    ? { seq: newest + 1, briefId: null, problem: `the newest event should be ${kept}; events were taken away` }
    : { seq: kept + 1, briefId: null, problem: `the newest event should be ${kept}; this one was added behind it` }

/** The event that is at fault: the one that is missing before this one, else this one. */
const placeOf = (event: EventRow, before: number): { seq: number; briefId: number | null } =>
  event.seq > before + 1 ? { seq: before + 1, briefId: null } : { seq: event.seq, briefId: event.brief_id }

/** Lets others have their turn between two strides of a long walk. */
async function stridesOn(tx: ReadTx, seq: number): Promise<EventRow[]> {
  await new Promise(resolve => setImmediate(resolve))
  return eventsAfter(tx, seq, stride)
}

const afterOfBrief = statement<EventRow>('select * from events where brief_id = ? and seq > ? order by seq limit ?')
const traceOf = statement<{ events: number; hash: string }>('select events, hash from traces where brief_id = ?')

/** The same for the chain of one Brief: each event has to follow the one before it there, and the last to be the one that was kept. */
export async function verifyBriefChain(tx: ReadTx, briefId: number): Promise<ChainReport> {
  const kept = (await traceOf(tx, briefId))[0] ?? { events: 0, hash: genesis }
  let head = genesis
  let seq = 0
  let count = 0
  const report = (problem: string, at: number): ChainReport => ({
    events: count,
    head,
    fault: { seq: at, briefId, problem },
  })
  for (;;) {
    const events = await afterOfBrief(tx, briefId, seq, stride)
    for (const event of events) {
      if (event.brief_prev_hash !== head)
        return report('it does not follow the event before it in its Brief', event.seq)
      if (hashEvent(event) !== event.hash) return report('its content is not what was hashed', event.seq)
      head = event.hash
      seq = event.seq
      count++
    }
    if (events.length < stride) break
  }
  if (count !== kept.events) return report(`the Brief should have ${kept.events} events; events were taken away`, seq)
  if (head !== kept.hash) return report('its hash is not the one that was kept as head of the Brief', seq)
  return { events: count, head }
}
