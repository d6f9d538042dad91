import { expect, test } from 'vitest'
import { readReviewText, reviewText } from './review-text.ts'

test('what was said of each place is found again in the text', () => {
  const comments = [
    { file: 'src/beds.ts', line: 12, body: 'Deeper.\n\nAnd wider: `dig()`' },
    { file: 'notes.md', body: '- all of it' },
    { file: 'a:b.ts', line: 3, body: 'Why?' },
  ]
  expect(readReviewText(reviewText('Nearly there.', comments))).toEqual(comments)
  expect(readReviewText(reviewText('', comments))).toEqual(comments)
})

test('a text that speaks of no place has none', () => {
  expect(readReviewText('Good, but `dig()` is slow.\n- and so is the rest')).toEqual([])
})
