/** MAIN as callers see it. */
import type { MainView } from '#contract/shapes.ts'
import type { LandingJournal } from '#domain/landing/landing.ts'
import { redNow, whyNothingLands } from '#domain/main/main.ts'
import type { Project } from '#domain/project.ts'
import { lastPushOf } from '#store/queries/merges.ts'
import { getMain } from '#store/queries/projects.ts'
import { lostOf } from '../landing/lost.ts'
import type { ReadWork } from '../work.ts'

export async function mainView(work: ReadWork, project: Project): Promise<MainView> {
  const main = await getMain(work.tx, project.id)
  const push = (await lastPushOf(work.tx, project.id))?.step
  const { standing, layers, guarded, errand, reason, saved, overlaps, forecastAt } = main
  const { pausedBy, pausedAt, pauseReason, landing, journal } = main
  return {
    project: project.slug,
    path: project.path,
    branch: project.primaryBranch,
    standing,
    layers,
    guarded,
    errand,
    reason,
    saved,
    overlaps,
    forecastAt,
    landing: landing ? landingView(landing) : undefined,
    unpushed:
      push?.status === 'failed' || push?.status === 'interrupted'
        ? { commit: push.commit, lines: push.lines, at: push.movedAt }
        : undefined,
    waits: whyNothingLands(main, project.slug),
    lost: await lostOf(work, main),
    unfinished: errand === null ? journal?.ref : undefined,
    red: redNow(main),
    paused: pausedBy && pausedAt ? { by: pausedBy, at: pausedAt, reason: pauseReason ?? '' } : undefined,
  }
}

const landingView = ({ branch, base, to, landings, begunAt }: LandingJournal): MainView['landing'] => ({
  branch,
  from: base,
  to: to.commit,
  mergeIds: landings.map(each => each.submissionId),
  begunAt,
})
