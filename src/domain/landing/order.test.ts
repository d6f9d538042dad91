import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestWait, order, waitOf } from './order.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 1) + minute * 60_000).toISOString()
const one = (id: number, minute: number, priority = 2, attempts = 0) => ({
  id,
  priority,
  attempts,
  submittedAt: at(minute),
})
const ids = (all: ReturnType<typeof one>[]) => order(all).map(({ id }) => id)

test('the oldest comes first, the urgent before it, and who came back often after it', () => {
  expect(ids([one(2, 5), one(1, 0)])).toEqual([1, 2])
  expect(ids([one(1, 0), one(2, 5, 1)])).toEqual([2, 1])
  expect(ids([one(1, 0, 2, 1), one(2, 5)])).toEqual([2, 1])
})

test('however many urgent ones come in, nobody waits behind those that came much later', () => {
  const some = fc.record({ minute: fc.nat(10_000), priority: fc.nat(4), attempts: fc.nat(20) })
  fc.assert(
    fc.property(fc.array(some, { maxLength: 40 }), all => {
      const rows = all.map(({ minute, priority, attempts }, at) => one(at, minute, priority, attempts))
      const ordered = order(rows)
      for (const [place, row] of ordered.entries()) {
        const before = ordered.slice(0, place)
        const latest = Math.max(...before.map(each => Date.parse(each.submittedAt)), 0)
        // Four steps of priority and four returns at the most.
        expect(latest - Date.parse(row.submittedAt)).toBeLessThanOrEqual(6 * 3_600_000)
      }
    }),
  )
})

test('a newcomer turns nobody else around', () => {
  const rows = [one(1, 0, 4), one(2, 100, 0), one(3, 50, 2, 3)]
  const before = ids(rows)
  expect(ids([...rows, one(4, 60, 0)]).filter(id => id !== 4)).toEqual(before)
})

test('the longest wait is told in milliseconds', () => {
  expect(longestWait([one(1, 0), one(2, 30)], at(90))).toBe(90 * 60_000)
  expect(longestWait([], at(90))).toBe(0)
})

test('a queue is late once it has run for an hour and nothing has moved in it', () => {
  const at = (minute: number) => new Date(Date.parse('2026-03-01T08:00:00.000Z') + minute * 60_000).toISOString()
  const waiting = [
    { submittedAt: at(5), movedAt: at(9) },
    { submittedAt: at(0), movedAt: at(0) },
  ]
  const asked = { moved: [at(20)], isPaused: false, now: at(80) }
  expect(waitOf([], asked)).toBeUndefined()
  expect(waitOf(waiting, asked)).toEqual({ oldestWaitsSince: at(0), movedAt: at(20), late: false })
  expect(waitOf(waiting, { ...asked, now: at(81) })).toMatchObject({ late: true })
  expect(waitOf(waiting, { ...asked, now: at(81), isPaused: true })).toMatchObject({ late: false })
})
