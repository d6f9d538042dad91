/** Which Briefs of a list somebody has chosen, by key, by press and over a range. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { BriefRow } from '#contract/shapes.ts'

export type Chosen = {
  ids: ReadonlySet<number>
  /** As each is known now, or was when it was last seen. */
  rows: readonly BriefRow[]
  toggle: (row: BriefRow) => void
  add: (rows: readonly BriefRow[]) => void
  /** All from the one that was chosen last to this one, in the order of the list. */
  extend: (row: BriefRow) => void
  drop: (ids: readonly number[]) => void
  clear: () => void
}

/** @param listed - the rows that can be seen, in their order */
export function useChosen(listed: readonly BriefRow[]): Chosen {
  const [held, setHeld] = useState<ReadonlyMap<number, BriefRow>>(new Map())
  const anchor = useRef<number>(undefined)
  const now = useRef(listed)
  useLayoutEffect(() => {
    now.current = listed
  })
  const rows = useMemo(() => {
    const known = new Map(listed.map(row => [row.id, row]))
    return [...held.values()].map(row => known.get(row.id) ?? row)
  }, [held, listed])
  const toggle = useCallback((row: BriefRow) => {
    anchor.current = row.id
    setHeld(before => {
      const next = new Map(before)
      if (!next.delete(row.id)) next.set(row.id, row)
      return next
    })
  }, [])
  const add = useCallback((more: readonly BriefRow[]) => {
    anchor.current = more.at(-1)?.id
    setHeld(before => new Map([...before, ...more.map(row => [row.id, row] as const)]))
  }, [])
  const extend = useCallback(
    (row: BriefRow) => {
      const all = now.current
      const to = all.findIndex(each => each.id === row.id)
      const from = all.findIndex(each => each.id === anchor.current)
      const between = from === -1 ? [] : all.slice(Math.min(from, to), Math.max(from, to))
      add([...between, row])
    },
    [add],
  )
  const drop = useCallback(
    (ids: readonly number[]) => setHeld(before => new Map([...before].filter(([id]) => !ids.includes(id)))),
    [],
  )
  const clear = useCallback(() => setHeld(new Map()), [])
  const ids = useMemo(() => new Set(held.keys()), [held])
  return { ids, rows, toggle, add, extend, drop, clear }
}
