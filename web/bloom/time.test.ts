import { describe, expect, test } from 'vitest'
import { exactly, howLongAgo, left } from './time.ts'

const now = Date.UTC(2026, 6, 4, 14, 32)
const before = (seconds: number) => howLongAgo(now - seconds * 1000, now)

describe('how long ago', () => {
  test('one word says it', () => {
    expect([0, 9, 48, 60, 3599, 3600, 86_399, 86_400 * 5].map(before)).toEqual([
      'now',
      'now',
      '40s',
      '1m',
      '59m',
      '1h',
      '23h',
      '5d',
    ])
  })
  test('what is still to come says so', () => {
    expect(before(-240)).toBe('in 4m')
  })
})

describe('what is left of a lease', () => {
  test('it counts down in minutes and seconds and ends in nothing', () => {
    expect([252_000, 51_000, 1, 0, -5, 3_852_000].map(rest => left(now + rest, now))).toEqual([
      '04:12',
      '00:51',
      '00:01',
      null,
      null,
      '1:04:12',
    ])
  })
})

test('the exact time is written in the zone of the reader', () => {
  expect(exactly(new Date(2026, 6, 4, 14, 31, 58).getTime())).toBe('2026-07-04 14:31:58')
})
