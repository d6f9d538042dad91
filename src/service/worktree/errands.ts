/** What the runner has to know: every living worktree with its project, those with an errand among them. */
import type { Place } from '#contract/shapes.ts'
import { later } from '#domain/dispatch.ts'
import { restorableDays, type Worktree } from '#domain/worktree/worktree.ts'
import { listProjects } from '#store/queries/projects.ts'
import { livingWorktrees, removedBefore } from '#store/queries/worktrees.ts'
import { projectPlace } from '../project/place.ts'
import type { Read } from '../work.ts'

export const errands: Read<'worktree.errands'> = async ({ node }, work) => {
  const worktrees = await livingWorktrees(work.tx, node)
  const removed = await removedBefore(work.tx, node, later(work.now, -restorableDays * 86_400_000))
  const places = new Map<number, Place>()
  for (const { projectId } of [...worktrees, ...removed])
    if (!places.has(projectId)) places.set(projectId, await projectPlace(work, projectId))
  const withPlace = (worktree: Worktree) => {
    const project = places.get(worktree.projectId)
    return project ? [{ worktree, project }] : []
  }
  return {
    items: worktrees.flatMap(withPlace),
    expired: removed.flatMap(withPlace),
    projects: (await listProjects(work.tx)).map(({ slug, gitDir }) => ({ slug, gitDir })),
  }
}
