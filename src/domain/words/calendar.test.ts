import { expect, it } from 'vitest'
import { dayIn, daysBefore } from './calendar.ts'

it('a day ends at midnight of its own zone, on the days of 23 and of 25 hours too', () => {
  const days = (...moments: string[]): string[] => moments.map(each => dayIn('Europe/Berlin', each))
  expect(days('2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z')).toEqual(['2026-03-28', '2026-03-29'])
  expect(days('2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z')).toEqual(['2026-03-29', '2026-03-30'])
  expect(days('2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z')).toEqual(['2026-10-25', '2026-10-25'])
  expect(dayIn('America/Los_Angeles', '2026-10-25T06:30:00.000Z')).toBe('2026-10-24')
  expect(dayIn('UTC', '2026-10-25T06:30:00.000Z')).toBe('2026-10-25')
})

it('days are counted back without skipping or doubling one', () => {
  expect(Array.from({ length: 4 }, (_, count) => daysBefore('2026-03-30', count))).toEqual([
    '2026-03-30',
    '2026-03-29',
    '2026-03-28',
    '2026-03-27',
  ])
  expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28')
})
