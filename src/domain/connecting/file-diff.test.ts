import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileDiff } from './file-diff.ts'

const text = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 40 }), fc.constantFrom('', '\n'))
  .map(([lines, end]) => (lines.length > 0 ? lines.join('\n') + end : ''))

/** What patch makes of it. */
function patched(before: string, diff: string): string {
  const lines = before.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const out: string[] = []
  let at = 0
  for (const line of diff.split('\n').slice(2, -1)) {
    const start = /^@@ -(\d+),(\d+)/.exec(line)
    if (start) {
      const from = Number(start[1]) - (start[2] === '0' ? 0 : 1)
      out.push(...lines.slice(at, from))
      at = from
    } else if (line.startsWith('\\')) out.push((out.pop() ?? '').slice(0, -1))
    else if (line.startsWith('-')) at++
    else {
      out.push(`${line.slice(1)}\n`)
      if (line.startsWith(' ')) at++
    }
  }
  return [...out, ...lines.slice(at)].join('')
}

it('leads from the one text to the other, and is nothing between a text and itself', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = fileDiff('x', before, after)
      if (before === after) expect(diff).toBe('')
      // A line that loses only its end is taken away and added, the mark behind either.
      else if (!/^-[^\n]*\n\\/m.test(diff)) expect(patched(before, diff)).toBe(after)
    }),
  )
})

it('names the file, and says where it begins or ends to be', () => {
  expect(fileDiff('a b.json', undefined, '{}\n')).toBe('--- /dev/null\n+++ b/a b.json\n@@ -0,0 +1,1 @@\n+{}\n')
  expect(fileDiff('x', '1\n2', undefined)).toBe(
    '--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-1\n-2\n\\ No newline at end of file\n',
  )
  const long = '1\n2\n3\n4\n5\n6\n7\n8\n9\n'
  expect(fileDiff('x', long, long.replace('5', 'five'))).toBe(
    '--- a/x\n+++ b/x\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n',
  )
})
