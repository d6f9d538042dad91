/** What an answer is written on: colours or none, so many cells wide, at a moment. And the lines and tables that go on it. */

import { saidAt } from './said.ts'

type Ink = 'bold' | 'faint' | 'red' | 'green' | 'yellow' | 'cyan'

export type Paper = {
  ink: (ink: Ink, text: string) => string
  /** Cells in a line; Infinity where nothing is shortened. */
  width: number
  /** `4m ago`, `in 2h`; empty for null. */
  when: (at: string | null | undefined) => string
  /** A sentence of the house: what it calls by the names of operations is what a person types. */
  said: (text: string) => string
}

const codes: Record<Ink, number> = { bold: 1, faint: 2, red: 31, green: 32, yellow: 33, cyan: 36 }

export const paperOf = (options: { colour: boolean; width?: number | undefined; now: number }): Paper => ({
  ink: (ink, text) => (options.colour && text !== '' ? `\u001B[${codes[ink]}m${text}\u001B[0m` : text),
  width: options.width ?? Number.POSITIVE_INFINITY,
  when: at => (at ? relative(Date.parse(at) - options.now) : ''),
  said: text => saidAt(text, options.now),
})

const units: [name: string, ms: number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
]

function relative(ms: number): string {
  const [name, size] = units.find(([, size]) => Math.abs(ms) >= size) ?? []
  if (!name || !size) return 'now'
  const amount = `${Math.floor(Math.abs(ms) / size)}${name}`
  return ms < 0 ? `${amount} ago` : `in ${amount}`
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wide =
  /^(?:\p{Emoji_Presentation}|.*\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}])/u
// oxlint-disable-next-line no-control-regex -- the colours of this file
const colours = /\u001B\[\d+m/g

/** Cells that a text takes on a terminal. */
export function cells(text: string): number {
  const plain = text.replace(colours, '')
  if (/^[\u0020-\u007E]*$/.test(plain)) return plain.length
  let sum = 0
  for (const { segment } of segmenter.segment(plain)) sum += cellsOf(segment)
  return sum
}

const cellsOf = (grapheme: string): number => (wide.test(grapheme) ? 2 : /^\p{M}/u.test(grapheme) ? 0 : 1)

/** One line of at most so many cells. */
export function oneLine(text: string, width: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (!Number.isFinite(width) || cells(flat) <= width) return flat
  let kept = ''
  let sum = 0
  for (const { segment } of segmenter.segment(flat)) {
    sum += cellsOf(segment)
    if (sum > width - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

export type Column = {
  head: string
  ink?: Ink /** Takes what is left of the line, and is shortened to it. */
  fills?: boolean
}

const gap = '  '

/** Rows under faint headings; columns with nothing in them are left out. Empty for no rows. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], paper: Paper): string {
  if (rows.length === 0) return ''
  const shown = columns.map((column, at) => ({ column, at })).filter(({ at }) => rows.some(row => row[at]))
  const widths = new Map(
    shown.map(({ column, at }) => [at, Math.max(...[column.head, ...rows.map(row => row[at] ?? '')].map(cells))]),
  )
  const filler = shown.find(({ column }) => column.fills)
  if (filler && Number.isFinite(paper.width)) {
    const others = [...widths].reduce((sum, [at, width]) => (at === filler.at ? sum : sum + width + gap.length), 0)
    widths.set(filler.at, Math.min(widths.get(filler.at) ?? 0, Math.max(20, paper.width - others)))
  }
  const line = (cellOf: (at: number) => string, inkOf: (column: Column) => Ink | undefined): string =>
    shown
      .map(({ column, at }) => {
        const width = widths.get(at) ?? 0
        const text = column.fills ? oneLine(cellOf(at), width) : cellOf(at)
        const ink = inkOf(column)
        return (ink ? paper.ink(ink, text) : text) + ' '.repeat(Math.max(0, width - cells(text)))
      })
      .join(gap)
      .trimEnd()
  const heads = line(
    at => columns[at]?.head ?? '',
    () => 'faint',
  )
  return `${[
    heads,
    ...rows.map(row =>
      line(
        at => row[at] ?? '',
        column => column.ink,
      ),
    ),
  ].join('\n')}\n`
}

/** `name  value` lines with the values under each other; those without a value are left out. */
export function facts(
  pairs: readonly (readonly [name: string, value: string | null | undefined])[],
  paper: Paper,
): string {
  const shown = pairs.filter((pair): pair is [string, string] => Boolean(pair[1]))
  const width = Math.max(0, ...shown.map(([name]) => cells(name)))
  return shown
    .map(
      ([name, value]) =>
        `${paper.ink('faint', name.padEnd(width))}  ${value.replaceAll('\n', `\n${' '.repeat(width + 2)}`)}\n`,
    )
    .join('')
}

/** A heading over a text; nothing when the text is empty. */
export const section = (head: string, text: string, paper: Paper): string =>
  text === '' ? '' : `\n${paper.ink('bold', head)}\n${text}`

export const indent = (text: string, by = '  '): string =>
  text
    .split('\n')
    .map(line => (line === '' ? line : by + line))
    .join('\n')
