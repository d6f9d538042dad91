import type { BloomStatus } from '../glyph.tsx'

/** The columns of a board, as work goes on. */
export const columnStatuses = [
  'idea',
  'refining',
  'planned',
  'dispatched',
  'in_progress',
  'in_review',
  'complete',
] as const satisfies readonly BloomStatus[]
