/** MAIN as callers see it. */
import type { MainView } from '#contract/shapes.ts'
import { type Main, whyMainWaits } from '#domain/main/main.ts'
import type { Project } from '#domain/project.ts'

export function mainView(main: Main, project: Project): MainView {
  const { standing, layers, guarded, errand, reason, saved, overlaps, forecastAt } = main
  const { pausedBy, pausedAt, pauseReason } = main
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
    waits: whyMainWaits(main),
    paused: pausedBy && pausedAt ? { by: pausedBy, at: pausedAt, reason: pauseReason ?? '' } : undefined,
  }
}
