/** Rows that open: by a press, by `j k` and Enter, and by the address. */
import { useCallback, useState } from 'react'
import { useMoveKeys } from './move-keys.ts'

export type OpenRows = {
  /** The row that the keyboard is on. */
  here: string | undefined
  /** It has just been moved there by a key, and was not brought into view yet; `onMoved` says that it was. */
  moved: string | undefined
  onMoved: () => void
  opened: ReadonlySet<string>
  toggle: (key: string) => void
  /** Opens it and puts the keyboard on it. */
  goTo: (key: string) => void
}

/** @param asked - the row that the address names; it is opened when it is named, and may be shut again */
export function useOpenRows(keys: readonly string[], asked: string | undefined): OpenRows {
  const [here, setHere] = useState<string>()
  const [moved, setMoved] = useState<string>()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [told, setTold] = useState<string>()
  const goTo = useCallback((key: string) => {
    setHere(key)
    setOpened(before => new Set(before).add(key))
  }, [])
  if (asked !== told) {
    setTold(asked)
    if (asked !== undefined) goTo(asked)
  }
  const toggle = useCallback((key: string) => {
    setHere(key)
    setOpened(before => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  }, [])
  const at = (place: number, act: (key: string) => void) => {
    const key = keys[place]
    if (key !== undefined) act(key)
  }
  useMoveKeys({
    count: keys.length,
    here: here === undefined ? -1 : keys.indexOf(here),
    onMove: place =>
      at(place, key => {
        setHere(key)
        setMoved(key)
      }),
    onOpen: place => at(place, toggle),
  })
  const onMoved = useCallback(() => setMoved(undefined), [])
  return { here, moved, onMoved, opened, toggle, goTo }
}
