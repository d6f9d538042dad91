// Worktrees that are checked out before they are wanted. Taking one is a rename and a switch to a near commit.

import { rename } from 'node:fs/promises'
import { isAbsence } from '../files.ts'
import { type Filling, fill } from './fill.ts'
import { gitPatiently } from './in-turn.ts'
import { prove } from './prove.ts'
import { register } from './register.ts'
import { gitPlaceOf, pointRegistration, type Registration, registrationNamedBy } from './registration.ts'
import { placeOf } from './same-place.ts'
import { undoCreation } from './undo.ts'

export type PoolFault = { folder: string; reason: string }

export type WarmUp = { outcome: 'warm'; path: string; base: string } | { outcome: 'unproven'; reason: string }

/** Checks `base` (an object id) out in a new folder, detached and proven clean; undone when that fails. */
export async function warmUp(wish: { gitDir: string; folder: string; base: string } & Filling): Promise<WarmUp> {
  const folder = await placeOf(wish.folder)
  const worktree = await register({ ...wish, folder }, wish.base)
  if ('outcome' in worktree) return worktree
  const problem = await fill(worktree, wish.base, wish)
  const proof = problem === undefined ? await prove(wish.gitDir, worktree, { head: wish.base }) : undefined
  if (proof?.outcome === 'proven') return { outcome: 'warm', path: folder, base: wish.base }
  const settled = { outcome: 'settled', head: wish.base, before: wish.base, start: 'base' } as const
  await undoCreation({ gitDir: wish.gitDir, folder, branch: '', settled })
  return { outcome: 'unproven', reason: problem ?? proof?.reason ?? '' }
}

/**
 * Moves a warm worktree to the wanted folder. The rename is the claim: of two takers one finds nothing there any more,
 * and goes on to the next.
 */
export async function claimWarm(
  gitDir: string,
  from: string,
  folder: string,
): Promise<Registration | PoolFault | undefined> {
  if ((await registrationNamedBy(gitDir, from)) === undefined) return undefined
  try {
    await rename(from, folder)
  } catch (error) {
    if (isAbsence(error)) return undefined
    return { folder: from, reason: error instanceof Error ? error.message : String(error) }
  }
  // Read where it is ours: before the rename it might have been taken and replaced by another.
  const claimed = await registrationNamedBy(gitDir, folder)
  return claimed && pointRegistration(claimed, folder)
}

/** Takes a warm worktree that could not be used back to where it was, detached, with all that is in it. */
export async function putBack(worktree: Registration, head: string, folder: string): Promise<void> {
  await gitPatiently(gitPlaceOf(worktree), ['update-ref', '--no-deref', 'HEAD', head])
  await rename(worktree.path, folder)
  await pointRegistration(worktree, folder)
}
