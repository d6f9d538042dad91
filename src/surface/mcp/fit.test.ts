import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, fit, withoutNulls } from './fit.ts'

test('a list loses its end and says how much', () => {
  const { value, cuts } = fit({ items: Array.from({ length: 2_000 }, (_, id) => ({ id })), total: 2_000 }, 500)
  expect(value).toMatchObject({ items: expect.arrayContaining([{ id: 0 }]), total: 2_000 })
  expect(cuts).toEqual([{ path: 'items', kept: expect.any(Number), of: 2_000, unit: 'entries' }])
})

test('one text that is too long is cut and the small fields beside it stay', () => {
  const { value, cuts } = fit({ scratchpad: { id: 3, title: 'Soil', body: '🌱'.repeat(5_000) } }, 300)
  expect(value).toMatchObject({ scratchpad: { id: 3, title: 'Soil', body: expect.stringMatching(/^🌱+.?…$/u) } })
  expect(cuts[0]).toMatchObject({ path: 'scratchpad.body', of: 10_000, unit: 'characters' })
})

test('a list of one huge entry keeps a part of it', () => {
  const { value, cuts } = fit({ items: [{ id: 1, body: 'x'.repeat(9_000) }] }, 200)
  expect(value).toMatchObject({ items: [{ id: 1, body: expect.stringMatching(/^x+…$/) }] })
  expect(cuts.map(each => each.path)).toEqual(['items.0.body'])
})

test('null and absent fields say nothing, entries of lists do', () => {
  expect(withoutNulls({ a: null, b: undefined, c: [null, { d: null }], e: 0, f: '' })).toEqual({
    c: [null, {}],
    e: 0,
    f: '',
  })
})

test('any answer fits its budget, and is untouched when it fitted before', () => {
  const row = fc.record({ id: fc.integer(), title: fc.string({ maxLength: 3_000 }), labels: fc.array(fc.string()) })
  const answer = fc.record({
    items: fc.array(row, { maxLength: 60 }),
    body: fc.string({ maxLength: 9_000, unit: 'binary' }),
  })
  fc.assert(
    fc.property(answer, fc.integer({ min: 400, max: 20_000 }), (whole, room) => {
      const { value, cuts } = fit(whole, room)
      expect(bytesOf(value)).toBeLessThanOrEqual(room)
      if (bytesOf(whole) <= room) expect(value).toBe(whole)
      else expect(cuts.length).toBeGreaterThan(0)
    }),
    { numRuns: 50 },
  )
})
