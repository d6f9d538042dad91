/** Asks for MAIN to be brought into a worktree. The runner does it. */
import { askSync } from '#domain/worktree/moves.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import { commit, type Write } from '../work.ts'
import { answerOf } from './answer.ts'

export const sync: Write<'worktree.sync'> = async (input, work) => {
  const worktree = await getWorktree(work.tx, input.worktreeId)
  const change = askSync(worktree, work.now)
  await commit(work, change)
  return answerOf(work.tx, change.worktrees?.[0] ?? worktree)
}
