/** What the runner has to know: every living worktree with its project, those with an errand among them. */
import type { Place } from '#contract/shapes.ts'
import { later } from '#domain/dispatch.ts'
import { restorableDays } from '#domain/worktree/worktree.ts'
import { livingWorktrees, trashBefore } from '#store/queries/worktrees.ts'
import { lineOf } from '../landing/line-of.ts'
import { projectPlace } from '../project/place.ts'
import type { Read } from '../work.ts'

export const errands: Read<'worktree.errands'> = async (_, work) => {
  const worktrees = await livingWorktrees(work.tx)
  const places = new Map<number, Place>()
  const items = []
  for (const worktree of worktrees) {
    const { projectId } = worktree
    const project = places.get(projectId) ?? (await projectPlace(work, projectId))
    places.set(projectId, project)
    items.push({ worktree, project, onto: await lineOf(work, worktree) })
  }
  return {
    items,
    expired: await trashBefore(work.tx, later(work.now, -restorableDays * 86_400_000)),
  }
}
