/** What the runner has to know: every living worktree with its project, those with an errand among them. */
import type { Output } from '#contract/catalogue.ts'
import { later } from '#domain/dispatch.ts'
import { restorableDays, type Worktree } from '#domain/worktree/worktree.ts'
import { getProject, listProjects } from '#store/queries/projects.ts'
import { readSetting } from '#store/queries/settings.ts'
import { livingWorktrees, removedBefore } from '#store/queries/worktrees.ts'
import { trustSetting } from '../project/trust.ts'
import type { Read, ReadWork } from '../work.ts'

type Place = Output<'worktree.errands'>['items'][number]['project']

export const errands: Read<'worktree.errands'> = async ({ node }, work) => {
  const worktrees = await livingWorktrees(work.tx, node)
  const removed = await removedBefore(work.tx, node, later(work.now, -restorableDays * 86_400_000))
  const places = new Map<number, Place>()
  for (const { projectId } of [...worktrees, ...removed])
    if (!places.has(projectId)) places.set(projectId, await placeOf(work, projectId))
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

async function placeOf({ tx }: ReadWork, projectId: number): Promise<Place> {
  const { slug, path, gitDir, primaryBranch } = await getProject(tx, projectId)
  return { slug, path, gitDir, primaryBranch, trusted: (await readSetting(tx, trustSetting(projectId))) ?? null }
}
