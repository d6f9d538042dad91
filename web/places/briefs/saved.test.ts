import { expect, test } from 'vitest'
import { isSame, longestName, mostSaved, readSaved } from './saved.ts'

const seen = { query: 'label:paint', sort: 'moved', project: undefined, view: 'board' } as const

test('a kept filter is read as it was saved', () => {
  expect(readSaved(JSON.stringify([{ name: 'paint', ...seen }]))).toEqual([{ name: 'paint', ...seen }])
})

test.each(['', 'nonsense', '{', 'null', '7', '"a"', '[null, 7, {}]', '[{"name": 4, "query": "a"}]', '[{"name": "a"}]'])(
  'of what stands in the storage and is no filter, such as `%s`, nothing is shown',
  kept => expect(readSaved(kept)).toEqual([]),
)

test('a view that is none is the list, and names are short, few and each there once', () => {
  const [odd] = readSaved(JSON.stringify([{ name: 'x'.repeat(200), query: 'a', view: 'cube', sort: 'luck' }]))
  expect(odd).toMatchObject({ view: 'list', sort: 'moved' })
  expect(odd?.name).toHaveLength(longestName)
  const many = Array.from({ length: 100 }, (_, place) => ({ name: String(place), query: 'a' }))
  expect(readSaved(JSON.stringify(many))).toHaveLength(mostSaved)
  expect(readSaved(JSON.stringify([many[0], many[0]]))).toHaveLength(1)
})

test('two ways to say the same filter are the same', () => {
  expect(isSame({ ...seen, query: 'is:open' }, { ...seen, query: ' is:open ' })).toBe(true)
  expect(isSame(seen, { ...seen, view: 'list' })).toBe(false)
})
