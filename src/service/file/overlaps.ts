/** Where somebody's claimed paths meet those of others. */
import type { FileClaim } from '#domain/worktree/file-claim.ts'
import { overlaps } from '#domain/worktree/path-overlap.ts'
import { openFileClaims, openFileClaimsOf } from '#store/queries/worktrees.ts'
import type { ReadWork } from '../work.ts'

export type Meeting = { own: FileClaim; other: FileClaim }

export const meetings = (own: readonly FileClaim[], others: readonly FileClaim[]): Meeting[] =>
  own.flatMap(mine => others.filter(each => overlaps(mine.path, each.path)).map(other => ({ own: mine, other })))

/** Those of the caller, in one project. */
export async function overlapsOf(work: ReadWork, projectId: number): Promise<Meeting[]> {
  const mine = (await openFileClaimsOf(work.tx, work.name, work.now)).filter(each => each.projectId === projectId)
  if (mine.length === 0) return []
  const open = await openFileClaims(work.tx, projectId, work.now)
  return meetings(
    mine,
    open.filter(each => each.holder !== work.name),
  )
}
