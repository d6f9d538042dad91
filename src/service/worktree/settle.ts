/** Keeps what the runner found out. */
import { settle as decide } from '#domain/worktree/moves.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import { commit, type Write } from '../work.ts'

export const settle: Write<'worktree.settle'> = async (input, work) => {
  const worktree = await getWorktree(work.tx, input.worktreeId)
  const change = decide(worktree, input.finding, work.now)
  await commit(work, change)
  return { worktree: change.worktrees?.[0] ?? worktree }
}
