/** Who has claimed which paths. */
import { getProject, meantProject } from '#store/queries/projects.ts'
import { getWorktree, openFileClaims } from '#store/queries/worktrees.ts'
import type { Read } from '../work.ts'

export const list: Read<'file.list'> = async (input, work) => {
  const worktree = input.worktreeId === undefined ? undefined : await getWorktree(work.tx, input.worktreeId)
  const project = worktree ? await getProject(work.tx, worktree.projectId) : await meantProject(work.tx, input.project)
  const open = await openFileClaims(work.tx, project.id, work.now)
  const items = open
    .filter(each => !worktree || each.worktreeId === worktree.id)
    .map(({ projectId: _, releasedAt: __, ...claim }) => claim)
  return { items }
}
