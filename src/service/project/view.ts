/** A project as it is shown. */
import type { ProjectView } from '#contract/shapes.ts'
import type { Project } from '#domain/project.ts'
import type { ProjectCounts } from '#store/queries/counts.ts'

const nothingOpen: ProjectCounts = { openBriefs: 0, liveDispatches: 0 }

export function viewOf(project: Project, counts: Map<number, ProjectCounts>): ProjectView {
  const { node: _n, removedAt: _r, ...shown } = project
  return { ...shown, ...(counts.get(project.id) ?? nothingOpen) }
}
