/** The events of a Brief by pages: the newest are kept fresh, older ones come when somebody goes on. */
import { useEffect, useReducer, useRef, useState } from 'react'
import type { Input } from '#contract/catalogue.ts'
import type { Event } from '#contract/shapes.ts'
import { api } from '../../house/api.ts'
import { useRead } from '../../house/read.ts'
import { joined } from './trace-lines.ts'

export type TracePages = {
  events: readonly Event[]
  /** The oldest event is there. */
  whole: boolean
  busy: boolean
  /** Why a page could not be read; null when it could. */
  failed: unknown
  /** Nothing was read yet. */
  pending: boolean
  more: () => void
}

type Held = { events: readonly Event[]; whole: boolean }
type Page = { items: Event[]; nextCursor?: string | undefined }

/** Events in the newest page, which is read again with every change, and in each older one. */
const newest = 100
const older = 500

/** More happened than a page holds since it was last read: what is between is unknown, so it begins anew. */
const isGap = (held: Held, page: Page): boolean => {
  const lowest = page.items.at(-1)?.seq
  const highest = held.events[0]?.seq
  return page.nextCursor !== undefined && lowest !== undefined && highest !== undefined && lowest > highest
}

function withNewest(held: Held | null, page: Page): Held {
  const whole = page.nextCursor === undefined
  if (held === null || isGap(held, page)) return { events: page.items, whole }
  return { events: joined(held.events, page.items), whole: held.whole || whole }
}

const withOlder = (held: Held | null, page: Page): Held => ({
  events: joined(held?.events ?? [], page.items),
  whole: page.nextCursor === undefined,
})

type News = { page: Page; at: 'newest' | 'older' }
const hold = (held: Held | null, { page, at }: News): Held =>
  at === 'newest' ? withNewest(held, page) : withOlder(held, page)

/** Of a Brief's trace, or of a room's feed. */
type Asked = { of: 'trace.list'; input: Input<'trace.list'> } | { of: 'room.feed'; input: Input<'room.feed'> }

/** The caller gives a `key` to the component for each filter, so that two filters never share what they hold. */
export function useTracePages({ of, input }: Asked): TracePages {
  const { data, error } = useRead(of, { ...input, limit: newest })
  const [held, take] = useReducer(hold, null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => {
    if (data !== undefined) take({ page: data, at: 'newest' })
  }, [data])
  useEffect(() => () => stop.current?.abort(), [])
  const more = () => {
    const before = held?.events.at(-1)?.seq
    if (busy || before === undefined || held?.whole) return
    const stopped = new AbortController()
    stop.current = stopped
    setBusy(true)
    setFailed(null)
    api
      .call(of, { ...input, before, limit: older }, { signal: stopped.signal })
      .then(page => take({ page, at: 'older' }), setFailed)
      .finally(() => setBusy(false))
  }
  return {
    events: held?.events ?? [],
    whole: held?.whole ?? false,
    busy,
    failed: failed ?? (held === null ? error : null),
    pending: held === null,
    more,
  }
}
