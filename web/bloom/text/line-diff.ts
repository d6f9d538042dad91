import { diff } from '#domain/words/sequence-diff.ts'

/** A line of a revision diff. A changed line carries its words, so that what differs inside it can be marked. */
export type DiffLine = { kind: 'same' | 'del' | 'add'; text: string; words?: { text: string; changed: boolean }[] }

const wordsOf = (line: string) => line.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

/** Marks the words that differ between a removed line and the added one in its place; only if much is common. */
export function markWords(del: DiffLine, add: DiffLine): void {
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
