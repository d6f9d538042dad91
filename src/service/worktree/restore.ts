/** Asks for a removed worktree to come back. Its name, place and branch must be free. */
import { askRestoring } from '#domain/worktree/moves.ts'
import { getProject } from '#store/queries/projects.ts'
import { findWorktreeNamed, getWorktree } from '#store/queries/worktrees.ts'
import { commit, type Write } from '../work.ts'
import { answerOf } from './answer.ts'
import { refuseTaken, taken } from './request.ts'

export const restore: Write<'worktree.restore'> = async (input, work) => {
  const worktree = await getWorktree(work.tx, input.worktreeId)
  const change = askRestoring(worktree, work.now)
  if (worktree.endedAt) {
    const rival = await findWorktreeNamed(work.tx, worktree.projectId, worktree.name)
    if (rival) throw taken('name', worktree.name, rival)
    await refuseTaken(work, await getProject(work.tx, worktree.projectId), worktree)
  }
  await commit(work, change)
  return answerOf(work.tx, 'worktrees' in change ? change.worktrees[0] : worktree)
}
