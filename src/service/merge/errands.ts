/** What the queue's driver has to know, project by project. */
import { whyMainWaits } from '#domain/main/main.ts'
import { liveSubmissions, newestCommitsOn } from '#store/queries/merges.ts'
import { getMain, listProjects } from '#store/queries/projects.ts'
import { openDependencies } from '../landing/open-dependencies.ts'
import { queueStateOf } from '../landing/queue-state.ts'
import { openSteps } from '../landing/steps.ts'
import { projectPlace } from '../project/place.ts'
import type { Read } from '../work.ts'

export const errands: Read<'merge.errands'> = async (input, work) => {
  const items = []
  for (const { id, node, slug, primaryBranch } of await listProjects(work.tx)) {
    if (node !== input.node || (input.projectId !== undefined && input.projectId !== id)) continue
    const main = await getMain(work.tx, id)
    const submissions = await liveSubmissions(work.tx, id)
    const waitsFor = []
    for (const submission of submissions) {
      const briefIds = await openDependencies(work, submission)
      if (briefIds.length > 0) waitsFor.push({ mergeId: submission.id, briefIds })
    }
    items.push({
      project: await projectPlace(work, id),
      queue: await queueStateOf(work, main),
      blocked: whyMainWaits(main, slug) ?? null,
      submissions,
      waitsFor,
      newest: await newestCommitsOn(work.tx, id, primaryBranch),
      journal: main.landing,
      steps: await openSteps(work, id),
    })
  }
  return { items }
}
