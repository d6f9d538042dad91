/** Submissions and landings as callers see them. */
import type { LandingView, MergeView, TakenBack } from '#contract/shapes.ts'
import type { Landing } from '#domain/landing/landing.ts'
import { isLive, type Submission } from '#domain/landing/submission.ts'
import { getBriefs } from '#store/queries/briefs.ts'
import { stepsOf } from '#store/queries/merges.ts'
import { briefsOf } from '../landing/steps.ts'
import { type Slugs, slugOf } from '../recall/views.ts'
import type { ReadWork } from '../work.ts'
import { lostTo, takenBackIn } from './taken-back.ts'
import { inLine } from './waits.ts'

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
  const lines = await inLine(work, submissions)
  const backs = new Map<number, ReadonlyMap<number, TakenBack>>()
  const views: MergeView[] = []
  for (const submission of submissions) {
    const { projectId, ...shown } = submission
    const { place, waits } = lines.get(shown.id) ?? { place: null, waits: undefined }
    const taken = backs.get(projectId) ?? (await takenBackIn(work.tx, projectId))
    backs.set(projectId, taken)
    const lost = isLive(submission) ? await lostTo(work.tx, submission, taken) : []
    views.push({
      ...shown,
      project: slugOf(slugs, projectId),
      title: briefs.get(shown.briefId ?? 0)?.title ?? null,
      place,
      waits: waits?.why,
      takenBack: taken.get(shown.id),
      lost: lost.length > 0 ? lost : undefined,
    })
  }
  return views
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
