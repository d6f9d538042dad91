import { type RefObject, useEffect, useRef } from 'react'
import { isFloating, isWriting } from '../list/move-keys.ts'

const steps: Readonly<Record<string, readonly [across: number, down: number]>> = {
  h: [-1, 0],
  l: [1, 0],
  k: [0, -1],
  j: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * `h` and `l` go from column to column, `j` and `k` from card to card; inside the board the arrows do the same.
 * `keys` are others that hold there. A key that goes into a text, or holds a modifier, is left alone.
 */
export function useBoardKeys(
  board: RefObject<HTMLElement | null>,
  onStep: (across: number, down: number) => void,
  keys: Readonly<Record<string, () => void>>,
): void {
  const now = useRef({ onStep, keys })
  useEffect(() => {
    now.current = { onStep, keys }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isWriting(event) || isFloating()) return
      if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
      const isInside = event.target instanceof Node && board.current?.contains(event.target) === true
      const step = event.key.length === 1 || isInside ? steps[event.key] : undefined
      const act = now.current.keys[event.key]
      if (step === undefined && act === undefined) return
      event.preventDefault()
      if (step !== undefined) now.current.onStep(...step)
      else act?.()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [board])
}
