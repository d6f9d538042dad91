/** What the runner has to know: every living worktree with its project, those with an errand among them. */
import type { Place } from '#contract/shapes.ts'
import { later } from '#domain/dispatch.ts'
import { restorableDays } from '#domain/worktree/worktree.ts'
import { livingWorktrees, trashBefore } from '#store/queries/worktrees.ts'
import { projectPlace } from '../project/place.ts'
import type { Read } from '../work.ts'

export const errands: Read<'worktree.errands'> = async ({ node }, work) => {
  const worktrees = await livingWorktrees(work.tx, node)
  const places = new Map<number, Place>()
  for (const { projectId } of worktrees)
    if (!places.has(projectId)) places.set(projectId, await projectPlace(work, projectId))
  return {
    items: worktrees.flatMap(worktree => {
      const project = places.get(worktree.projectId)
      return project ? [{ worktree, project }] : []
    }),
    expired: await trashBefore(work.tx, node, later(work.now, -restorableDays * 86_400_000)),
  }
}
