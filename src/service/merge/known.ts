/** What is known of trees and of the commit that a line is at. */
import { findLanding, verdictsOf } from '#store/queries/merges.ts'
import type { Read } from '../work.ts'

export const known: Read<'merge.known'> = async ({ projectId, trees, commit }, work) => ({
  verdicts: (await verdictsOf(work.tx, projectId, trees)).map(
    ({ id: _i, projectId: _p, mergeIds: _m, ...verdict }) => verdict,
  ),
  landing: (await findLanding(work.tx, projectId, commit)) ?? null,
})
