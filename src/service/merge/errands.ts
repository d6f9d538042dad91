/** What the queue's driver has to know, project by project. */
import type { Output } from '#contract/catalogue.ts'
import { whyMainWaits } from '#domain/main/main.ts'
import { Refusal } from '#domain/refusal.ts'
import { finishedBriefs, landedBriefs, liveSubmissions } from '#store/queries/merges.ts'
import { getMain, listProjects } from '#store/queries/projects.ts'
import { consentOf } from '../landing/consent.ts'
import { openDependencies } from '../landing/open-dependencies.ts'
import { queueStateOf } from '../landing/queue-state.ts'
import { openSteps } from '../landing/steps.ts'
import { projectPlace } from '../project/place.ts'
import type { Read, ReadWork } from '../work.ts'
import { whereOf } from './where.ts'

type Finished = Output<'merge.errands'>['items'][number]['finished'][number]

export const errands: Read<'merge.errands'> = async (input, work) => {
  const items = []
  for (const { id, node } of await listProjects(work.tx)) {
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
      blocked: whyMainWaits(main) ?? null,
      submissions,
      waitsFor,
      journal: main.landing,
      finished: await finishedPlaces(work, id),
      landed: await landedBriefs(work.tx, id),
      steps: await openSteps(work, id),
    })
  }
  return { items }
}

/** Where each finished Brief's work is; one that has no branch has nothing to land. */
async function finishedPlaces(work: ReadWork, projectId: number): Promise<Finished[]> {
  const places: Finished[] = []
  for (const briefId of await finishedBriefs(work.tx, projectId)) {
    try {
      places.push({ ...(await whereOf(work, { briefId })), consent: await consentOf(work, briefId) })
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason
    }
  }
  return places
}
