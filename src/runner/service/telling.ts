/** Tells the house how services stand, one after the other, and only what it does not know yet. */
import { stripVTControlCharacters } from 'node:util'
import type { Client } from '#client/client.ts'
import type { Service, ServiceStanding } from '#domain/serving/record.ts'
import type { ServiceView } from '#machine/service/services.ts'

type More = { done?: number; reason?: string; port?: number | undefined }

export type Telling = {
  /** The record of a service, as the house has it. */
  know: (key: string, record: Service) => void
  forget: (key: string) => void
  /**
   * Resolves once it is kept, or can't be; then it is told again with the next turn. `port` is the one that it will be
   * started on, `reason` what keeps it from being started.
   */
  tell: (key: string, more?: More) => Promise<void>
  /** Nothing is told any more. Resolves once what is being told is kept. */
  close: () => Promise<void>
}

export function makeTelling(
  client: Client,
  stands: (key: string) => ServiceView | undefined,
  onFault: (reason: unknown) => void,
): Telling {
  const records = new Map<string, Service>()
  let queue: Promise<void> = Promise.resolve()
  let isClosed = false

  async function write(key: string, { done = 0, reason, port }: More): Promise<void> {
    const known = records.get(key)
    if (!known || isClosed) return
    const standing = standingOf(stands(key), known)
    standing.port = port ?? standing.port
    // What stood in the way before does not any more, once it was carried out.
    if (reason !== undefined || (done > known.done && standing.status === 'stopped' && !stands(key)))
      standing.reason = reason ?? null
    if (done <= known.done && isDeepSame(standing, standingIn(known))) return
    const finding = { what: 'stands', serviceId: known.id, standing, done: Math.max(done, known.done) } as const
    const [record] = (await client.call('service.settle', { finding })).items
    if (record) records.set(key, record)
  }

  return {
    // What was told since the record was read is newer.
    know: (key, record) => {
      const known = records.get(key)
      records.set(key, known?.id === record.id ? { ...record, ...standingIn(known), done: known.done } : record)
    },
    forget: key => void records.delete(key),
    tell: (key, more = {}) => {
      queue = queue
        .then(() => write(key, more))
        .catch((reason: unknown) => {
          if (!isClosed) onFault(reason)
        })
      return queue
    },
    close: () => {
      isClosed = true
      return queue
    },
  }
}

const standingIn = ({ status, reason, port, since, retryAt, failures, lastLines }: Service): ServiceStanding => ({
  status,
  reason,
  port,
  since,
  retryAt,
  failures,
  lastLines,
})

/** While it rests it keeps what was said of it last, if the status is the same. Of one that nobody looks after nothing lives. */
function standingOf(seen: ServiceView | undefined, known: Service): ServiceStanding {
  const status = seen?.status ?? 'stopped'
  const rests = status === known.status && (status === 'stopped' || status === 'parked')
  if (rests && (!seen?.reason || seen.reason === known.reason)) return standingIn(known)
  const iso = (at: number): string => new Date(at).toISOString()
  return {
    status,
    reason: seen?.reason ? readable(seen.reason, 2_000) : null,
    port: seen?.port ?? known.port,
    since: seen === undefined ? known.since : iso(seen.since),
    retryAt: seen === undefined || seen.retryAt === null ? null : iso(seen.retryAt),
    failures: seen?.failures.length ?? 0,
    lastLines: seen?.lastLines.map(line => readable(line, 500)) ?? [],
  }
}

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** What a program wrote, without what moves a cursor or no database takes. */
const readable = (text: string, most: number): string =>
  stripVTControlCharacters(text).replace(controls, '').slice(0, most)

const isDeepSame = (one: ServiceStanding, other: ServiceStanding): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
