import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { briefStatuses } from '../status.ts'
import { rollUp } from './rollup.ts'

const child = fc.record({
  status: fc.constantFrom(...briefStatuses),
  blocked: fc.boolean(),
  count: fc.integer({ min: 1, max: 5 }),
})

describe('the roll-up of an epic', () => {
  it('counts every child once', () => {
    fc.assert(
      fc.property(fc.array(child), children => {
        const { total, ...slots } = rollUp(children)
        expect(total).toBe(children.reduce((sum, each) => sum + each.count, 0))
        expect(Object.values(slots).reduce((sum, count) => sum + count, 0)).toBe(total)
      }),
    )
  })

  it('is the same whether children are told one by one or counted', () => {
    fc.assert(
      fc.property(fc.array(child), children => {
        const single = children.flatMap(each => Array.from({ length: each.count }, () => ({ ...each, count: 1 })))
        expect(rollUp(single)).toEqual(rollUp(children))
      }),
    )
  })

  it('counts as blocked only what could begin otherwise', () => {
    const counts = rollUp(briefStatuses.map(status => ({ status, blocked: true, count: 1 })))
    expect(counts).toEqual({ total: 10, complete: 1, inReview: 1, active: 2, waiting: 0, blocked: 4, ended: 2 })
  })
})
