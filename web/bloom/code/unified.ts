/** A unified diff of one file, read into lines with their numbers on both sides. Pure. */
import { type DiffLine as Line, markWords } from '../text/line-diff.ts'

/** `old` and `now` count from 1; null on the side that lacks the line. */
export type CodeLine = Line & { old: number | null; now: number | null; unended?: boolean }
export type Hunk = {
  /** What git names as the place of the hunk, such as the function that it is in. */
  head: string
  lines: CodeLine[]
}
export type CodeDiff = {
  /** What changed besides lines, in git's words: `old mode 100644`, `rename from beds.md`. */
  notes: string[]
  hunks: Hunk[]
}

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/
const note = /^(?:old mode|new mode|new file mode|deleted file mode|rename from|rename to|copy from|copy to) /
const kinds = { ' ': 'same', '+': 'add', '-': 'del' } as const

/** Lines that are longer are not compared word by word. */
const longest = 400

type Reading = { old: number; now: number; oldLeft: number; nowLeft: number }

export function readUnified(text: string): CodeDiff {
  const read: CodeDiff = { notes: [], hunks: [] }
  let at: Reading = { old: 0, now: 0, oldLeft: 0, nowLeft: 0 }
  for (const raw of text.replace(/\n$/, '').split('\n')) {
    const hunk = read.hunks.at(-1)
    if (hunk && raw.startsWith('\\')) {
      const last = hunk.lines.at(-1)
      if (last) last.unended = true
    } else if (hunk && (at.oldLeft > 0 || at.nowLeft > 0)) hunk.lines.push(lineOf(raw, at))
    else at = headOf(raw, read) ?? at
  }
  for (const hunk of read.hunks) markChanges(hunk.lines)
  return read
}

/** A line before or between hunks; answers where the counting goes on when it begins one. */
function headOf(raw: string, read: CodeDiff): Reading | undefined {
  const found = hunkHead.exec(raw)
  if (!found) {
    if (read.hunks.length === 0 && note.test(raw)) read.notes.push(raw)
    return undefined
  }
  const [, old = '', oldCount = '1', now = '', nowCount = '1', head = ''] = found
  read.hunks.push({ head, lines: [] })
  return { old: Number(old), now: Number(now), oldLeft: Number(oldCount), nowLeft: Number(nowCount) }
}

function lineOf(raw: string, at: Reading): CodeLine {
  // Some tools cut the blank of an empty line.
  const kind = kinds[(raw[0] ?? ' ') as keyof typeof kinds] ?? 'same'
  const line: CodeLine = { kind, text: raw.slice(1), old: null, now: null }
  if (kind !== 'add') {
    line.old = at.old++
    at.oldLeft--
  }
  if (kind !== 'del') {
    line.now = at.now++
    at.nowLeft--
  }
  return line
}

/** A run of removed lines is replaced by the run of added ones behind it, pair by pair. */
function markChanges(lines: readonly CodeLine[]): void {
  for (let at = 0; at < lines.length; ) {
    const dels = run(lines, at, 'del')
    const adds = run(lines, at + dels.length, 'add')
    for (const [place, del] of dels.entries()) {
      const add = adds[place]
      if (add && del.text.length <= longest && add.text.length <= longest) markWords(del, add)
    }
    at += dels.length + adds.length || 1
  }
}

function run(lines: readonly CodeLine[], from: number, kind: CodeLine['kind']): CodeLine[] {
  let end = from
  while (lines[end]?.kind === kind) end++
  return lines.slice(from, end)
}
