import type { RefObject } from 'react'
import { type PageKey, useKeys } from '../keys.ts'

const steps = [
  { keys: 'h', arrow: 'ArrowLeft', words: 'the column before', by: [-1, 0] },
  { keys: 'l', arrow: 'ArrowRight', words: 'the next column', by: [1, 0] },
  { keys: 'k', arrow: 'ArrowUp', words: 'one card back', by: [0, -1] },
  { keys: 'j', arrow: 'ArrowDown', words: 'one card on', by: [0, 1] },
] as const

/**
 * `h` and `l` go from column to column, `j` and `k` from card to card; inside the board the arrows do the same.
 * `keys` are others that hold there.
 */
export function useBoardKeys(
  board: RefObject<HTMLElement | null>,
  onStep: (across: number, down: number) => void,
  keys: readonly PageKey[],
): void {
  const isInside = ({ target }: KeyboardEvent) => target instanceof Node && board.current?.contains(target) === true
  const moving = steps.flatMap(({ keys: letter, arrow, words, by: [across, down] }): PageKey[] => [
    { keys: letter, words, repeats: true, act: () => onStep(across, down) },
    { keys: arrow, words, repeats: true, act: event => isInside(event) && onStep(across, down) },
  ])
  useKeys([...moving, ...keys])
}
