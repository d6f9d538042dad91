/** A few lines of ours in somebody's text, between two lines of comment by which they are found again. */
import { Unreadable } from './json-text.ts'

/** How a comment is written in that kind of text. */
export type Marks = { open: string; close: string }

export const HASH: Marks = { open: '# ', close: '' }
export const MARKUP: Marks = { open: '<!-- ', close: ' -->' }

const BEGIN = 'flower: begin'
const END = 'flower: end'
const BEGIN_LINE = `${BEGIN} (written by flower init; flower init --undo takes it out)`

/** Whether a line is one of the two around ours. */
export const isMarkOf = (line: string, { open, close }: Marks): boolean =>
  [BEGIN_LINE, END].some(each => line === open + each + close)

/** At the end, or where the block is already. The same text when it is there like this. */
export function putBlock(text: string, lines: readonly string[], marks: Marks): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const block = [BEGIN_LINE, END].map(each => marks.open + each + marks.close)
  const written = [block[0], ...lines, block[1]].join(eol)
  const found = findBlock(text, marks)
  if (found) return text.slice(0, found.start) + written + text.slice(found.end)
  const gap = text.trim() === '' ? '' : text.endsWith('\n') ? eol : eol + eol
  return `${text}${gap}${written}${eol}`
}

/** With the empty line before it and the line's end behind it. */
export function dropBlock(text: string, marks: Marks): string {
  const found = findBlock(text, marks)
  if (!found) return text
  const before = text.slice(0, found.start).replace(/(^|\n)\r?\n$/, '$1')
  return before + text.slice(found.end).replace(/^\r?\n/, '')
}

/** Throws `Unreadable` when its begin or its end is missing, or there are two. */
function findBlock(text: string, marks: Marks): { start: number; end: number } | undefined {
  const starts = placesOf(text, marks.open + BEGIN)
  const ends = placesOf(text, marks.open + END)
  const [start] = starts
  const [end] = ends
  if (start === undefined && end === undefined) return undefined
  if (start === undefined || end === undefined || starts.length + ends.length > 2 || end < start)
    throw new Unreadable(text, start ?? end ?? 0, `the lines "${BEGIN}" and "${END}" don't make one pair`)
  const lineEnd = /\r?\n|$/.exec(text.slice(end))
  return { start, end: end + (lineEnd?.index ?? 0) }
}

/** Where lines begin with it. */
function placesOf(text: string, beginning: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1))
    if (at === 0 || text[at - 1] === '\n') found.push(at)
  return found
}
