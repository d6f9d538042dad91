/** The hash chains: one over all events of the installation, one for each Brief. SHA-256 over a fixed JSON array. */
import { createHash } from 'node:crypto'
import type { EventRow } from './tables.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const algorithm =
  'sha256(JSON [seq, at, actorKind, actorRef, type, projectId, briefId, sha256(payload), prevHash, briefPrevHash])'

/** What is hashed of an event. The payload goes in by its own hash, so that a purged payload can keep its place in the chain. */
export function hashedText(event: Omit<EventRow, 'hash'>): string {
  return JSON.stringify([
    event.seq,
    event.at,
    event.actor_kind,
    event.actor_ref,
    event.type,
    event.project_id,
    event.brief_id,
    sha256(event.payload),
    event.prev_hash,
    event.brief_prev_hash,
  ])
}

export const hashEvent = (event: Omit<EventRow, 'hash'>): string => sha256(hashedText(event))

export const hashPayload = sha256

/** What is wrong with an event beside the heads it should follow; undefined when nothing is. */
export function faultOf(
  event: EventRow,
  before: { seq: number; hash: string; briefHash: string | null },
): string | undefined {
  if (event.seq !== before.seq + 1) return `event ${before.seq + 1} is missing`
  if (event.prev_hash !== before.hash) return 'it does not follow the event before it'
  if (event.brief_id !== null && event.brief_prev_hash !== before.briefHash)
    return 'it does not follow the event before it in its Brief'
  if (hashEvent(event) !== event.hash) return 'its content is not what was hashed'
  return undefined
}
