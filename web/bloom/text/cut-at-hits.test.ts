import { expect, test } from 'vitest'
import { cutAtHits } from './cut-at-hits.ts'

const hits = (text: string, query: string) => cutAtHits(text, query).flatMap(piece => (piece.hit ? [piece.text] : []))

test('whole words are found in any case, and the last, which may be still being typed, as far as it goes', () => {
  expect(hits('Ports of the port, imports and PORTER', 'the port')).toEqual(['Port', 'the', 'port', 'PORT'])
  expect(hits('rose roses', 'rose bed')).toEqual(['rose'])
})

test('what looks like a pattern is only its words', () => {
  expect(hits('a.b (c) <b>x</b> ab', 'a.b (c <b>')).toEqual(['a', 'b', 'c', 'b', 'b'])
  expect(cutAtHits('anything', '.*')).toEqual([{ text: 'anything', hit: false }])
})

test('the pieces put together are the text', () => {
  const text = 'שלום rose 🌹 rosé'
  expect(
    cutAtHits(text, 'ros')
      .map(piece => piece.text)
      .join(''),
  ).toBe(text)
})
