// Where a branch is checked out, so that no landing moves it away under somebody's feet.

import { join } from 'node:path'
import { readFileIfThere } from '../files.ts'
import { listWorktrees } from '../worktree/list.ts'
import { registrations } from '../worktree/registration.ts'
import { isSamePlace } from '../worktree/same-place.ts'
import type { GitFailure } from './plumbing.ts'
import { type Checkout, isMidway } from './standing.ts'

export type WhereAnswer =
  /** It follows a landing. */
  | { outcome: 'checked_out' }
  /** Nowhere: only the ref moves. */
  | { outcome: 'nowhere' }
  /** In another worktree, whose files would stay behind. */
  | { outcome: 'checked_out_elsewhere'; path: string }
  /** Somebody's rebase, merge, cherry-pick or revert is not at its end there; `sign` is git's own file for it. */
  | { outcome: 'under_way'; path: string; sign: string }
  | GitFailure

/** Looks at every worktree anew. `checkout` is the one that is to follow. */
export async function whereIs(gitDir: string, branch: string, checkout?: Checkout): Promise<WhereAnswer> {
  const listing = await listWorktrees(gitDir)
  if (listing.outcome !== 'listed') return { outcome: 'failed', step: 'git worktree list', detail: listing.detail }
  const rebased = await beingRebased(gitDir, branch)
  if (rebased) return { outcome: 'under_way', ...rebased }
  const users = listing.worktrees.filter(each => each.branch === branch && !each.bare && each.prunable === undefined)
  let here = false
  for (const user of users) {
    // git names a separated git folder itself as the primary checkout's path.
    const own = checkout && (user.primary ? checkout.ownGitDir === gitDir : await isSamePlace(user.path, checkout.path))
    if (!own) return { outcome: 'checked_out_elsewhere', path: user.path }
    here = true
  }
  if (!here || checkout === undefined) return { outcome: 'nowhere' }
  const sign = await isMidway(checkout.ownGitDir)
  return sign === undefined ? { outcome: 'checked_out' } : { outcome: 'under_way', path: checkout.path, sign }
}

/** HEAD is detached meanwhile, and the rebase's end sets the branch to what it made of the old tip. */
async function beingRebased(gitDir: string, branch: string): Promise<{ path: string; sign: string } | undefined> {
  const linked = await registrations(gitDir)
  const places = [{ ownGitDir: gitDir, path: gitDir }, ...linked]
  for (const { ownGitDir, path } of places)
    for (const sign of ['rebase-merge', 'rebase-apply']) {
      const name = await readFileIfThere(join(ownGitDir, sign, 'head-name'))
      if (name?.toString('utf8').trim() === `refs/heads/${branch}`) return { path, sign }
    }
  return undefined
}
