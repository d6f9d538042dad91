/** Asks for a worktree to go. Who works in it is looked up in the transaction; its folder was looked at just before. */
import { dispatchRef } from '#domain/ref.ts'
import { askRemoval } from '#domain/worktree/moves.ts'
import { getWorktree, holdersIn, openFileClaimsIn } from '#store/queries/worktrees.ts'
import { worktreeFactsOf } from '../facts.ts'
import { commit, type ReadWork, type Write } from '../work.ts'
import { answerOf } from './answer.ts'

export const remove: Write<'worktree.remove'> = async (input, work) => {
  const known = await getWorktree(work.tx, input.worktreeId)
  const worktree = { ...known, standing: worktreeFactsOf(work).standing ?? known.standing }
  const change = askRemoval(worktree, await holders(work, known.id), { confirm: input.confirm ?? false, now: work.now })
  await commit(work, change)
  return answerOf(work.tx, change.worktrees?.[0] ?? worktree)
}

async function holders(work: ReadWork, id: number): Promise<string[]> {
  const agents = await holdersIn(work.tx, [id])
  const claims = (await openFileClaimsIn(work.tx, [id], work.now)).filter(each => each.holder !== work.name)
  return [
    ...agents.map(each => `${each.holder} (${dispatchRef(each.dispatchId)})`),
    ...claims.map(each => `${each.holder} (${each.path})`),
  ]
}
