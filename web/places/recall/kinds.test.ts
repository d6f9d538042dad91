import { expect, test } from 'vitest'
import { searchTypes as contractTypes } from '#contract/recall.ts'
import { leadsTo, searchTypes, sinceOf } from './kinds.ts'

test('all that the house searches can be chosen', () => {
  expect(searchTypes).toEqual([...contractTypes])
})

test('each thing leads to where it stands', () => {
  expect(leadsTo({ type: 'brief', ref: '#4', briefId: 4 })).toBe('/briefs/4')
  expect(leadsTo({ type: 'trace', ref: '4711', briefId: 4 })).toBe('/briefs/4#e4711')
  expect(leadsTo({ type: 'decision', ref: 'q12', briefId: 4 })).toBe('/briefs/4#q12')
  expect(leadsTo({ type: 'decision', ref: 'q12', briefId: null })).toBe('/decisions?show=all#q12')
  expect(leadsTo({ type: 'scratchpad', ref: 's3', briefId: 4 })).toBeUndefined()
})

test('a time is cut to the hour', () => {
  expect(sinceOf('day', Date.parse('2026-01-08T10:30:00Z'))).toBe('2026-01-07T10:00:00.000Z')
  expect(sinceOf(undefined, 0)).toBeUndefined()
})
