/** Asks for a worktree to be brought to ready. The runner does it. */
import { askPreparing } from '#domain/worktree/moves.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import { commit, type Write } from '../work.ts'
import { answerOf } from './answer.ts'

export const prepare: Write<'worktree.prepare'> = async (input, work) => {
  const worktree = await getWorktree(work.tx, input.worktreeId)
  const change = askPreparing(worktree, work.now)
  await commit(work, change)
  return answerOf(work.tx, change.worktrees?.[0] ?? worktree)
}
