/** What the queue's driver has to know, project by project. */
import type { Output } from '#contract/catalogue.ts'
import { integratedBy, integrationBranch } from '#domain/landing/integration.ts'
import { isLive } from '#domain/landing/submission.ts'
import { whyMainWaits } from '#domain/main/main.ts'
import { Refusal } from '#domain/refusal.ts'
import { lastLandedOn, openEpics, wholeEpics } from '#store/queries/integration.ts'
import {
  findSubmissionOf,
  finishedBriefs,
  landedBriefs,
  liveSubmissions,
  newestCommitsOn,
} from '#store/queries/merges.ts'
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
  const epics = await finishedEpics(work, projectId)
  const briefIds = await finishedBriefs(work.tx, projectId)
  for (const briefId of new Set([...briefIds, ...epics.whole])) {
    try {
      const place = await whereOf(work, { briefId })
      const isOpen = epics.open.includes(briefId) && integratedBy(place.branch) === briefId
      if (!isOpen) places.push({ ...place, consent: await consentOf(work, briefId) })
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason
    }
  }
  return places
}

/** Epics whose children have all landed on their branch since that was submitted last; and those that are not so far. */
async function finishedEpics(work: ReadWork, projectId: number): Promise<{ whole: number[]; open: number[] }> {
  const whole: number[] = []
  for (const id of await wholeEpics(work.tx, projectId)) {
    const branch = integrationBranch(id)
    const submitted = await findSubmissionOf(work.tx, projectId, branch)
    const last = await lastLandedOn(work.tx, projectId, branch)
    const isNew = !submitted || (!isLive(submitted) && last !== null && submitted.movedAt < last)
    if (isNew) whole.push(id)
  }
  return { whole, open: await openEpics(work.tx, projectId) }
}
