/** The shortest way from one sequence to another, after Myers (1986), "An O(ND) difference algorithm and its variations". */

/** One step from the old text to the new one. */
export type Step<Item> = { kind: 'same' | 'del' | 'add'; item: Item }

/** Beyond this many differences a diff says "all of it" instead of holding the page up. */
const mostDifferences = 1000

const steps = <Item>(kind: Step<Item>['kind'], items: readonly Item[]): Step<Item>[] =>
  items.map(item => ({ kind, item }))

/** How far each diagonal got after `d` differences, for every `d` until both ends meet; null beyond the limit. */
function reach<Item>(old: readonly Item[], now: readonly Item[]): Int32Array[] | null {
  const most = Math.min(mostDifferences, old.length + now.length)
  const trail: Int32Array[] = []
  let before = new Int32Array(1)
  for (let d = 0; d <= most; d++) {
    const far = new Int32Array(2 * d + 1)
    for (let k = -d; k <= d; k += 2) {
      // Diagonal k of step d - 1 stands at k + d - 1.
      const down = k === -d || (k !== d && at(before, k - 1 + d - 1) < at(before, k + 1 + d - 1))
      let x = d === 0 ? 0 : down ? at(before, k + 1 + d - 1) : at(before, k - 1 + d - 1) + 1
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x++
      far[k + d] = x
      if (x >= old.length && x - k >= now.length) return [...trail, far]
    }
    trail.push(far)
    before = far
  }
  return null
}

const at = (far: Int32Array, place: number) => far[place] ?? -1

/** Walks the trail back from the end, so the steps come out in reverse. */
function walkBack<Item>(old: readonly Item[], now: readonly Item[], trail: readonly Int32Array[]): Step<Item>[] {
  const back: Step<Item>[] = []
  let x = old.length
  let y = now.length
  const take = (kind: Step<Item>['kind'], item: Item | undefined) => {
    if (item !== undefined) back.push({ kind, item })
  }
  for (let d = trail.length - 1; d > 0; d--) {
    const before = trail[d - 1] ?? new Int32Array(1)
    const k = x - y
    const down = k === -d || (k !== d && at(before, k - 1 + d - 1) < at(before, k + 1 + d - 1))
    const fromX = at(before, (down ? k + 1 : k - 1) + d - 1)
    const fromY = fromX - (down ? k + 1 : k - 1)
    while (x > fromX + (down ? 0 : 1) || y > fromY + (down ? 1 : 0)) {
      take('same', old[--x])
      y--
    }
    if (down) take('add', now[--y])
    else take('del', old[--x])
  }
  while (x > 0) take('same', old[--x])
  return back.reverse()
}

/** Items are compared by identity and are never undefined. */
export function diff<Item extends string>(old: readonly Item[], now: readonly Item[]): Step<Item>[] {
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const oldMiddle = old.slice(head, old.length - tail)
  const nowMiddle = now.slice(head, now.length - tail)
  const trail = reach(oldMiddle, nowMiddle)
  const middle =
    trail === null ? [...steps('del', oldMiddle), ...steps('add', nowMiddle)] : walkBack(oldMiddle, nowMiddle, trail)
  return [...steps('same', old.slice(0, head)), ...middle, ...steps('same', old.slice(old.length - tail))]
}
