/** What the runner has to know: every living worktree with its project, those with an errand among them. */
import type { Output } from '#contract/catalogue.ts'
import { later } from '#domain/dispatch.ts'
import { restorableDays } from '#domain/worktree/worktree.ts'
import { getProject } from '#store/queries/projects.ts'
import { readSetting } from '#store/queries/settings.ts'
import { livingWorktrees, trashBefore } from '#store/queries/worktrees.ts'
import { trustSetting } from '../project/trust.ts'
import type { Read, ReadWork } from '../work.ts'

type Place = Output<'worktree.errands'>['items'][number]['project']

export const errands: Read<'worktree.errands'> = async ({ node }, work) => {
  const worktrees = await livingWorktrees(work.tx, node)
  const places = new Map<number, Place>()
  for (const { projectId } of worktrees)
    if (!places.has(projectId)) places.set(projectId, await placeOf(work, projectId))
  return {
    items: worktrees.flatMap(worktree => {
      const project = places.get(worktree.projectId)
      return project ? [{ worktree, project }] : []
    }),
    expired: await trashBefore(work.tx, node, later(work.now, -restorableDays * 86_400_000)),
  }
}

async function placeOf({ tx }: ReadWork, projectId: number): Promise<Place> {
  const { slug, path, gitDir, primaryBranch } = await getProject(tx, projectId)
  return { slug, path, gitDir, primaryBranch, trusted: (await readSetting(tx, trustSetting(projectId))) ?? null }
}
