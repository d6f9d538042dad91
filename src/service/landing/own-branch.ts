/** Where the next leg of a Brief works, unless another branch was asked for. */
import type { Brief } from '#domain/brief.ts'
import { ownBranch } from '#domain/landing/integration.ts'
import { isWholeEpic } from '#store/queries/integration.ts'
import type { ReadWork } from '../work.ts'

/** `earlier` is the branch of its legs so far: later ones go on from there, but for an epic that has become whole. */
export async function ownBranchOf(
  { tx }: ReadWork,
  brief: Pick<Brief, 'id' | 'title'>,
  earlier: string | null | undefined,
): Promise<string> {
  const isWhole = await isWholeEpic(tx, brief.id)
  return isWhole || !earlier ? ownBranch(brief, isWhole) : earlier
}
