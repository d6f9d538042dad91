/** An epic's children, counted by what becomes of them. */
import { z } from 'zod'
import type { BriefStatus } from '../status.ts'

export const Rollup = z.object({
  total: z.int(),
  complete: z.int(),
  inReview: z.int(),
  active: z.int(),
  waiting: z.int(),
  blocked: z.int(),
  ended: z.int(),
})
export type Rollup = z.infer<typeof Rollup>

/** `count` children are alike in status and blocks. */
export function rollUp(children: { status: BriefStatus; blocked: boolean; count: number }[]): Rollup {
  const sum: Rollup = { total: 0, complete: 0, inReview: 0, active: 0, waiting: 0, blocked: 0, ended: 0 }
  for (const child of children) {
    sum.total += child.count
    sum[slot(child)] += child.count
  }
  return sum
}

function slot(child: { status: BriefStatus; blocked: boolean }): Exclude<keyof Rollup, 'total'> {
  if (child.status === 'complete') return 'complete'
  if (child.status === 'in_review') return 'inReview'
  if (child.status === 'dispatched' || child.status === 'in_progress') return 'active'
  if (child.status === 'cancelled' || child.status === 'abandoned') return 'ended'
  return child.blocked ? 'blocked' : 'waiting'
}
