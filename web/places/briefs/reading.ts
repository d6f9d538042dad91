/** What a reader of the list sees of its life: which rows are new, and that nothing moves while somebody reads. */
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import type { BriefRow } from '#contract/shapes.ts'
import { useLive } from '../../house/live.ts'
import { type Settled, settle } from './steady.ts'

/** As long as the mark takes to fade. */
const markStays = 8_000

/** The Briefs that something has just happened to. */
export function useFreshIds(): ReadonlySet<number> {
  const [fresh, setFresh] = useState<ReadonlyMap<number, number>>(new Map())
  useLive(
    event => event.briefId !== undefined,
    events => {
      const now = Date.now()
      setFresh(before => {
        const next = new Map([...before].filter(([, at]) => now - at < markStays))
        for (const { briefId } of events) if (briefId !== undefined) next.set(briefId, now)
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

/** Whether the head of the list has been scrolled away. */
export function useScrolledPast(head: RefObject<HTMLElement | null>): boolean {
  const [past, setPast] = useState(false)
  useEffect(() => {
    const look = () => setPast((head.current?.getBoundingClientRect().bottom ?? 1) < 0)
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [head])
  return past
}

type Held = { list: string; latest: readonly BriefRow[]; rows: readonly BriefRow[] }

/** The rows in the order that the reader has before him; `list` names what is listed, and another one begins anew. */
export function useSteadyRows(
  latest: readonly BriefRow[],
  list: string,
  isReading: boolean,
): Settled<BriefRow> & { showNewest: () => void } {
  const [held, setHeld] = useState<Held>({ list, latest, rows: latest })
  const isHeld = isReading && held.list === list
  const settled: Settled<BriefRow> = useMemo(
    () => (isHeld ? settle(held.rows, latest) : { shown: latest, newer: 0 }),
    [isHeld, held.rows, latest],
  )
  if (held.list !== list || held.latest !== latest || (!isHeld && held.rows !== latest))
    setHeld({ list, latest, rows: settled.shown })
  const showNewest = useCallback(() => setHeld({ list, latest, rows: latest }), [list, latest])
  return { ...settled, showNewest }
}
