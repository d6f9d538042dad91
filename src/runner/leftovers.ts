/** What a life of flower that was cut off leaves running for a worktree, found by markers: commands of preparing and of taking down, and git. */
import { worktreeRef } from '#domain/worktree/worktree.ts'
import { checkoutMarker } from '#machine/git/command.ts'
import { endTree } from '#machine/service/end-tree.ts'
import type { Errand } from './errand.ts'

type Whose = Pick<Errand, 'worktree' | 'machine'>

/** The same after a restart of flower; another installation on this machine has another root. */
export const markerOf = ({ worktree, machine }: Whose): string => `${machine.root}:${worktreeRef(worktree.id)}`

const graceMs = 5_000

/** Ends all of it. Answers what can't be ended, in words. */
export async function endLeftovers(whose: Whose): Promise<string | undefined> {
  const pids = [...(await endMarked(markerOf(whose))), ...(await endGits(whose.worktree.path))]
  return pids.length === 0 ? undefined : `These processes can't be ended: ${pids.join(', ')}.`
}

/** Only before a git of our own writes there. Answers those that can't be ended. */
export const endGits = (checkout: string): Promise<number[]> => endMarked(checkoutMarker(checkout))

async function endMarked(marker: string): Promise<number[]> {
  const end = await endTree({ marker }, graceMs)
  return end.outcome === 'stopped' ? [] : end.pids
}
