import { expect, test } from 'vitest'
import { grown, mostLines, plain } from './log-lines.ts'

test('a log grows at its end, keeps its numbers, and lets the oldest go', () => {
  const first = grown([], { lines: ['one', 'two'] })
  const more = grown(first, { lines: ['three'] })
  expect(more.map(line => `${line.no} ${line.text}`)).toEqual(['1 one', '2 two', '3 three'])
  const long = grown(more, { lines: Array.from({ length: mostLines }, () => 'x') })
  expect(long).toHaveLength(mostLines)
  expect(long[0]?.no).toBe(4)
})

test('what the log no longer holds leaves a gap that says so', () => {
  expect(grown(grown([], { lines: ['one'] }), { lines: ['two'], cut: 80 })).toEqual([
    { no: 1, text: 'one' },
    { no: 2, text: '80 bytes are no longer kept', isGap: true },
    { no: 3, text: 'two' },
  ])
})

test('what is meant for a terminal is taken out, and every word stays', () => {
  expect(plain('\u001b[31mred\u001b[0m\r')).toBe('red')
  expect(plain('\u001b]8;;http://x/\u0007link\u001b]8;;\u0007 a\tb')).toBe('link a\tb')
  expect(plain('[not] an escape')).toBe('[not] an escape')
})
