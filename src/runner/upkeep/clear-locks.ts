/**
 * Lock files that a git of ours left when it was killed together with flower. They are taken away after a restart, so that what
 * was under way goes on; those of anybody else are left, and `doctor` names them.
 */
import { rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Client } from '#client/client.ts'
import { segmentOf } from '#domain/worktree/name.ts'
import { findLocks, type GitLock, gitsAtWorkIn, lockName } from '#machine/git/locks.ts'
import { registrationOf } from '#machine/worktree/registration.ts'
import { teller } from '../carrier.ts'
import type { Item } from '../errand.ts'

/** `waiting`: a git that was ours, or might hold one, still runs. */
export type Cleared = 'clear' | 'waiting'

/** `before`: when we started, in milliseconds since 1970; no lock that is younger is one that was left. */
export async function clearLocks(client: Client, items: readonly Item[], before: number): Promise<Cleared> {
  let outcome: Cleared = 'clear'
  for (const item of items.filter(each => each.worktree.errand !== null)) {
    const left = await locksLeftBy(item, before)
    if (left.length === 0) continue
    const { project, worktree } = item
    const folders = [
      project.path,
      project.gitDir,
      ...items.flatMap(each => (isBeside(each, item) ? [each.worktree.path] : [])),
    ]
    // Ours of this life can't hold a lock that was there before it.
    const gits = gitsAtWorkIn(folders, process.pid)
    if (gits === 'some') outcome = 'waiting'
    if (gits !== 'none') continue
    for (const { path } of left) await rm(path, { force: true })
    const names = left.map(each => lockName(project.gitDir, each.path)).join(', ')
    const how = `git was cut off too, and what it had locked is free again (${names})`
    await teller(client)(worktree.id, { what: 'resumed', how, journal: worktree.journal })
  }
  return outcome
}

const isBeside = (one: Item, other: Item): boolean => one.project.gitDir === other.project.gitDir

/** Of what an errand of this worktree writes: its own folder below git's, its branch, its rescues, and what all refs share. */
async function locksLeftBy({ worktree, project }: Item, before: number): Promise<GitLock[]> {
  const { gitDir, primaryBranch } = project
  const own = (await registrationOf(gitDir, worktree.path))?.ownGitDir
  const shared = ['packed-refs.lock', 'config.lock', `refs/heads/${worktree.branch}.lock`]
  const rescues = join('refs', 'flower', 'rescue', segmentOf(worktree.name)) + sep
  const isOurs = (path: string): boolean => {
    const name = lockName(gitDir, path)
    const fetched = name.startsWith(join('refs', 'remotes') + sep) && name.endsWith(`${sep}${primaryBranch}.lock`)
    const ofOwn = own !== undefined && path.startsWith(own + sep)
    return ofOwn || fetched || name.startsWith(rescues) || shared.includes(name.replaceAll(sep, '/'))
  }
  return (await findLocks(gitDir)).filter(each => each.modifiedAt < before && isOurs(each.path))
}
