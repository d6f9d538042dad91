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

/** The shortest way from one sequence to another (Myers). Items are compared by identity and are never undefined. */
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

/** A line of a revision diff. A changed line carries its words, so that what differs inside it can be marked. */
export type DiffLine = { kind: 'same' | 'del' | 'add'; text: string; words?: { text: string; changed: boolean }[] }

const wordsOf = (line: string) => line.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

/** Marks the words that differ between a removed line and the added one in its place; only if much is common. */
function markWords(del: DiffLine, add: DiffLine): void {
  const way = diff(wordsOf(del.text), wordsOf(add.text))
  const common = way.filter(step => step.kind === 'same' && step.item.trim() !== '').length
  if (common * 3 < way.filter(step => step.item.trim() !== '').length) return
  const side = (kind: 'del' | 'add') =>
    way
      .filter(step => step.kind === 'same' || step.kind === kind)
      .map(step => ({ text: step.item, changed: step.kind === kind }))
  del.words = side('del')
  add.words = side('add')
}

/** From one text to another, line by line; a run of removed lines stands before the run that replaces it. */
export function lineDiff(old: string, now: string): DiffLine[] {
  const lines: DiffLine[] = []
  let dels: DiffLine[] = []
  let adds: DiffLine[] = []
  const settle = () => {
    for (const [place, del] of dels.entries()) {
      const add = adds[place]
      if (add !== undefined) markWords(del, add)
    }
    lines.push(...dels, ...adds)
    dels = []
    adds = []
  }
  for (const step of diff(old.split('\n'), now.split('\n'))) {
    if (step.kind === 'same') settle()
    const line: DiffLine = { kind: step.kind, text: step.item }
    if (step.kind === 'del') dels.push(line)
    else if (step.kind === 'add') adds.push(line)
    else lines.push(line)
  }
  settle()
  return lines
}
