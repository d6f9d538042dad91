/** What something has just happened to, for a soft mark. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Event } from '#contract/shapes.ts'
import { useLive } from './live.ts'

/** Milliseconds; as long as the mark takes to fade. */
const markStays = 8_000

/** Milliseconds: a soft mark may come a little later, and fifty events a second are not fifty drawings. */
const gathered = 250

/** The ids that `idOf` finds in the events of the last seconds. It need not be stable. */
export function useFreshIds(idOf: (event: Event) => number | undefined): ReadonlySet<number> {
  const [fresh, setFresh] = useState<ReadonlyMap<number, number>>(new Map())
  const coming = useRef(new Map<number, number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const take = () => {
    const now = Date.now()
    const came = coming.current
    coming.current = new Map()
    timer.current = undefined
    setFresh(before => new Map([...[...before].filter(([, at]) => now - at < markStays), ...came]))
  }
  useLive(
    event => idOf(event) !== undefined,
    events => {
      for (const event of events) {
        const id = idOf(event)
        if (id !== undefined) coming.current.set(id, Date.now())
      }
      timer.current ??= setTimeout(take, gathered)
    },
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (fresh.size === 0) return
    const clear = setTimeout(() => setFresh(new Map()), markStays)
    return () => clearTimeout(clear)
  }, [fresh])
  return useMemo(() => new Set(fresh.keys()), [fresh])
}
