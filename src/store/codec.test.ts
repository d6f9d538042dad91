import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { Brief } from '#domain/brief.ts'
import { briefStatuses, origins } from '#domain/status.ts'
import { codec, type Row } from './codec.ts'
import { attemptRow, briefRow, decisionRow, dispatchRow, projectRow, scratchpadRow } from './rows.ts'

const text = fc.string({ unit: 'grapheme' })
const time = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map(date => date.toISOString())
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

const brief: fc.Arbitrary<Brief> = fc.record({
  id: fc.nat(), projectId: fc.nat(), title: text, text, spec: text, revision: fc.nat(), status: fc.constantFrom(...briefStatuses), origin: fc.constantFrom(...origins),
  parentId: orNull(fc.nat()), priority: fc.integer({ min: 0, max: 4 }), labels: fc.array(text), autoDispatch: fc.boolean(), designLoop: fc.boolean(), review: fc.boolean(),
  needsApproval: fc.boolean(), integration: fc.boolean(), approvedBy: orNull(text), approvedAt: orNull(time), reviewed: orNull(fc.constantFrom('pass' as const, 'changes' as const)),
  budget: orNull(fc.record({ tokens: fc.integer({ min: 1 }), usd: fc.double({ min: 0.01, max: 1e6, noNaN: true }) })), foldedInto: orNull(fc.nat()), importKey: orNull(text),
  createdBy: text, createdAt: time, movedAt: time, endedAt: orNull(time),
}) // biome-ignore format: a row

it('a shape comes back from its row as it went in', () => {
  fc.assert(
    fc.property(brief, shape => {
      const values = briefRow.values(shape)
      const row = Object.fromEntries(briefRow.columns.map((column, at) => [column, values[at]]))
      expect(briefRow.read(row as Row<Brief>)).toEqual(shape)
      expect(Brief.parse(briefRow.read(row as Row<Brief>))).toEqual(shape)
    }),
  )
})

it('a row holds only texts, numbers and nothing', () => {
  fc.assert(
    fc.property(brief, shape => {
      expect(briefRow.values(shape).every(value => value === null || ['string', 'number'].includes(typeof value))).toBe(
        true,
      )
    }),
  )
})

it('columns are snake case, each once', () => {
  for (const row of [attemptRow, briefRow, decisionRow, dispatchRow, projectRow, scratchpadRow]) {
    expect(row.columns.every(each => /^[a-z]+(_[a-z]+)*$/.test(each))).toBe(true)
    expect(new Set(row.columns).size).toBe(row.columns.length)
  }
})

it('a field that is not there is written as null', () => {
  const loose = codec(z.object({ a: z.string().optional(), isOn: z.boolean().nullable() }))
  expect(loose.columns).toEqual(['a', 'is_on'])
  expect(loose.values({ isOn: null })).toEqual([null, null])
})
