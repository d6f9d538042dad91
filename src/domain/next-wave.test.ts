import { expect, it } from 'vitest'
import { type Child, nextWave } from './next-wave.ts'
import type { BriefStatus } from './status.ts'

const child = (id: number, status: BriefStatus, more: Partial<Child> & { needsApproval?: boolean } = {}): Child => ({
  brief: { id, status, needsApproval: more.needsApproval ?? false, approvedAt: null },
  blocked: more.blocked ?? [],
  isEpic: more.isEpic ?? false,
})

it('what is planned and has nothing in its way is ready; the rest says why it waits, and what is over says nothing', () => {
  const blocked = [{ kind: 'dependency' as const, briefId: 2, title: 'Bed', status: 'planned' as const, ended: false }]
  const { ready, waiting } = nextWave([
    child(2, 'planned'),
    child(3, 'planned', { blocked }),
    child(4, 'planned', { needsApproval: true }),
    child(5, 'planned', { isEpic: true }),
    child(6, 'idea'),
    child(7, 'in_progress'),
    child(8, 'complete'),
    child(9, 'cancelled'),
    child(10, 'planned'),
  ])
  expect(ready).toEqual([2, 10])
  expect(waiting).toEqual([
    { briefId: 3, because: '#2 is not in MAIN yet' },
    { briefId: 4, because: 'it waits for an approval' },
    { briefId: 5, because: 'it is an epic of its own' },
    { briefId: 6, because: 'it is an idea, not planned yet' },
    { briefId: 7, because: 'it is in progress' },
  ])
})
