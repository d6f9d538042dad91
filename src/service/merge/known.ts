/** What is known of trees and of the commit that a line is at. */
import { findLanding, proofsOf, verdictsOf } from '#store/queries/merges.ts'
import type { Read, ReadWork } from '../work.ts'

export const known: Read<'merge.known'> = async ({ projectId, trees, commit, logs = [] }, work) => ({
  kept: await landedBy(work, projectId, logs),
  verdicts: (await verdictsOf(work.tx, projectId, trees)).map(
    ({ id: _i, projectId: _p, mergeIds: _m, ...verdict }) => verdict,
  ),
  landing: (await findLanding(work.tx, projectId, commit)) ?? null,
})

async function landedBy(work: ReadWork, projectId: number, logs: readonly string[]): Promise<string[]> {
  if (logs.length === 0) return []
  const needed = new Set((await proofsOf(work.tx, projectId)).flatMap(({ gates }) => gates.map(each => each.log)))
  return logs.filter(each => needed.has(each))
}
