/** Why a Brief can't be handed over. Derived each time from what it depends on, never stored. */
import { z } from 'zod'
import { briefRef, decisionRef } from './ref.ts'
import { BriefStatus } from './status.ts'

/** `ended`: the dependency was cancelled or abandoned, so it will never land; an operator has to choose. */
export const BlockReason = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dependency'),
    briefId: z.int(),
    title: z.string(),
    status: BriefStatus,
    ended: z.boolean(),
    /** The epic whose own branch has its work, while MAIN hasn't. */
    heldBy: z.int().optional(),
  }),
  z.object({ kind: z.literal('decision'), decisionId: z.int(), header: z.string() }),
])
export type BlockReason = z.infer<typeof BlockReason>

export type Dependency = { briefId: number; title: string; status: BriefStatus; heldBy?: number | undefined }

/**
 * Dependencies gate on `complete`, which means landed: nobody's "done" is enough. What has landed on an epic's own branch is
 * there for those of the same epic alone.
 */
export function blockReasons(
  dependencies: Dependency[],
  blockingDecisions: { decisionId: number; header: string }[],
): BlockReason[] {
  const waits = dependencies.filter(each => each.status !== 'complete' || each.heldBy !== undefined)
  return [
    ...waits.map(each => ({
      kind: 'dependency' as const,
      ...each,
      ended: each.status === 'cancelled' || each.status === 'abandoned',
    })),
    ...blockingDecisions.map(each => ({ kind: 'decision' as const, ...each })),
  ]
}

export function describeBlock(reason: BlockReason): string {
  if (reason.kind === 'decision') return `${decisionRef(reason.decisionId)} is not answered`
  if (reason.ended) return `${briefRef(reason.briefId)} ended as ${reason.status}`
  if (reason.heldBy !== undefined)
    return `${briefRef(reason.briefId)} is in the branch of ${briefRef(reason.heldBy)} and not in MAIN yet`
  return `${briefRef(reason.briefId)} is not in MAIN yet`
}
