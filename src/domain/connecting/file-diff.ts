/** The change of one file as a unified diff, which git and patch read too. */
import { diff, type Step } from '../words/sequence-diff.ts'

const CONTEXT = 3
const signs = { same: ' ', add: '+', del: '-' } as const

type Numbered = Step<string> & {
  /** Lines of either side before this one. */
  before: number
  after: number
}

/** Undefined stands for a file that isn't there. Empty where nothing changes. */
export function fileDiff(path: string, before: string | undefined, after: string | undefined): string {
  const lines = numbered(diff(linesOf(before ?? ''), linesOf(after ?? '')))
  const hunks = hunksOf(lines)
  if (hunks.length === 0) return ''
  const names = [before === undefined ? '/dev/null' : `a/${path}`, after === undefined ? '/dev/null' : `b/${path}`]
  return [`--- ${names[0]}\n+++ ${names[1]}\n`, ...hunks.map(hunkText)].join('')
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

function numbered(steps: readonly Step<string>[]): Numbered[] {
  let [before, after] = [0, 0]
  return steps.map(step => {
    const line = { ...step, before, after }
    if (step.kind !== 'add') before++
    if (step.kind !== 'del') after++
    return line
  })
}

/** Runs of lines of which each is near a changed one. */
function hunksOf(lines: readonly Numbered[]): Numbered[][] {
  const near = new Set<number>()
  lines.forEach((each, at) => {
    if (each.kind !== 'same') for (let to = at - CONTEXT; to <= at + CONTEXT; to++) near.add(to)
  })
  const hunks: Numbered[][] = []
  lines.forEach((each, at) => {
    if (!near.has(at)) return
    if (near.has(at - 1) && at > 0) hunks.at(-1)?.push(each)
    else hunks.push([each])
  })
  return hunks
}

function hunkText(lines: readonly Numbered[]): string {
  const [first] = lines
  const span = (from: number, kind: 'add' | 'del'): string => {
    const count = lines.filter(each => each.kind === 'same' || each.kind === kind).length
    return `${count === 0 ? from : from + 1},${count}`
  }
  const head = `@@ -${span(first?.before ?? 0, 'del')} +${span(first?.after ?? 0, 'add')} @@\n`
  return head + lines.map(each => signs[each.kind] + withEnd(each.item)).join('')
}

const withEnd = (line: string): string => (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`)
