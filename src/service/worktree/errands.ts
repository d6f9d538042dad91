/** What the runner has to know: every living worktree with its project, those with an errand among them. */
import { getProject } from '#store/queries/projects.ts'
import { livingWorktrees } from '#store/queries/worktrees.ts'
import type { Read } from '../work.ts'

export const errands: Read<'worktree.errands'> = async (_, work) => {
  const worktrees = await livingWorktrees(work.tx)
  const projects = new Map<number, { slug: string; path: string; gitDir: string; primaryBranch: string }>()
  for (const { projectId } of worktrees) {
    if (projects.has(projectId)) continue
    const { slug, path, gitDir, primaryBranch } = await getProject(work.tx, projectId)
    projects.set(projectId, { slug, path, gitDir, primaryBranch })
  }
  return {
    items: worktrees.flatMap(worktree => {
      const project = projects.get(worktree.projectId)
      return project ? [{ worktree, project }] : []
    }),
  }
}
