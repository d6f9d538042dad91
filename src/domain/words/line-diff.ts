/** The difference of two texts by lines. */
import { diff } from './sequence-diff.ts'

export type DiffLine = { kind: 'same' | 'plus' | 'minus'; text: string }

const kinds = { same: 'same', add: 'plus', del: 'minus' } as const

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

export const diffLines = (before: string, after: string): DiffLine[] =>
  diff(linesOf(before), linesOf(after)).map(step => ({ kind: kinds[step.kind], text: step.item }))

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
