/** Tells the house how services stand, one after the other, and only what it does not know yet. */
import type { Client } from '#client/client.ts'
import type { Service, ServiceStanding } from '#domain/serving/record.ts'
import type { ServiceView } from '#machine/service/services.ts'

export type Telling = {
  /** The record of a service, as the house has it. */
  know: (key: string, record: Service) => void
  forget: (key: string) => void
  /** Resolves once it is kept, or can't be; then it is told again with the next turn. */
  tell: (key: string, more?: { done?: number; reason?: string }) => Promise<void>
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

  async function write(key: string, { done = 0, reason }: { done?: number; reason?: string }): Promise<void> {
    const known = records.get(key)
    if (!known || isClosed) return
    const seen = stands(key)
    const standing = seen ? standingOf(seen, known) : standingIn(known)
    if (reason !== undefined) standing.reason = reason
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

/** While it rests it keeps what was said of it last, if the status is the same. */
function standingOf(seen: ServiceView, known: Service): ServiceStanding {
  const isSame = seen.status === known.status
  const rests = isSame && (seen.status === 'stopped' || seen.status === 'parked')
  return {
    status: seen.status,
    reason: seen.reason || (rests ? known.reason : null),
    port: seen.port ?? known.port,
    since: rests ? known.since : new Date(seen.since).toISOString(),
    retryAt: seen.retryAt === null ? null : new Date(seen.retryAt).toISOString(),
    failures: seen.failures.length,
    lastLines: rests && seen.lastLines.length === 0 ? known.lastLines : seen.lastLines,
  }
}

const isDeepSame = (one: ServiceStanding, other: ServiceStanding): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
