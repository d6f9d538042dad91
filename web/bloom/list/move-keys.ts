import { useEffect } from 'react'

/** Whether a key goes into a text and not to the page. An editor has a root of its own, so the event is asked where it began. */
export function isWriting(event: Pick<KeyboardEvent, 'composedPath' | 'isComposing'>): boolean {
  if (event.isComposing) return true
  const [target] = event.composedPath()
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)
}

/** A menu or a dialog is open: single keys belong to it. */
export const isFloating = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null

const steps: Record<string, number> = { j: 1, k: -1 }

/** Nothing has the keyboard, or only the place as a whole, where the skip link and a change of place put it. */
export const isIdle = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof HTMLElement && target.id === 'content')

/**
 * `j` and `k` move through a list of `count` rows, Enter opens the one that the keyboard is on. Keys that go into a
 * text, or that hold a modifier, are left alone; Enter on a link or button keeps its own meaning.
 */
export function useMoveKeys(props: {
  count: number
  here: number
  onMove: (here: number) => void
  onOpen?: (here: number) => void
  /** The reader has turned single keys off. */
  off?: boolean
}): void {
  const { count, here, onMove, onOpen, off = false } = props
  useEffect(() => {
    if (off) return
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isWriting(event) || event.metaKey || event.ctrlKey || event.altKey) return
      if (isFloating()) return
      const step = steps[event.key]
      if (step !== undefined && count > 0) {
        event.preventDefault()
        onMove(Math.min(count - 1, Math.max(0, here + step)))
      } else if (event.key === 'Enter' && onOpen !== undefined && isIdle(event.target) && here >= 0) {
        onOpen(here)
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [count, here, onMove, onOpen, off])
}
