/** Single keys of the Brief's page. */
import { useEffect, useRef } from 'react'
import { isFloating, isWriting } from '../../bloom/list/move-keys.ts'

/** What each key does; a key that goes into a text, or holds a modifier, is left alone. */
export function useBriefKeys(keys: Readonly<Record<string, () => void>>): void {
  const now = useRef(keys)
  useEffect(() => {
    now.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || isWriting(event)) return
      if (event.metaKey || event.ctrlKey || event.altKey || isFloating()) return
      const act = now.current[event.key]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
