/** MAIN as callers see it. */
import type { MainView } from '#contract/shapes.ts'
import type { LandingJournal } from '#domain/landing/landing.ts'
import { type Main, whyMainWaits } from '#domain/main/main.ts'
import type { Project } from '#domain/project.ts'

export function mainView(main: Main, project: Project): MainView {
  const { standing, layers, guarded, errand, reason, saved, overlaps, forecastAt } = main
  const { pausedBy, pausedAt, pauseReason, landing } = main
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
    waits: whyMainWaits(main),
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
