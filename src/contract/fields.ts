/** Fields that many operations share. */
import { z } from 'zod'
import { mostId, type Referable } from '#domain/ref.ts'
import { authored, limits, line } from '#domain/text.ts'

/** A whole number that comes in, within what both databases keep. */
export const whole = z.int().max(mostId)
const id = (word: string) => whole.positive().describe(word)

export const briefId = id('Brief #')
export const dispatchId = id('Dispatch d')
export const decisionId = id('Decision q')
export const scratchpadId = id('Scratchpad s')
export const worktreeId = id('Worktree w')
export const mergeId = id('Merge m')
/** Which field is whose id, for those who read ids as people write them: `m7`. */
export const idFields = new Map<unknown, Referable>([
  [briefId, 'brief'],
  [dispatchId, 'dispatch'],
  [decisionId, 'decision'],
  [scratchpadId, 'scratchpad'],
  [worktreeId, 'worktree'],
  [mergeId, 'merge'],
])
export const project = authored(60).optional().describe('Slug; default: of your folder')
export const token = whole.positive().describe('Token of your claim')
export const limit = (most: number) => z.int().positive().max(most).optional()
/** Continues where an answer was cut. */
export const cursor = authored(200).optional().describe('nextCursor of the answer before')
export const maxBytes = z.int().min(1_000).max(4_000_000).optional().describe('Budget of the answer')
export const label = line(limits.label)
export const title = line(limits.title)
export const priority = z.int().min(0).max(4).describe('0 first, 4 last')
export const revision = whole.min(0).describe('The revision you read')
export const since = z.iso.datetime().optional()

/** What every small answer to a write ends with. */
export const next = z.string().describe('What to do next')
