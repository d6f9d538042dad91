/** What a branch changes, where it stands in the queue, and whom it would meet. */
import { findSubmissionOf } from '#store/queries/merges.ts'
import { getMain, projectSlugs } from '#store/queries/projects.ts'
import type { Read } from '../work.ts'
import { mergeViews } from './view.ts'
import { whereOf } from './where.ts'

export const changes: Read<'merge.changes'> = async (input, work) => {
  const { projectId, branch, target, briefId } = await whereOf(work, input)
  const newest = await findSubmissionOf(work.tx, projectId, branch)
  const found = work.facts.changes ?? { reason: 'it was not looked at' }
  const { overlaps } = await getMain(work.tx, projectId)
  return {
    branch,
    target,
    briefId,
    merge: newest ? ((await mergeViews(work, [newest], await projectSlugs(work.tx)))[0] ?? null) : null,
    changes: 'reason' in found ? null : found,
    reason: 'reason' in found ? found.reason : undefined,
    overlaps: overlaps.filter(each => each.branch === branch || each.with === branch),
  }
}
