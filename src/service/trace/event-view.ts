/** A kept event as callers see it: with its wording and its place in the chains. */
import type { Event } from '#contract/shapes.ts'
import type { ActorKind } from '#domain/actor.ts'
import { wordEvent } from '#domain/events/catalogue.ts'
import type { EventRow } from '#store/tables.ts'

/** `slugs`: the projects' names by id. */
export function eventView(row: EventRow, slugs: Map<number, string>): Event {
  const payload: unknown = JSON.parse(row.payload)
  return {
    seq: row.seq,
    briefId: row.brief_id ?? undefined,
    project: row.project_id === null ? undefined : slugs.get(row.project_id),
    type: row.type,
    at: row.at,
    actor: { kind: row.actor_kind as ActorKind, ref: row.actor_ref },
    payload,
    ...wordEvent(row.type, payload),
    prevHash: row.prev_hash,
    briefPrevHash: row.brief_prev_hash ?? undefined,
    hash: row.hash,
  }
}

/** The event with its long texts cut to `most` characters, each with a mark that says where the whole is. */
export function shortenEvent(event: Event, most: number): Event {
  const shorten = (value: unknown): unknown => {
    if (typeof value === 'string') return shortenText(value, most, `trace.prove {seq: ${event.seq}} shows it whole`)
    if (Array.isArray(value)) return value.map(shorten)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner)]))
  }
  return {
    ...event,
    payload: shorten(event.payload),
    words: shorten(event.words) as string,
    body: shorten(event.body) as string | undefined,
  }
}

/** A text, or its beginning with a mark. Never ends within a character. */
export function shortenText(text: string, most: number, how: string): string {
  if (text.length <= most) return text
  const kept = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
  const cut = `${kept}\n… cut at ${kept.length} of ${text.length} characters; ${how}`
  return cut.length < text.length ? cut : text
}
