/** An event of the store as everybody sees it, with its wording. */
import type { Event } from '#contract/shapes.ts'
import type { ActorKind } from '#domain/actor.ts'
import { wordEvent } from '#domain/events/catalogue.ts'
import type { EventRow } from '#store/tables.ts'

/** `slugs` are the names of projects by id. */
export function eventView(row: EventRow, slugs: Map<number, string>): Event {
  const payload: unknown = JSON.parse(row.payload)
  const project = row.project_id === null ? undefined : slugs.get(row.project_id)
  return {
    seq: row.seq,
    ...(row.brief_id === null ? {} : { briefId: row.brief_id, briefPrevHash: row.brief_prev_hash ?? undefined }),
    ...(project === undefined ? {} : { project }),
    type: row.type,
    at: row.at,
    actor: { kind: row.actor_kind as ActorKind, ref: row.actor_ref },
    payload,
    ...wordEvent(row.type, payload),
    prevHash: row.prev_hash,
    hash: row.hash,
  }
}
