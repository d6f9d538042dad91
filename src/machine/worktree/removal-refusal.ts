// What is never a candidate for removal, whatever a record says.

import { listWorktrees } from './list.ts'
import { registrationOf } from './registration.ts'
import { isSamePlace, liesBelow } from './same-place.ts'

export interface Candidate {
  gitDir: string
  folder: string
  /** Below which every worktree of ours is made. */
  root: string
  /** MAIN, where the project has a primary checkout. */
  primaryPath?: string
  home: string
}

export type RemovalRefusal =
  | { reason: 'is_main' | 'holds_main' | 'is_home' | 'holds_home' | 'not_ours' | 'not_registered' }
  | { reason: 'locked'; why: string }
  /** Another worktree lies in it. */
  | { reason: 'holds_worktree'; path: string }
  | { reason: 'unknown'; why: string }

/** Why the folder may not be removed; undefined when it may. Places are compared by real path and inode; doubt refuses. */
export async function removalRefusal(candidate: Candidate): Promise<RemovalRefusal | undefined> {
  const { gitDir, folder, primaryPath, home, root } = candidate
  if (primaryPath !== undefined) {
    if (await isSamePlace(folder, primaryPath)) return { reason: 'is_main' }
    if (await liesBelow(primaryPath, folder)) return { reason: 'holds_main' }
  }
  if (await liesBelow(gitDir, folder)) return { reason: 'holds_main' }
  if (await isSamePlace(folder, home)) return { reason: 'is_home' }
  if (await liesBelow(home, folder)) return { reason: 'holds_home' }
  if (!(await liesBelow(folder, root))) return { reason: 'not_ours' }
  const registration = await registrationOf(gitDir, folder)
  if (registration === undefined) return { reason: 'not_registered' }
  const listing = await listWorktrees(gitDir)
  if (listing.outcome !== 'listed') return { reason: 'unknown', why: listing.detail }
  for (const each of listing.worktrees) {
    const itself = await isSamePlace(each.path, folder)
    if (itself && each.locked !== undefined) return { reason: 'locked', why: each.locked }
    if (!itself && (await liesBelow(each.path, folder))) return { reason: 'holds_worktree', path: each.path }
  }
  return undefined
}
