/** Who holds what now, and who was here in the last hours. */
import type { Output } from '#contract/catalogue.ts'
import { later, leaseMs } from '#domain/dispatch.ts'
import { spokenType, wordEvent } from '#domain/events/catalogue.ts'
import { roster } from '#store/queries/agents.ts'
import { heldClaims, lastEventsByActor } from '#store/queries/loops.ts'
import { filterProject } from '#store/queries/projects.ts'
import type { EventRow } from '#store/tables.ts'
import type { Read, ReadWork } from '../work.ts'
import { pageOf } from './cursor.ts'

/** Milliseconds. */
const latelyMs = 24 * 60 * 60_000
const usualLimit = 200

type Item = Output<'recall.active'>['items'][number]

export const active: Read<'recall.active'> = async (input, work) => {
  const page = pageOf('recall.active', input.cursor, input.limit ?? usualLimit)
  const projectId = await filterProject(work.tx, input.project)
  const held = await heldClaims(work.tx, projectId)
  const seen = await lastEventsByActor(work.tx, projectId, later(work.now, -latelyMs))
  const words = new Map(seen.map(row => [nameOf(row), lastWords(row)]))
  const holding = held.map<Item>(each => ({
    actor: each.actor,
    liveness: livenessOf(each, work.now),
    dispatchId: each.dispatch_id,
    briefId: each.brief_id,
    title: each.title,
    leg: each.leg,
    contextTokens: each.context_tokens,
    lastSeenAt: each.last_seen_at,
    lastWords: words.get(each.actor) ?? null,
  }))
  const holders = new Set(held.map(each => each.actor))
  const others = seen.filter(row => row.actor_kind !== 'system' && !holders.has(nameOf(row)))
  const gone = await goneIn(work, projectId)
  const all = [
    ...holding,
    ...others.map(row => ({ ...idle(row), ...(gone.has(nameOf(row)) ? { liveness: 'gone' as const } : {}) })),
  ]
  return { items: page.of(all), nextCursor: page.next(all) }
}

/** Whose run has ended, in each project where they are on the roster. */
async function goneIn(work: ReadWork, projectId: number | undefined): Promise<Set<string>> {
  const gone = new Map<string, boolean>()
  for (const { actor, goneAt } of await roster(work.tx, projectId))
    gone.set(actor, goneAt !== null && (gone.get(actor) ?? true))
  return new Set([...gone].filter(([, is]) => is).map(([actor]) => actor))
}

const nameOf = (row: EventRow): string => `${row.actor_kind}:${row.actor_ref}`

const idle = (row: EventRow): Item => ({
  actor: nameOf(row),
  liveness: 'idle',
  dispatchId: null,
  briefId: row.brief_id,
  title: null,
  leg: null,
  contextTokens: null,
  lastSeenAt: row.at,
  lastWords: lastWords(row),
})

/** Claimed and not yet heard of is starting; silent for half a lease is stale. */
function livenessOf(held: { status: string; last_seen_at: string }, now: string): Item['liveness'] {
  if (held.last_seen_at < later(now, -leaseMs / 2)) return 'stale'
  return held.status === 'claimed' ? 'starting' : 'working'
}

function lastWords(row: EventRow): string {
  const { words, body } = wordEvent(row.type, JSON.parse(row.payload))
  const line = (body ?? `${spokenType(row.type)} ${words}`).replace(/\s+/g, ' ').trim()
  return line.length <= 200 ? line : `${line.slice(0, 199).toWellFormed()}…`
}
