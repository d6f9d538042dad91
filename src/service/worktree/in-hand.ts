/** A worktree as the runner has it in hand: with its project, and with the branch that its work lands on. */
import type { Output } from '#contract/catalogue.ts'
import type { Place } from '#contract/shapes.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import { findWorktree } from '#store/queries/worktrees.ts'
import type { ReadTx } from '#store/transaction.ts'
import { lineOf } from '../landing/line-of.ts'
import { projectPlace } from '../project/place.ts'
import type { ReadWork } from '../work.ts'

export type InHand = Output<'worktree.errands'>['items'][number]

/** The project of many is read once. */
export function inHandOf(work: Pick<ReadWork, 'tx'>): (worktree: Worktree) => Promise<InHand> {
  const places = new Map<number, Place>()
  return async worktree => {
    const { projectId } = worktree
    const project = places.get(projectId) ?? (await projectPlace(work, projectId))
    places.set(projectId, project)
    return { worktree, project, onto: await lineOf(work, worktree) }
  }
}

/** Undefined of one that has ended, or is not on this node. */
export async function livingInHand(tx: ReadTx, node: string, worktreeId: number): Promise<InHand | undefined> {
  const worktree = await findWorktree(tx, worktreeId)
  return worktree?.node === node && worktree.endedAt === null ? inHandOf({ tx })(worktree) : undefined
}
