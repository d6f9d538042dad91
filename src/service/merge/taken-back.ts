/** Which landings were taken back, and what therefore does not come back by landing a branch again. */
import type { TakenBack } from '#contract/shapes.ts'
import { revertedBy, type Submission } from '#domain/landing/submission.ts'
import { landedReverts, submissionsOfBranch } from '#store/queries/merges.ts'
import type { ReadTx } from '#store/transaction.ts'

/** By what was taken back. A reverse that was taken back itself has brought all of it again. */
export async function takenBackIn(tx: ReadTx, projectId: number): Promise<ReadonlyMap<number, TakenBack>> {
  const found = new Map<number, TakenBack>()
  // Newest first: what takes a reverse back has landed after it.
  for (const { id, branch, movedAt } of await landedReverts(tx, projectId)) {
    const mergeId = revertedBy(branch)
    if (mergeId !== undefined && !found.has(mergeId) && !found.has(id))
      found.set(mergeId, { mergeId, by: id, at: movedAt })
  }
  return found
}

/**
 * Earlier landings of a submission's branch that were taken back: to git their commits are in the target for good, so that
 * landing the branch again brings only what is new on it.
 */
export async function lostTo(
  tx: ReadTx,
  { id, projectId, branch }: Submission,
  taken?: ReadonlyMap<number, TakenBack>,
): Promise<TakenBack[]> {
  const known = taken ?? (await takenBackIn(tx, projectId))
  if (known.size === 0) return []
  const earlier = (await submissionsOfBranch(tx, projectId, branch)).filter(each => each.id < id)
  return earlier.flatMap(each => known.get(each.id) ?? [])
}
