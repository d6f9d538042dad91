// MAIN's work as a patch for people: everything against HEAD, untracked files and binaries too.

import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { git } from '../git/command.ts'
import { wordsOf } from '../worktree/in-turn.ts'
import { isThere } from '../worktree/same-place.ts'
import type { MainPlace } from './state.ts'

/** For `git apply --binary --index` on HEAD as it was. Throws when it can't be made. */
export async function writePatch({ gitDir, mainPath }: MainPlace, file: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'flower-patch-'))
  try {
    // A copy, with what it knows of the files, so that only changed ones are read.
    const index = join(gitDir, 'index')
    const indexFile = join(scratch, 'index')
    if (await isThere(index)) await copyFile(index, indexFile)
    const place = { gitDir, workTree: mainPath }
    const options = { writes: true, indexFile, timeoutMs: 10 * 60_000 }
    // What lies outside of a sparse checkout's part is somebody's work like any other.
    const looked = ['-c', 'core.fileMode=true', '-c', 'core.sparseCheckout=false', '-c', 'advice.addEmbeddedRepo=false']
    const added = await git(place, [...looked, 'add', '--all', '--', '.'], options)
    if (added.outcome !== 'ok') throw new Error(`the patch can't be made: ${wordsOf(added)}`)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const how = ['--binary', '--full-index', '--no-ext-diff', '--no-textconv', '--no-renames', '--no-color']
    const base = (await git(place, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])).outcome === 'ok'
    const from = base ? 'HEAD' : await emptyTree(gitDir)
    const written = await git(place, ['diff', '--cached', ...how, `--output=${file}`, from], options)
    if (written.outcome !== 'ok') throw new Error(`the patch can't be written: ${wordsOf(written)}`)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function emptyTree(gitDir: string): Promise<string> {
  const made = await git({ gitDir }, ['hash-object', '-t', 'tree', '-w', '--stdin'], { writes: true, input: '' })
  if (made.outcome !== 'ok') throw new Error(`an empty tree can't be made: ${wordsOf(made)}`)
  return made.stdout.trim()
}
