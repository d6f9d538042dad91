import { expect, test } from 'vitest'
import { readUsageLimit } from './usage-limit.ts'

const at = new Date('2026-11-28T11:00:00Z')
const until = (words: string, zone = 'UTC') => readUsageLimit(words, at, zone)?.until

test.each([
  ['API Error: Request rejected (429) · Claude AI usage limit reached|1796112000', '2026-12-01T08:00:00.000Z'],
  ["You've hit your usage limit. Upgrade to Pro or try again in 3 days 2 hours 5 minutes.", '2026-12-01T13:05:00.000Z'],
  ['You’ve hit your usage limit. Or try again at Dec 1st, 2026 8:00 AM.', '2026-12-01T08:00:00.000Z'],
  ["You've hit your limit · resets 8pm (Europe/Berlin)", '2026-11-28T19:00:00.000Z'],
  ['5-hour limit reached ∙ resets 9am', '2026-11-29T09:00:00.000Z'],
  ['You have hit your usage limit, try again in an hour.', '2026-11-28T12:00:00.000Z'],
])('%s', (words, moment) => {
  expect(until(words)).toBe(moment)
})

test('a time of day is of the given place unless the words name another', () => {
  expect(until('Weekly limit reached, resets Jul 2 at 3am', 'America/New_York')).toBe('2026-07-02T07:00:00.000Z')
  expect(until('usage limit reached, resets 3:30pm (UTC)', 'America/New_York')).toBe('2026-11-28T15:30:00.000Z')
})

test('the next time of day is the one that clocks show, though they change in the night before it', () => {
  const evening = new Date('2026-03-28T19:30:00Z')
  const said = readUsageLimit('usage limit reached, resets 8pm (Europe/Berlin)', evening, 'UTC')
  expect(said?.until).toBe('2026-03-29T18:00:00.000Z')
})

test('a limit may say nothing of its end, and other faults are no limit', () => {
  expect(readUsageLimit('exceeded retry limit, last status: 429 Too Many Requests', at, 'UTC')).toEqual({})
  expect(readUsageLimit('No such rose', at, 'UTC')).toBeUndefined()
  expect(readUsageLimit('the time limit of the tool was reached', at, 'UTC')).toBeUndefined()
})
