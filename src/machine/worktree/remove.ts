// Takes a worktree away so that it can come back: kept under a ref, moved to the trash, forgotten by git.

import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { commitAt } from '../git/commits.ts'
import { leftOutOf, readManifest } from '../rescue/manifest.ts'
import { onDisk, readTree } from '../rescue/read-tree.ts'
import { snapshot } from '../rescue/snapshot.ts'
import { gitPatiently, inTurn } from './in-turn.ts'
import { landedBy } from './landed.ts'
import { listWorktrees } from './list.ts'
import { deregister, type Registration, registrationNamedBy, registrationOf } from './registration.ts'
import { isThere, placeOf } from './same-place.ts'

export interface RemovalWish {
  gitDir: string
  folder: string
  /** Where to keep it: the same at each attempt of one removal. */
  ref: string
  /** The folder's name in the trash, on the same disk as the worktree: the same at each attempt, and of no other removal. */
  trash: string
  leaveOut: string[]
  /** The branch that came with the worktree, by our records; left out, no branch is deleted. */
  branch?: string
  primaryBranch: string
  /** Commits that count as landed: MAIN's tip, a remote's, branch tips with a recorded landing. */
  landed: string[]
  /** Awaited after each point is reached. After a kill at any of them, ask again with the same wish. */
  step?: (point: RemovalPoint) => Promise<void>
}

export type RemovalPoint = 'kept' | 'moved' | 'deregistered' | 'branch_settled'

export type RemovalAnswer =
  | {
      outcome: 'removed'
      /** Undefined when the folder was gone before; then only git's side was kept. */
      trash?: string
      leftOut: string[]
      branch: BranchFate
    }
  /** Nothing was removed: there is no such worktree, and none in the trash. */
  | { outcome: 'not_registered' }
  /** Nothing was removed, as it can't be kept. */
  | { outcome: 'not_kept'; reason: string }
  /** It is kept under the ref, and folder and registration are as they were: the folder can't be moved. Ask again. */
  | { outcome: 'not_moved'; ref: string; code: string; reason: string }

export type BranchFate =
  | { outcome: 'deleted'; tip: string; landedBy: 'ancestry' | 'patches' | 'squash' }
  | { outcome: 'kept'; reason: 'none' | 'primary' | 'not_landed' | 'in_use' | 'moved' }

/** Call it after every process of the worktree has ended. Checks nothing about leases or dirt: `removalRefusal` and the caller do. */
export async function removeWorktree(wish: RemovalWish): Promise<RemovalAnswer> {
  const moved = await isThere(wish.trash)
  // What lies in the folder once the trash has ours is somebody else's.
  if (!moved) {
    const kept = await snapshot(wish)
    if (kept.outcome === 'not_kept') return kept
    // Cut off between git's forgetting and the branch, with a folder that was gone: the ref is all there is.
    if (kept.outcome === 'not_registered' && !(await commitAt(wish.gitDir, wish.ref))) return kept
    await wish.step?.('kept')
    const problem = await moveToTrash(wish)
    if (problem) return problem
  }
  await wish.step?.('moved')
  const registration = moved ? await registrationOfTrash(wish) : await registrationOf(wish.gitDir, wish.folder)
  if (registration) await inTurn(wish.gitDir, () => deregister(wish.gitDir, registration.id))
  await wish.step?.('deregistered')
  const branch = await inTurn(wish.gitDir, () => settleBranchOf(wish))
  await wish.step?.('branch_settled')
  const trash = (await isThere(wish.trash)) ? wish.trash : undefined
  const manifest = await readManifest(wish.gitDir, wish.ref)
  return { outcome: 'removed', trash, leftOut: manifest ? leftOutOf(manifest) : [], branch }
}

/** One rename: all or nothing, and links stay links. Another disk is refused by the system, not copied to. */
async function moveToTrash(wish: RemovalWish): Promise<RemovalAnswer | undefined> {
  const folder = await placeOf(wish.folder)
  if (!(await isThere(folder))) return undefined
  try {
    await mkdir(dirname(wish.trash), { recursive: true })
    await rename(folder, wish.trash)
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = error instanceof Error ? error.message : String(error)
    return { outcome: 'not_moved', ref: wish.ref, code, reason }
  }
}

/** The registration of what is in the trash by now, and not one that somebody has made in its place since. */
async function registrationOfTrash(wish: RemovalWish): Promise<Registration | undefined> {
  const there = await registrationOf(wish.gitDir, wish.folder)
  if (!(await isThere(wish.folder))) return there
  const named = await registrationNamedBy(wish.gitDir, wish.trash)
  return named?.id === there?.id ? named : undefined
}

async function settleBranchOf(wish: RemovalWish): Promise<BranchFate> {
  const { gitDir, branch } = wish
  const kept = (reason: Extract<BranchFate, { outcome: 'kept' }>['reason']) => ({ outcome: 'kept' as const, reason })
  if (branch === undefined) return kept('none')
  if (branch === wish.primaryBranch) return kept('primary')
  const tip = await commitAt(gitDir, `refs/heads/${branch}`)
  if (tip === undefined) return kept('none')
  const listing = await listWorktrees(gitDir)
  if (listing.outcome !== 'listed' || listing.worktrees.some(each => each.branch === branch)) return kept('in_use')
  const how = await landedBy(gitDir, tip, wish.landed)
  if (how === 'no') return kept('not_landed')
  // Only at the very tip that was judged, and not what it may be a name for.
  const deleted = await gitPatiently({ gitDir }, ['update-ref', '--no-deref', '-d', `refs/heads/${branch}`, tip])
  return deleted.outcome === 'ok' ? { outcome: 'deleted', tip, landedBy: how } : kept('moved')
}

export type Emptying = { outcome: 'emptied' } | { outcome: 'left'; code: string; reason: string }

/** Deletes one folder of the trash for good. Links are unlinked, never followed; closed folders of ours are opened first. */
export async function emptyTrash(trash: string): Promise<Emptying> {
  try {
    await openFolders(trash)
    await rm(trash, { recursive: true, force: true, maxRetries: 3 })
    return { outcome: 'emptied' }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { outcome: 'left', code, reason: error instanceof Error ? error.message : String(error) }
  }
}

async function openFolders(trash: string): Promise<void> {
  if (!(await isThere(trash))) return
  for (const entry of await readTree(trash, () => false)) {
    if (entry.kind === 'folder' && (entry.mode & 0o700) !== 0o700) await chmod(onDisk(trash, entry.path), 0o700)
  }
}
