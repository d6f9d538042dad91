/** What a reader of a list sees of its life: nothing moves while somebody reads. */
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { type Settled, settle } from './steady.ts'

/** Whether the head of the list has been scrolled away, under what covers the uppermost pixels of the window. */
export function useScrolledPast(head: RefObject<HTMLElement | null>, covered = 0): boolean {
  const [past, setPast] = useState(false)
  useEffect(() => {
    if (head.current === null) return
    // Asking where it is while somebody scrolls would lay the page out at every step.
    const watch = new IntersectionObserver(entries => setPast(entries.at(-1)?.isIntersecting === false), {
      // What is further down is not past: so a jump over it from there is noticed too.
      rootMargin: `-${covered}px 0px 10000000px`,
    })
    watch.observe(head.current)
    return () => watch.disconnect()
  }, [head, covered])
  return past
}

type Held<Row> = { list: string; latest: readonly Row[]; rows: readonly Row[] }

/** The rows in the order that the reader has before him; `list` names what is listed, and another one begins anew. */
export function useSteadyRows<Row extends { id: number }>(
  latest: readonly Row[],
  list: string,
  isReading: boolean,
): Settled<Row> & { showNewest: () => void } {
  const [held, setHeld] = useState<Held<Row>>({ list, latest, rows: latest })
  const isHeld = isReading && held.list === list
  const settled: Settled<Row> = useMemo(
    () => (isHeld ? settle(held.rows, latest) : { shown: latest, newer: 0 }),
    [isHeld, held.rows, latest],
  )
  if (held.list !== list || held.latest !== latest || (!isHeld && held.rows !== latest))
    setHeld({ list, latest, rows: settled.shown })
  const showNewest = useCallback(() => setHeld({ list, latest, rows: latest }), [list, latest])
  return { ...settled, showNewest }
}
