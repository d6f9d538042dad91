import { expect, test } from 'vitest'
import type { ListedDecision } from '#contract/shapes.ts'
import { isUnderWay, setsOf } from '../decision/sets.ts'
import { hold, openOf, standing } from './held.ts'

const asked = (id: number, more: Partial<ListedDecision> = {}): ListedDecision => ({
  id,
  projectId: 1,
  project: 'garden',
  briefTitle: null,
  briefId: null,
  header: `Question ${id}`,
  body: '',
  options: [],
  assignee: null,
  blocking: false,
  group: null,
  status: 'open',
  answer: null,
  option: null,
  askedBy: 'agent:builder-1',
  askedAt: '2026-01-01T00:00:00.000Z',
  answeredBy: null,
  answeredAt: null,
  releasedAt: null,
  acknowledgedAt: null,
  discussion: [],
  holdsUp: null,
  ...more,
})
const answered = (id: number, more: Partial<ListedDecision> = {}) => asked(id, { status: 'answered', ...more })
const ids = (all: readonly { id: number }[]) => all.map(each => each.id)

test('open ones come oldest first', () => {
  expect(ids(openOf([asked(3), answered(2), asked(1)]))).toEqual([1, 3])
})

test('one that is answered while it is shown keeps its place, and a new one comes last', () => {
  const shown = hold([asked(1), asked(2)], [asked(3), asked(2), answered(1), answered(0)])
  expect(ids(shown)).toEqual([1, 2, 3])
  expect(shown[0]?.status).toBe('answered')
})

test('one of which nothing is known any more goes', () => {
  expect(ids(hold([asked(1), asked(2)], [asked(2)]))).toEqual([2])
})

test('the keyboard goes on to the next open one, and back from the last', () => {
  const rows = [asked(1), answered(2), asked(3)]
  expect(standing(rows, undefined)).toBe(1)
  expect(standing(rows, 2)).toBe(3)
  expect(standing([asked(1), answered(2)], 2)).toBe(1)
  expect(standing([answered(1)], 1)).toBeUndefined()
})

test('a set is of one project, and is under way until it is released', () => {
  const lanes = { name: 'lanes', release: 'all' } as const
  const sets = setsOf([
    asked(2, { group: lanes }),
    answered(1, { group: lanes }),
    answered(3, { group: lanes, projectId: 2, releasedAt: '2026-01-02T00:00:00.000Z' }),
    asked(4),
  ])
  expect(sets.map(({ members, ended }) => [ids(members), ended])).toEqual([
    [[1, 2], 1],
    [[3], 1],
  ])
  expect(sets.map(isUnderWay)).toEqual([true, false])
})
