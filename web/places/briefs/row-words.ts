/** What a row says of a Brief in words, the same in the list and on the board. */
import type { BriefRow } from '#contract/shapes.ts'
import { isUnapproved } from '../brief/words.ts'

/** Neither on its way nor at its end as it was meant. */
export const setAside = ['deferred', 'cancelled', 'abandoned'] as const satisfies readonly BriefRow['status'][]
export const isSetAside = (status: BriefRow['status']): boolean => setAside.some(each => each === status)

/** What it is ready for; undefined when that says nothing. */
export function readiness(row: BriefRow): string | undefined {
  if (isUnapproved(row)) return 'needs approval'
  if (row.rollup !== undefined) return row.rollup.active + row.rollup.inReview === 0 ? 'nothing running' : undefined
  if (row.dispatchable) return row.autoDispatch ? 'dispatchable, by itself' : 'dispatchable'
  return row.autoDispatch && row.status !== 'complete' ? 'auto-dispatch on' : undefined
}

export type Blocker = { name: string; href: string }

export const blockersOf = (row: BriefRow): Blocker[] =>
  row.blocked.map(reason =>
    reason.kind === 'decision'
      ? { name: `q${reason.decisionId}`, href: `/briefs/${row.id}#q${reason.decisionId}` }
      : { name: `#${reason.briefId}`, href: `/briefs/${reason.briefId}` },
  )
