import { expect, test } from 'vitest'
import type { BriefRow } from '#contract/shapes.ts'
import { layOut } from './lines.ts'

const row = (id: number, parentId: number | null = null, status: BriefRow['status'] = 'planned'): BriefRow => ({
  id,
  parentId,
  status,
  title: `Brief ${id}`,
  origin: 'note',
  priority: 2,
  labels: [],
  movedAt: '2026-03-02T09:00:00.000Z',
  createdAt: '2026-03-02T09:00:00.000Z',
  createdBy: 'operator:ada',
  foldedInto: null,
  autoDispatch: false,
  designLoop: false,
  review: false,
  needsApproval: false,
  project: 'garden',
  approved: false,
  blocked: [],
  dispatchable: true,
  live: [],
  openDecisions: 0,
  dependsOn: [],
})
const none = { folded: new Set<number>(), unfolded: new Set<number>() }
const drawn = (rows: BriefRow[], folds = none, pageSize = 500) =>
  layOut(rows, folds, pageSize).map(line =>
    line.kind === 'brief' ? `${'.'.repeat(line.depth)}${line.row.id}` : `${'.'.repeat(line.depth)}landed ${line.ids}`,
  )

test('an epic stands where the first of its family moved, its children in their own order', () => {
  expect(drawn([row(9), row(6, 4), row(7), row(4), row(5, 4)])).toEqual(['9', '4', '.5', '.6', '7'])
})

test('children that landed are folded into one line until it is opened', () => {
  const rows = [row(4), row(5, 4, 'complete'), row(6, 4), row(7, 4, 'complete')]
  expect(drawn(rows)).toEqual(['4', '.6', '.landed 5,7'])
  expect(drawn(rows, { ...none, unfolded: new Set([4]) })).toEqual(['4', '.5', '.6', '.7'])
  expect(drawn(rows, { ...none, folded: new Set([4]) })).toEqual(['4'])
})

test('an epic in an epic stands deeper, and a circle ends', () => {
  expect(drawn([row(1), row(2, 1), row(3, 2)])).toEqual(['1', '.2', '..3'])
  expect(drawn([row(1, 2), row(2, 1)]).toSorted()).toHaveLength(2)
})

test('reading on moves nothing that is shown: a child whose epic comes later keeps its place', () => {
  const first = [row(5, 4), row(9)]
  expect(drawn([...first, row(4), row(6, 4)], none, 2)).toEqual(['5', '9', '4', '.6'])
})
