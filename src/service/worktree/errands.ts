/** What the runner has to know: every living worktree with its project, and those of which something is asked. */
import { later } from '#domain/dispatch.ts'
import { restorableDays, type Worktree } from '#domain/worktree/worktree.ts'
import { listProjects } from '#store/queries/projects.ts'
import { dueWorktrees, livingWorktrees, removedBefore } from '#store/queries/worktrees.ts'
import type { Read, ReadWork } from '../work.ts'
import { type InHand, inHandOf } from './in-hand.ts'

/** More than a node carries out at once: the rest is asked for as these are done. */
const mostDue = 64

export const errands: Read<'worktree.errands'> = async ({ node }, work) => ({
  items: await inHand(work, await livingWorktrees(work.tx, node)),
  expired: await inHand(work, await removedBefore(work.tx, node, later(work.now, -restorableDays * 86_400_000))),
  projects: (await listProjects(work.tx)).map(({ slug, gitDir }) => ({ slug, gitDir })),
})

export const due: Read<'worktree.due'> = async ({ node }, work) => ({
  items: await inHand(work, await dueWorktrees(work.tx, node, mostDue)),
})

async function inHand(work: ReadWork, worktrees: readonly Worktree[]): Promise<InHand[]> {
  const of = inHandOf(work)
  const items: InHand[] = []
  for (const worktree of worktrees) items.push(await of(worktree))
  return items
}
