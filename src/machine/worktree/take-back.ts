// Puts a worktree back to where it was before MAIN was brought in, when that was cut off with some files written and others not.

import { lstat, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type GitPlace, git } from '../git/command.ts'
import { commitAt } from '../git/commits.ts'
import { nextRescueRef } from '../rescue/rescue-ref.ts'
import { snapshot } from '../rescue/snapshot.ts'
import { gitPatiently, inTurn, wordsOf } from './in-turn.ts'
import { gitPlaceOf, registrationOf } from './registration.ts'

export interface HalfBroughtIn {
  gitDir: string
  folder: string
  /** The worktree's, for the rescue ref. */
  name: string
  /** Where its HEAD was, and the commit that was being brought in. */
  head: string
  commit: string
}

export type TakenBack =
  | { outcome: 'nothing_to_do' }
  /** `kept` is the ref that holds the worktree as it was found: somebody may have gone on working in it since. */
  | { outcome: 'taken_back'; kept: string }
  | { outcome: 'failed'; reason: string }

const LARGE = { timeoutMs: 120_000, maxBytes: 256 * 1024 * 1024 }

/**
 * Only the files that the merge, or the checkout, would have written are put back, and only where one of them is not as HEAD
 * has it. Call it once nothing of ours runs there any more. Doing it again does nothing.
 */
export async function takeBack(half: HalfBroughtIn): Promise<TakenBack> {
  const { gitDir, folder, head, commit } = half
  const registration = await registrationOf(gitDir, folder)
  if (registration === undefined) return failed(`git does not know ${folder} as a worktree.`)
  const place = gitPlaceOf(registration)
  // git itself takes back what it stopped in, for a conflict.
  if (await commitAt(registration.ownGitDir, 'MERGE_HEAD')) await gitPatiently(place, ['merge', '--abort'])
  if ((await commitAt(registration.ownGitDir, 'HEAD')) !== head) return { outcome: 'nothing_to_do' }
  const detached = (await git(place, ['symbolic-ref', '--quiet', 'HEAD'])).outcome !== 'ok'
  const written = await changesOf(gitDir, head, detached ? commit : await mergedTree(gitDir, head, commit))
  const dirty = await dirtyPaths(place)
  if (typeof dirty === 'string') return failed(dirty)
  if (!written?.some(each => dirty.has(each.path))) return { outcome: 'nothing_to_do' }
  return inTurn(gitDir, () => putBack(half, place, written))
}

const failed = (reason: string): TakenBack => ({ outcome: 'failed', reason })

async function putBack(half: HalfBroughtIn, place: GitPlace, written: Change[]): Promise<TakenBack> {
  const ref = await nextRescueRef(half.gitDir, half.name)
  const kept = await snapshot({ gitDir: half.gitDir, folder: half.folder, ref, leaveOut: ['node_modules'] })
  if (kept.outcome !== 'kept') return failed(`It can't be kept as it is: ${wordsOfKeeping(kept)}`)
  const listed = (changes: Change[]) => ({ ...LARGE, input: changes.map(each => `${each.path}\0`).join('') })
  const from = ['--pathspec-from-file=-', '--pathspec-file-nul']
  const there = written.filter(each => !each.added)
  const index = await gitPatiently(
    place,
    ['--literal-pathspecs', 'reset', '--quiet', ...from, half.head],
    listed(written),
  )
  if (index.outcome !== 'ok') return failed(wordsOf(index))
  for (const each of written.filter(({ added }) => added)) await removeFile(join(half.folder, each.path))
  if (there.length === 0) return { outcome: 'taken_back', kept: ref }
  const files = await gitPatiently(place, ['checkout-index', '--force', '--quiet', '-z', '--stdin'], listed(there))
  return files.outcome === 'ok' ? { outcome: 'taken_back', kept: ref } : failed(wordsOf(files))
}

/** A folder in its place is somebody's. */
async function removeFile(path: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined)
  if (there && !there.isDirectory()) await rm(path)
}

const wordsOfKeeping = (kept: { outcome: string; reason?: string }): string => kept.reason ?? kept.outcome

type Change = { path: string; added: boolean }

async function changesOf(gitDir: string, head: string, tree: string | undefined): Promise<Change[] | undefined> {
  if (tree === undefined) return undefined
  const args = ['diff-tree', '-r', '-z', '--name-status', '--no-renames', head, tree]
  const listed = await git({ gitDir }, args, LARGE)
  if (listed.outcome !== 'ok') return undefined
  const fields = listed.stdout.split('\0')
  const changes: Change[] = []
  for (let at = 0; at + 1 < fields.length; at += 2)
    changes.push({ path: fields[at + 1] ?? '', added: fields[at] === 'A' })
  return changes
}

/** With the marks of conflicts in it, where both sides changed the same; undefined for a git older than 2.38. */
async function mergedTree(gitDir: string, head: string, commit: string): Promise<string | undefined> {
  const merged = await git({ gitDir }, ['merge-tree', '--write-tree', '-z', head, commit], { ...LARGE, writes: true })
  const said = merged.outcome === 'ok' || merged.outcome === 'failed' ? merged.stdout.split('\0')[0] : undefined
  return said !== undefined && /^[0-9a-f]{40,64}$/.test(said) ? said : undefined
}

/** Paths that are not as HEAD has them; in words, why they can't be read. */
async function dirtyPaths(place: GitPlace): Promise<Set<string> | string> {
  const args = ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames']
  const read = await git(place, args, LARGE)
  if (read.outcome !== 'ok') return `Its status can't be read: ${wordsOf(read)}`
  return new Set(read.stdout.split('\0').map(line => line.slice(3)))
}
