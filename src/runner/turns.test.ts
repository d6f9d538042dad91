import { expect, test } from 'vitest'
import { makeTurns } from './turns.ts'

const faults: unknown[] = []
const never = { everyMs: 3_600_000, nudgeMs: 1 }

/** A hand whose looks end when they are let; what was looked at is done at once, unless `busy` keeps it. */
function handOf(busy: Promise<void> = Promise.resolve()) {
  const looks: (() => void)[] = []
  const done: number[] = []
  const turns = makeTurns(
    {
      look: () => new Promise<number>(resolve => void looks.push(() => resolve(looks.length))),
      act: async number => {
        await busy
        done.push(number)
      },
    },
    never,
    reason => faults.push(reason),
  )
  return { looks, done, turns }
}

test('news while one looks make it look once more, and never twice at once', async () => {
  const { looks, done, turns } = handOf()
  turns.start()
  for (let at = 0; at < 50; at++) turns.nudge()
  await expect.poll(() => looks.length).toBe(1)
  looks[0]?.()
  await expect.poll(() => looks.length).toBe(2)
  looks[1]?.()
  await expect.poll(() => done).toEqual([1, 2])
  await turns.stop()
  expect(looks).toHaveLength(2)
  expect(faults).toEqual([])
})

test('what takes long keeps nobody from being looked after, and the end waits for it', async () => {
  const { promise: busy, resolve: free } = Promise.withResolvers<void>()
  const { looks, done, turns } = handOf(busy)
  turns.start()
  await expect.poll(() => looks.length).toBe(1)
  looks[0]?.()
  turns.nudge()
  await expect.poll(() => looks.length).toBe(2)
  looks[1]?.()
  expect(done).toEqual([])
  const stopped = turns.stop()
  free()
  await stopped
  expect(done).toHaveLength(2)
})
