import { expect, test } from 'vitest'
import { isTangled } from './tangle.ts'

test('texts of people and agents are rendered, however long', () => {
  const lines = Array.from({ length: 2_000 }, (_, place) => `- [x] line ${place} with **bold** and snake_case_names`)
  const numbers = lines.map((line, place) => `${place + 1}. ${line.slice(2)}`)
  const log = ['```', ...Array.from({ length: 5_000 }, () => '[a] *b* [c]'), '```']
  const paragraphs = Array.from({ length: 9_000 }, () => 'some *words*, _more_ and [a link](https://x.org)\n')
  for (const text of [lines, numbers, log, paragraphs]) expect(isTangled(text.join('\n'))).toBe(false)
  expect(isTangled('- '.repeat(60).trim())).toBe(false)
  expect(isTangled('x'.repeat(1_000_000))).toBe(false)
})

test('texts that would hold up the page are not', () => {
  expect(isTangled('>'.repeat(5_000))).toBe(true)
  expect(isTangled(`${'- '.repeat(3_000)}x`)).toBe(true)
  expect(isTangled('*a_ '.repeat(10_000))).toBe(true)
  expect(isTangled('**a _b '.repeat(2_000))).toBe(true)
  expect(isTangled(`${'*a_ '.repeat(500)}\n`.repeat(20))).toBe(true)
})

test('a fence that isn’t one hides nothing', () => {
  expect(isTangled(`- a\n  \`\`\`\nb ${'*a_ '.repeat(3_000)}`)).toBe(true)
  expect(isTangled(`text\n    \`\`\`\n${'*a_ '.repeat(3_000)}`)).toBe(true)
  expect(isTangled(`\`\`\`a\`b\n${'*a_ '.repeat(3_000)}`)).toBe(true)
})
