/** What something has just happened to, for a soft mark. */
import { useEffect, useMemo, useState } from 'react'
import type { Event } from '#contract/shapes.ts'
import { useLive } from './live.ts'

/** Milliseconds; as long as the mark takes to fade. */
const markStays = 8_000

/** The ids that `idOf` finds in the events of the last seconds. It need not be stable. */
export function useFreshIds(idOf: (event: Event) => number | undefined): ReadonlySet<number> {
  const [fresh, setFresh] = useState<ReadonlyMap<number, number>>(new Map())
  useLive(
    event => idOf(event) !== undefined,
    events => {
      const now = Date.now()
      setFresh(before => {
        const next = new Map([...before].filter(([, at]) => now - at < markStays))
        for (const event of events) {
          const id = idOf(event)
          if (id !== undefined) next.set(id, now)
        }
        return next
      })
    },
  )
  useEffect(() => {
    if (fresh.size === 0) return
    const timer = setTimeout(() => setFresh(new Map()), markStays)
    return () => clearTimeout(timer)
  }, [fresh])
  return useMemo(() => new Set(fresh.keys()), [fresh])
}
