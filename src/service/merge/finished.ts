/** What the queue takes up by itself: finished work that waits to be submitted, and Briefs that have landed. */
import type { Output } from '#contract/catalogue.ts'
import { integratedBy, integrationBranch } from '#domain/landing/integration.ts'
import { isLive } from '#domain/landing/submission.ts'
import { Refusal } from '#domain/refusal.ts'
import { lastLandedOn, openEpics, wholeEpics } from '#store/queries/integration.ts'
import { findSubmissionOf, finishedBriefs, landedBriefs } from '#store/queries/merges.ts'
import { consentOf } from '../landing/consent.ts'
import type { Read, ReadWork } from '../work.ts'
import { whereOf } from './where.ts'

type Finished = Output<'merge.finished'>['finished'][number]

export const finished: Read<'merge.finished'> = async ({ projectId }, work) => ({
  finished: await finishedPlaces(work, projectId),
  landed: await landedBriefs(work.tx, projectId),
})

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
