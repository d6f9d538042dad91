// Puts a commit's files into a worktree: large files and submodules as asked.

import { join } from 'node:path'
import { readFileIfThere } from '../files.ts'
import { git } from '../git/command.ts'
import { gitPatiently, wordsOf } from './in-turn.ts'
import { gitPlaceOf, type Registration } from './registration.ts'
import { isThere } from './same-place.ts'

/** `pointers` leaves the small files that git-lfs keeps in commits, instead of fetching what they stand for. */
export type LargeFiles = 'whole' | 'pointers'

export interface Filling {
  largeFiles: LargeFiles
  /** Milliseconds that the checkout may take, filters included; submodules may take as long again. */
  timeoutMs: number
}

/**
 * Moves a detached worktree to a commit, with as many workers as there are processors. What is not committed there is
 * never overwritten: then git refuses. Answers why not.
 */
export async function fill(worktree: Registration, head: string, filling: Filling): Promise<string | undefined> {
  const fresh = !(await isThere(join(worktree.ownGitDir, 'index')))
  if (!fresh && (await detachedAt(worktree)) === head) return undefined
  // Without an index the folder is empty, and a checkout would take the emptiness for deletions to be kept.
  const how = fresh ? ['reset', '--hard', '--quiet', '--no-recurse-submodules'] : ['checkout', '--quiet', '--detach']
  const args = [...largeFileSettings(filling.largeFiles), '-c', 'checkout.workers=0', ...how, head]
  const filled = await git(gitPlaceOf(worktree), args, { writes: true, timeoutMs: filling.timeoutMs })
  return filled.outcome === 'ok' ? undefined : `Its files can't be checked out: ${wordsOf(filled)}`
}

/** What HEAD says when it is on no branch. */
async function detachedAt({ ownGitDir }: Registration): Promise<string | undefined> {
  return (await readFileIfThere(join(ownGitDir, 'HEAD')))?.toString('latin1').trim()
}

/** For any git that checks files out: leaves large ones as the pointers that they are, where that is asked for. */
export function largeFileSettings(largeFiles: LargeFiles): string[] {
  if (largeFiles === 'whole') return []
  return ['filter.lfs.smudge=', 'filter.lfs.process=', 'filter.lfs.required=false'].flatMap(value => ['-c', value])
}

/** How many files of the worktree are only pointers to large ones. */
export async function countPointers(worktree: Registration): Promise<number> {
  const listed = await git(gitPlaceOf(worktree), ['ls-files', '-z', '--', ':(attr:filter=lfs)'])
  return listed.outcome === 'ok' ? listed.stdout.split('\0').length - 1 : 0
}

/** Fetches the submodules at all depths, where there are any. Answers what went wrong, as a warning to show. */
export async function fillSubmodules(worktree: Registration, timeoutMs: number): Promise<string | undefined> {
  if (!(await isThere(join(worktree.path, '.gitmodules')))) return undefined
  // From the folder: git-submodule starts gits of its own, which must not be told where to work.
  const args = ['submodule', '--quiet', 'update', '--init', '--recursive']
  const filled = await gitPatiently({ folder: worktree.path }, args, { timeoutMs })
  return filled.outcome === 'ok' ? undefined : `The submodules are not there: ${wordsOf(filled)}`
}
