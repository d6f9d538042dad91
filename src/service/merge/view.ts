/** Submissions and landings as callers see them. */
import type { LandingView, MergeView } from '#contract/shapes.ts'
import type { Landing } from '#domain/landing/landing.ts'
import { order } from '#domain/landing/order.ts'
import { isWaiting, type Submission, waitsForApproval } from '#domain/landing/submission.ts'
import { whyMainWaits } from '#domain/main/main.ts'
import { briefRef } from '#domain/ref.ts'
import { getBriefs } from '#store/queries/briefs.ts'
import { liveSubmissions, stepsOf } from '#store/queries/merges.ts'
import { getMain } from '#store/queries/projects.ts'
import { openDependencies } from '../landing/open-dependencies.ts'
import { queueStateOf } from '../landing/queue-state.ts'
import { briefsOf } from '../landing/steps.ts'
import { type Slugs, slugOf } from '../recall/views.ts'
import type { ReadWork } from '../work.ts'

export async function mergeViews(
  work: ReadWork,
  submissions: readonly Submission[],
  slugs: Slugs,
): Promise<MergeView[]> {
  const briefs = new Map(
    (
      await getBriefs(
        work.tx,
        submissions.flatMap(each => each.briefId ?? []),
      )
    ).map(each => [each.id, each]),
  )
  const waiting = order((await liveSubmissions(work.tx)).filter(isWaiting))
  const halts = new Map<number, string | undefined>()
  for (const { projectId } of submissions)
    if (!halts.has(projectId)) halts.set(projectId, await haltOf(work, projectId))
  const views: MergeView[] = []
  for (const submission of submissions) {
    const { projectId, ...shown } = submission
    const line = waiting.filter(each => each.projectId === projectId && each.target === submission.target)
    const place = line.findIndex(each => each.id === submission.id) + 1
    views.push({
      ...shown,
      project: slugOf(slugs, projectId),
      title: briefs.get(submission.briefId ?? 0)?.title ?? null,
      place: place > 0 ? place : null,
      waits: place > 0 ? await whyItWaits(work, submission, halts.get(projectId)) : undefined,
    })
  }
  return views
}

/** Why nothing lands in a project now. */
export async function haltOf(work: ReadWork, projectId: number): Promise<string | undefined> {
  const main = await getMain(work.tx, projectId)
  const state = await queueStateOf(work, main)
  return state.is === 'paused' ? `${state.by} paused it: ${state.why}` : (main.halt ?? whyMainWaits(main))
}

async function whyItWaits(
  work: ReadWork,
  submission: Submission,
  halt: string | undefined,
): Promise<string | undefined> {
  if (waitsForApproval(submission))
    return `it changes ${submission.guarded.join(', ')}, which an operator has to approve`
  if (halt) return halt
  const behind = await openDependencies(work, submission)
  if (behind.length > 0) return `it comes after ${behind.map(briefRef).join(', ')}`
  return submission.reason ?? undefined
}

export async function landingViews(work: ReadWork, landings: readonly Landing[], slugs: Slugs): Promise<LandingView[]> {
  const steps = Map.groupBy(
    await stepsOf(
      work.tx,
      landings.map(each => each.id),
    ),
    each => each.landingId,
  )
  return Promise.all(
    landings.map(async landing => {
      const { projectId, ...shown } = landing
      return {
        ...shown,
        project: slugOf(slugs, projectId),
        briefIds: await briefsOf(work, landing),
        steps: (steps.get(landing.id) ?? []).map(({ projectId: _, ...step }) => step),
      }
    }),
  )
}
