/** What commands of preparing and of taking down leave running: found by the marker that all of a worktree's carry. */
import { worktreeRef } from '#domain/worktree/worktree.ts'
import { endTree } from '#machine/service/end-tree.ts'
import type { Errand } from './errand.ts'

type Whose = Pick<Errand, 'worktree' | 'machine'>

/** The same after a restart of flower; another installation on this machine has another root. */
export const markerOf = ({ worktree, machine }: Whose): string => `${machine.root}:${worktreeRef(worktree.id)}`

const graceMs = 5_000

/** Ends all of it. Answers what can't be ended, in words. */
export async function endLeftovers(whose: Whose): Promise<string | undefined> {
  const end = await endTree({ marker: markerOf(whose) }, graceMs)
  return end.outcome === 'stopped' ? undefined : `These processes can't be ended: ${end.pids.join(', ')}.`
}
