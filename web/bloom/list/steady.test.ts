import { expect, test } from 'vitest'
import { settle } from './steady.ts'

test('what a reader has before him stays in place while news waits behind a count', () => {
  const held = [1, 2, 3].map(id => ({ id, name: 'old' }))
  const latest = [4, 3, 1, 5].map(id => ({ id, name: 'new' }))
  const { shown, newer } = settle(held, latest)
  expect(shown).toEqual([
    { id: 1, name: 'new' },
    { id: 2, name: 'old' },
    { id: 3, name: 'new' },
    { id: 5, name: 'new' },
  ])
  expect(newer).toBe(1)
})
