/** One submission with all that gates said of it. */
import { findLanding, getSubmission, verdictsAbout } from '#store/queries/merges.ts'
import { projectSlugs } from '#store/queries/projects.ts'
import type { Read } from '../work.ts'
import { landingViews, mergeViews } from './view.ts'

export const show: Read<'merge.show'> = async (input, work) => {
  const submission = await getSubmission(work.tx, input.mergeId)
  const slugs = await projectSlugs(work.tx)
  const [view] = await mergeViews(work, [submission], slugs)
  if (!view) throw new Error('a submission has a view')
  const { landedCommit, projectId } = submission
  const landing = landedCommit === null ? undefined : await findLanding(work.tx, projectId, landedCommit)
  const verdicts = (await verdictsAbout(work.tx, submission)).map(
    ({ id: _i, projectId: _p, mergeIds: _m, ...verdict }) => verdict,
  )
  const { running } = work.facts
  return { merge: { ...view, landing: landing && (await landingViews(work, [landing], slugs))[0], verdicts, running } }
}
