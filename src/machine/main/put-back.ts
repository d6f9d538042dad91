// Puts MAIN back: settings, HEAD and branch, files and index exactly as its commit has them. Call it once all is kept.

import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isAbsence, realPathIfThere } from '../files.ts'
import { git, gitForBytes } from '../git/command.ts'
import type { BytePath } from '../rescue/read-tree.ts'
import { gitPatiently, wordsOf } from '../worktree/in-turn.ts'
import { placeMissing } from './place-missing.ts'
import { setAside } from './set-aside.ts'
import type { MainPlace } from './state.ts'

/** core.bare and core.worktree say again that MAIN is the checkout, and no commondir leads away. Throws when git won't. */
export async function putBackSettings({ gitDir, mainPath }: MainPlace, aside: string): Promise<void> {
  // In a common git folder there is never one, and with it no git would be in this repository.
  await rename(join(gitDir, 'commondir'), `${aside}.commondir`).catch((error: unknown) => {
    if (!isAbsence(error)) throw error
  })
  const bare = await git({ gitDir }, ['config', '--local', '--type=bool', '--get', 'core.bare'])
  if (bare.outcome === 'ok' && bare.stdout.trim() === 'true') await must(gitDir, ['config', 'core.bare', 'false'])
  const elsewhere = await git({ gitDir }, ['config', '--local', '-z', '--get', 'core.worktree'])
  if (elsewhere.outcome !== 'ok') return
  const checkout = await realPathIfThere(resolve(gitDir, elsewhere.stdout.replace(/\0$/, '')))
  if (checkout !== mainPath) await must(gitDir, ['config', '--unset-all', 'core.worktree'])
}

/** HEAD is on MAIN's branch, and the branch is a branch and at `commit`. Throws when somebody else is quicker. */
export async function putBackHead({ gitDir, branch }: MainPlace, commit: string): Promise<void> {
  const ref = `refs/heads/${branch}`
  const symbolic = await git({ gitDir }, ['symbolic-ref', '--quiet', ref])
  if (symbolic.outcome === 'ok') await must(gitDir, ['symbolic-ref', '--delete', ref])
  const read = await git({ gitDir }, ['rev-parse', '--verify', '--quiet', ref])
  const now = read.outcome === 'ok' ? read.stdout.trim() : '0'.repeat(commit.length)
  const moved = ['update-ref', '--no-deref', '-m', 'flower: MAIN put back', ref, commit, now]
  if (now !== commit) await must(gitDir, moved)
  await must(gitDir, ['symbolic-ref', '-m', 'flower: MAIN put back', 'HEAD', ref])
  for (const leftover of ['rebase-merge', 'rebase-apply', 'sequencer', 'BISECT_LOG', 'BISECT_START', 'BISECT_NAMES']) {
    await rm(join(gitDir, leftover), { recursive: true, force: true })
  }
}

/**
 * All but what is ignored is as in `commit`; whatever was otherwise lies in `aside` now. What somebody writes from then on
 * stays in MAIN, or is moved there too where it is in the way. Throws when it can't be done.
 */
export async function putBackFiles(place: MainPlace, commit: string, aside: string): Promise<void> {
  const { gitDir, mainPath } = place
  const scratch = await mkdtemp(join(tmpdir(), 'flower-index-'))
  try {
    const indexFile = join(scratch, 'index')
    const work = { gitDir, workTree: mainPath }
    const options = { writes: true, indexFile, timeoutMs: 10 * 60_000 }
    // An index of its own, made from nothing: in MAIN's there may be marks that hide files. This ends a merge, too.
    const read = await git(work, ['reset', '--mixed', '--quiet', commit], options)
    if (read.outcome !== 'ok') throw new Error(`the index can't be made: ${wordsOf(read)}`)
    await setAside(mainPath, aside, await othersThan(work, indexFile))
    await placeMissing({ gitDir, mainPath, indexFile, aside })
    // Files that somebody has written since are not as in the index, which git then tells.
    const seen = await git(work, ['update-index', '-q', '--refresh'], options)
    if (seen.outcome !== 'ok') throw new Error(`the index can't be made: ${wordsOf(seen)}`)
    await putIndex(gitDir, indexFile)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Files that are not as in the index, or not in it and not ignored. Untracked ones first: among them may be links. */
async function othersThan(work: { gitDir: string; workTree: string }, indexFile: string): Promise<BytePath[]> {
  const listings = [
    ['ls-files', '-z', '--others', '--exclude-standard'],
    ['diff-files', '-z', '--name-only', '--ignore-submodules=none'],
  ]
  const paths: BytePath[] = []
  for (const args of listings) {
    const listed = await gitForBytes(work, args, { indexFile, timeoutMs: 120_000, maxBytes: 256 * 1024 * 1024 })
    if (listed.outcome !== 'ok') throw new Error(`git ${args[0]}: ${wordsOf(listed)}`)
    const entries = Buffer.from(listed.stdout).toString('latin1').split('\0').filter(Boolean)
    // A repository within is one entry, with a slash.
    paths.push(...entries.map(path => path.replace(/\/$/, '')))
  }
  return paths
}

/** Under git's own lock, all or nothing. */
async function putIndex(gitDir: string, indexFile: string): Promise<void> {
  const lock = join(gitDir, 'index.lock')
  await writeFile(lock, await readFile(indexFile), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(`somebody holds ${lock}; remove it once its git is gone`)
  })
  await rename(lock, join(gitDir, 'index'))
}

async function must(gitDir: string, args: string[]): Promise<void> {
  const done = await gitPatiently({ gitDir }, args)
  if (done.outcome !== 'ok') throw new Error(`git ${args[0]}: ${wordsOf(done)}`)
}
