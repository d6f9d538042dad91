import { expect, test } from 'vitest'
import { runEach } from './run-each.ts'

const how = (part: { signal?: AbortSignal; onDone?: (count: number) => void } = {}) => ({
  atOnce: 4,
  signal: new AbortController().signal,
  onDone: () => {},
  ...part,
})

test('each is asked once, four at the most at a time, and answers stand in their order', async () => {
  let under = 0
  let most = 0
  const counts: number[] = []
  const outcomes = await runEach(
    Array.from({ length: 20 }, (_, place) => place),
    async item => {
      most = Math.max(most, ++under)
      await new Promise(resolve => setImmediate(resolve))
      under--
      return item * 2
    },
    how({ onDone: count => counts.push(count) }),
  )
  expect(most).toBe(4)
  expect(outcomes.map(each => each.ok && each.answer)).toEqual(Array.from({ length: 20 }, (_, place) => place * 2))
  expect(counts).toEqual(Array.from({ length: 20 }, (_, place) => place + 1))
})

test('one that is refused holds up nobody', async () => {
  const outcomes = await runEach(
    [1, 2, 3],
    item => (item === 2 ? Promise.reject(new Error('no')) : Promise.resolve(item)),
    how(),
  )
  expect(outcomes.map(each => each.ok)).toEqual([true, false, true])
})

test('after a stop nothing more is begun', async () => {
  const stop = new AbortController()
  const asked: number[] = []
  const outcomes = await runEach(
    Array.from({ length: 20 }, (_, place) => place),
    async item => {
      asked.push(item)
      if (item === 3) stop.abort()
    },
    how({ signal: stop.signal }),
  )
  expect(asked).toEqual([0, 1, 2, 3])
  expect(outcomes).toHaveLength(4)
})
