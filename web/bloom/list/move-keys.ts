import { useKeys } from '../keys.ts'

/** Nothing has the keyboard, or only the place as a whole, where the skip link and a change of place put it. */
export const isIdle = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof HTMLElement && target.id === 'content')

/**
 * `j` and `k` move through a list of `count` rows, Enter opens the one that the keyboard is on. Enter on a link or button
 * keeps its own meaning.
 */
export function useMoveKeys(props: {
  count: number
  here: number
  onMove: (here: number) => void
  onOpen?: (here: number) => void
}): void {
  const { count, here, onMove, onOpen } = props
  const step = (by: number) => count > 0 && onMove(Math.min(count - 1, Math.max(0, here + by)))
  useKeys([
    { keys: 'j', words: 'one row on', act: () => step(1), repeats: true },
    { keys: 'k', words: 'one row back', act: () => step(-1), repeats: true },
    ...(onOpen === undefined
      ? []
      : [{ keys: 'Enter', words: 'open the row', act: (event: KeyboardEvent) => open(event, here, onOpen) }]),
  ])
}

function open({ target }: KeyboardEvent, here: number, onOpen: (here: number) => void): boolean {
  if (!isIdle(target) || here < 0) return false
  onOpen(here)
  return true
}
