/** The difference of two texts by lines, after Myers (1986), "An O(ND) difference algorithm and its variations". */

export type DiffLine = { kind: 'same' | 'plus' | 'minus'; text: string }

/** Above this many edits the rest is told as removed and added whole, so that the cost stays bounded. */
const mostEdits = 1_000

export function diffLines(before: string, after: string): DiffLine[] {
  const a = before === '' ? [] : before.split('\n')
  const b = after === '' ? [] : after.split('\n')
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const same = (text: string): DiffLine => ({ kind: 'same', text })
  return [
    ...a.slice(0, start).map(same),
    ...diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ]
}

/** Added and removed lines, counted. */
export function countDiff(before: string, after: string): { plus: number; minus: number } {
  const lines = diffLines(before, after)
  return {
    plus: lines.filter(each => each.kind === 'plus').length,
    minus: lines.filter(each => each.kind === 'minus').length,
  }
}

/** The changed lines with `context` lines around them, as unified text, at most `limit` characters. */
export function unifiedDiff(before: string, after: string, options: { context?: number; limit?: number } = {}): string {
  const { context = 2, limit = 8_000 } = options
  const lines = diffLines(before, after)
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(each => each.kind !== 'same'),
  )
  const marks = { same: ' ', plus: '+', minus: '-' }
  const out: string[] = []
  lines.forEach((each, at) => {
    if (near[at]) out.push(marks[each.kind] + each.text)
    else if (at > 0 && near[at - 1]) out.push('…')
  })
  const text = out.join('\n')
  return text.length <= limit ? text : `${text.slice(0, limit)}\n… cut at ${limit} characters`
}

function diffMiddle(a: string[], b: string[]): DiffLine[] {
  const whole = (): DiffLine[] => [
    ...a.map(text => ({ kind: 'minus' as const, text })),
    ...b.map(text => ({ kind: 'plus' as const, text })),
  ]
  if (a.length === 0 || b.length === 0) return whole()
  const trail = findTrail(a, b)
  return trail ? walkBack(a, b, trail) : whole()
}

/** The furthest reaching points of each number of edits, by diagonal. */
function findTrail(a: string[], b: string[]): Map<number, number>[] | undefined {
  const furthest = new Map<number, number>([[1, 0]])
  const trail: Map<number, number>[] = []
  for (let edits = 0; edits <= Math.min(a.length + b.length, mostEdits); edits++) {
    trail.push(new Map(furthest))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = stepFrom(furthest, diagonal, edits)
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++
      furthest.set(diagonal, x)
      if (x >= a.length && x - diagonal >= b.length) return trail
    }
  }
  return undefined
}

const reached = (furthest: Map<number, number>, diagonal: number): number => furthest.get(diagonal) ?? -1
const goesDown = (furthest: Map<number, number>, diagonal: number, edits: number): boolean =>
  diagonal === -edits || (diagonal !== edits && reached(furthest, diagonal - 1) < reached(furthest, diagonal + 1))
const stepFrom = (furthest: Map<number, number>, diagonal: number, edits: number): number =>
  goesDown(furthest, diagonal, edits) ? reached(furthest, diagonal + 1) : reached(furthest, diagonal - 1) + 1

function walkBack(a: string[], b: string[], trail: Map<number, number>[]): DiffLine[] {
  const lines: DiffLine[] = []
  let x = a.length
  let y = b.length
  for (let edits = trail.length - 1; edits >= 0; edits--) {
    const furthest = trail[edits] ?? new Map<number, number>()
    const diagonal = x - y
    const down = goesDown(furthest, diagonal, edits)
    const fromDiagonal = down ? diagonal + 1 : diagonal - 1
    const fromX = edits === 0 ? 0 : reached(furthest, fromDiagonal)
    const fromY = edits === 0 ? 0 : fromX - fromDiagonal
    while (x > fromX && y > fromY) {
      x--
      y--
      lines.push({ kind: 'same', text: a[x] ?? '' })
    }
    if (edits === 0) break
    if (down) lines.push({ kind: 'plus', text: b[--y] ?? '' })
    else lines.push({ kind: 'minus', text: a[--x] ?? '' })
  }
  return lines.reverse()
}
