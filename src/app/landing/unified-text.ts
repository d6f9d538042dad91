/** A diff as the unified text that every tool reads. */
import type { FileDiff, Hunk } from '#machine/changes/diff.ts'

type Unified = { text: string; cut: boolean; binary: boolean }

const signs = { same: ' ', added: '+', removed: '-' } as const

export function unifiedText(diff: FileDiff): Unified {
  const said = (text: string): Unified => ({ text, cut: false, binary: true })
  switch (diff.outcome) {
    case 'text':
      return { text: diff.hunks.map(hunkText).join('\n'), cut: diff.cut, binary: false }
    case 'binary':
      return said(`Binary, ${diff.before ?? 0} → ${diff.after ?? 0} bytes`)
    case 'large':
      return said(`Too large to show, ${diff.before ?? 0} → ${diff.after ?? 0} bytes`)
    case 'submodule':
      return said(`Submodule ${diff.before ?? 'nothing'} → ${diff.after ?? 'nothing'}`)
    case 'not_there':
      return said(`Its contents ${diff.id} are not in the repository`)
    case 'failed':
      return said(`${diff.step}: ${diff.detail}`)
  }
}

function hunkText({ heading, lines }: Hunk): string {
  const before = lines.filter(each => each.before !== undefined)
  const after = lines.filter(each => each.after !== undefined)
  const span = (first: number | undefined, count: number): string => `${first ?? 0},${count}`
  const head = `@@ -${span(before[0]?.before, before.length)} +${span(after[0]?.after, after.length)} @@${heading ? ` ${heading}` : ''}`
  const body = lines.flatMap(each => [
    `${signs[each.kind]}${each.text}${each.cut ? '…' : ''}`,
    ...(each.noLineEnd ? ['\\ No newline at end of file'] : []),
  ])
  return [head, ...body].join('\n')
}
