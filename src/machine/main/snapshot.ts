// Keeps what is in MAIN's checkout and index in one commit under a rescue ref, in the form in which worktrees are kept, so
// that it can come back as one.

import { lstat } from 'node:fs/promises'
import { gitForBytes } from '../git/command.ts'
import { commitAt } from '../git/commits.ts'
import { type BytePath, readTree } from '../rescue/read-tree.ts'
import { keep, type SnapshotAnswer } from '../rescue/snapshot.ts'
import { wordsOf } from '../worktree/in-turn.ts'
import type { MainPlace } from './state.ts'

// Of MAIN's git folder, which is the whole repository's, only this is the checkout's own. What a rebase or a bisection left
// is kept, but doesn't come back: it would go on to move MAIN's branch.
const COMES_BACK =
  /^(?:HEAD|index|sharedindex\.[0-9a-f]+|ORIG_HEAD|MERGE_[A-Z]+|AUTO_MERGE|SQUASH_MSG|COMMIT_EDITMSG|CHERRY_PICK_HEAD|REVERT_HEAD|info|info\/sparse-checkout|logs|logs\/HEAD)$/
const KEPT = /^(?:REBASE_HEAD|FETCH_HEAD|BISECT_[A-Z_]+|(?:rebase-merge|rebase-apply|sequencer)(?:\/.*)?)$/

/** Never ignored files. `not_kept` also when a submodule has changes of its own, which are in another repository. */
export async function snapshotMain(place: MainPlace, ref: string): Promise<SnapshotAnswer> {
  const { gitDir, mainPath } = place
  try {
    const changed = await changedSubmodules(place)
    if (changed.length > 0) {
      const reason = `The submodule ${JSON.stringify(changed[0])} has changes of its own; settle them by hand.`
      return { outcome: 'not_kept', reason }
    }
    const own = await readTree(gitDir, path => !COMES_BACK.test(path))
    const aside = await readTree(gitDir, path => !KEPT.test(path))
    const entries = await readTree(mainPath, await leftOutOf(place))
    const checkout = { entries, mode: (await lstat(mainPath)).mode & 0o7777, leftOut: [] }
    const tip = await commitAt(gitDir, `refs/heads/${place.branch}`)
    const commits = tip === undefined ? [] : [tip]
    return await keep({ gitDir, ref, id: 'main', ownGitDir: gitDir, folder: mainPath, own, aside, commits, checkout })
  } catch (error) {
    return { outcome: 'not_kept', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** What is not MAIN's: the git folder, ignored files and folders, and what is in submodules. */
async function leftOutOf(place: MainPlace): Promise<(path: BytePath) => boolean> {
  const ignored = await list(place, ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory'])
  const left = new Set(['.git', ...ignored.map(path => path.replace(/\/$/, ''))])
  const modules = (await list(place, ['ls-files', '--stage'])).flatMap(
    line => /^160000 .*?\t(.*)$/s.exec(line)?.[1] ?? [],
  )
  const inModules = new Set(modules)
  return path => left.has(path) || inModules.has(path.slice(0, path.lastIndexOf('/')))
}

async function changedSubmodules(place: MainPlace): Promise<string[]> {
  const lines = await list(place, ['status', '--porcelain=v2', '--ignore-submodules=none'])
  return lines.flatMap(line => /^1 .. S[C.][M.][U.] (?:\S+ ){5}(.*)$/s.exec(line)?.[1] ?? [])
}

/** The entries of a `-z` listing, as bytes. Throws when git fails. */
async function list({ gitDir, mainPath }: MainPlace, args: string[]): Promise<BytePath[]> {
  const [command = '', ...rest] = args
  const options = { timeoutMs: 120_000, maxBytes: 256 * 1024 * 1024 }
  const listed = await gitForBytes({ gitDir, workTree: mainPath }, [command, '-z', ...rest], options)
  if (listed.outcome !== 'ok') throw new Error(`git ${command}: ${wordsOf(listed)}`)
  return Buffer.from(listed.stdout).toString('latin1').split('\0').filter(Boolean)
}
