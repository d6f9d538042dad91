import { expect, test } from 'vitest'
import { asksForClosed, parseBriefQuery } from '#domain/recall/brief-query.ts'
import { columnStatuses } from '../../bloom/board/column-statuses.ts'
import { columnQuery, isLandedBeside } from './column-query.ts'

test('a column holds one status, whatever statuses the filter names', () => {
  const { conditions } = parseBriefQuery(columnQuery('status:planned', 'idea'))
  expect(conditions.map(({ key, not, values }) => [key, not, values.length])).toEqual([
    ['status', true, 9],
    ['status', false, 1],
  ])
})

test('the last word of a filter may still be typed in a column too', () => {
  expect(parseBriefQuery(columnQuery('ros', 'idea')).phrases).toEqual([{ words: ['ros'], open: true }])
})

test('what has landed stands beside open ones, and the board says when the filter didn’t ask for it', () => {
  expect(columnQuery('is:open label:wall', 'complete')).not.toContain('is:open')
  expect(asksForClosed(parseBriefQuery(columnQuery('is:open', 'complete')))).toBe(true)
  expect(columnQuery('is:open', 'planned')).toContain('is:open')
  expect(columnStatuses).toHaveLength(7)
})

test.each([
  'is:open',
  'label:wall',
  'is:open,closed',
  'roses',
  '-roses',
  'label:"a b"',
  'status:planned',
  'parent:4',
  '',
])('of `%s` the board knows as the house does whether it asks for what has landed', query => {
  const isAsked = asksForClosed(parseBriefQuery(query)) && query !== 'is:open'
  expect(isLandedBeside(query)).toBe(!isAsked)
})
