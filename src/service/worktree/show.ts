/** One worktree, with its folder as it was found just now. */
import { projectSlugs } from '#store/queries/projects.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import { worktreeFactsOf } from '../facts.ts'
import type { Read } from '../work.ts'
import { worktreeViews } from './view.ts'

export const show: Read<'worktree.show'> = async (input, work) => {
  const known = await getWorktree(work.tx, input.worktreeId)
  const seen = { ...known, standing: worktreeFactsOf(work).standing ?? known.standing }
  const [worktree] = await worktreeViews(work, [seen], await projectSlugs(work.tx))
  if (!worktree) throw new Error('a worktree has a view')
  return { worktree }
}
