/** MAIN as callers see it. */
import type { MainView } from '#contract/shapes.ts'
import type { LandingJournal, LandingStep } from '#domain/landing/landing.ts'
import { type Main, redNow, whyNothingLands } from '#domain/main/main.ts'
import type { Project } from '#domain/project.ts'

type Around = {
  /** The newest one. */
  push: LandingStep | undefined
  lost: MainView['lost']
}

export function mainView(main: Main, project: Project, { push, lost }: Around): MainView {
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
    lost,
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
