// Makes git know a worktree again whose entry is gone, while its folder still stands.

import { lstat, mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { writeFileDurably } from '../files.ts'
import { commitAt } from '../git/commits.ts'
import { gitPatiently, inTurn, wordsOf } from './in-turn.ts'
import { listWorktrees } from './list.ts'
import { commonDirOf, gitPlaceOf, registrationOf } from './registration.ts'
import { isSamePlace, placeOf } from './same-place.ts'

export type Reregistered =
  | { outcome: 'registered' }
  /** Nothing was changed. */
  | { outcome: 'left'; reason: string }

/**
 * Enters the folder anew, on its branch. No file of it is touched; what was staged or under way went with the entry, and
 * shows as changed files now. Refused for a folder that says of itself that it belongs elsewhere.
 */
export async function reregister(wish: { gitDir: string; folder: string; branch: string }): Promise<Reregistered> {
  const folder = await placeOf(wish.folder)
  return inTurn(wish.gitDir, async () => {
    const problem = await whyNot({ ...wish, folder })
    if (problem !== undefined) return left(problem)
    const id = await freeId(wish.gitDir, basename(folder))
    const ownGitDir = join(wish.gitDir, 'worktrees', id)
    await mkdir(ownGitDir, { recursive: true })
    await writeFileDurably(join(ownGitDir, 'HEAD'), `ref: refs/heads/${wish.branch}\n`, 0o644)
    await writeFileDurably(join(ownGitDir, 'commondir'), '../..\n', 0o644)
    await writeFileDurably(join(ownGitDir, 'gitdir'), `${join(folder, '.git')}\n`, 0o644)
    await writeFileDurably(join(folder, '.git'), `gitdir: ${ownGitDir}\n`, 0o644)
    const place = gitPlaceOf({ id, ownGitDir, path: folder })
    const read = await gitPatiently(place, ['reset', '--mixed', '--quiet', '--no-refresh'], { timeoutMs: 120_000 })
    return read.outcome === 'ok' ? { outcome: 'registered' } : left(`its index can't be read: ${wordsOf(read)}`)
  })
}

const left = (reason: string): Reregistered => ({ outcome: 'left', reason })

async function whyNot({ gitDir, folder, branch }: { gitDir: string; folder: string; branch: string }) {
  if (await registrationOf(gitDir, folder)) return 'git knows it'
  if (!(await commitAt(gitDir, `refs/heads/${branch}`))) return `its branch ${branch} is gone`
  const listing = await listWorktrees(gitDir)
  if (listing.outcome !== 'listed') return listing.detail
  const other = listing.worktrees.find(each => each.branch === branch)
  if (other) return `its branch ${branch} is checked out at ${other.path}`
  const file = join(folder, '.git')
  const there = await lstat(file).catch(() => undefined)
  if (there === undefined) return undefined
  if (!there.isFile()) return `${file} is no file that names a worktree`
  const owner = await commonDirOf(folder)
  if (owner === undefined || !(await isSamePlace(owner, gitDir)))
    return `it says that it belongs elsewhere: ${(await readFile(file, 'utf8')).trim()}`
  return undefined
}

async function freeId(gitDir: string, wanted: string): Promise<string> {
  for (let number = 0; ; number++) {
    const id = number === 0 ? wanted : `${wanted}${number}`
    const taken = await lstat(join(gitDir, 'worktrees', id)).catch(() => undefined)
    if (!taken) return id
  }
}
