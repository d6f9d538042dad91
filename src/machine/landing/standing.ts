// Whether a checkout may be moved at all: what is changed in it, and what lies where the landing will put something.

import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type BytePath, onDisk } from '../rescue/read-tree.ts'
import { isThere } from '../worktree/same-place.ts'
import { lstatIfThere } from './plan.ts'
import { ask, type GitFailure } from './plumbing.ts'

/** A checkout of the branch that is landed on. */
export interface Checkout {
  path: string
  /** Its own git folder: the repository's for MAIN, one below `worktrees/` for a worktree. */
  ownGitDir: string
}

/** A file of somebody's that keeps a landing from being checked out. */
export interface DirtyFile {
  path: string
  why: /** Changed, deleted or staged, and not committed. */
    | 'modified'
    /** Not tracked, ignored or not, where the landing has a file. */
    | 'in_the_way'
    /** Left out of the sparse checkout, and there all the same. */
    | 'outside_sparse'
}

const LARGE = { timeoutMs: 120_000, maxBytes: 256 * 1024 * 1024 }

/** Tracked files that are not as committed, anywhere in the checkout. Submodules count when another commit of theirs is staged. */
export async function modifiedFiles({ path, ownGitDir }: Checkout): Promise<BytePath[] | GitFailure> {
  const args = ['status', '--porcelain=v2', '-z', '--untracked-files=no', '--ignore-submodules=dirty', '--no-renames']
  const read = await ask(ownGitDir, args, { ...LARGE, workTree: path })
  if (read.outcome !== 'ok') return read
  return read.stdout.split('\0').flatMap(line => {
    if (!/^[12u] /.test(line)) return []
    const [kind = '', state = '', submodule = ''] = line.split(' ')
    // Its own checkout stands elsewhere, which is its own affair.
    if (submodule.startsWith('S') && state.startsWith('.')) return []
    return [
      line
        .split(' ')
        .slice(kind === 'u' ? 10 : 8)
        .join(' '),
    ]
  })
}

/** A file as a commit has it. */
export interface CommittedFile {
  path: BytePath
  mode: string
  id: string
}

/**
 * Which of these files are not in the checkout exactly so. An index of their own tells, as in the checkout's index a person
 * can mark files as not to be looked at.
 */
export async function differing(
  { path, ownGitDir }: Checkout,
  files: CommittedFile[],
  indexFile: string,
): Promise<BytePath[] | GitFailure> {
  if (files.length === 0) return []
  const input = Buffer.from(files.map(file => `${file.mode} ${file.id}\t${file.path}\0`).join(''), 'latin1')
  const options = { ...LARGE, workTree: path, indexFile, writes: true }
  const listed = await ask(ownGitDir, ['update-index', '-z', '--index-info'], { ...options, input })
  if (listed.outcome !== 'ok') return listed
  const settings = ['-c', 'diff.autoRefreshIndex=true']
  const args = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--ignore-submodules=all']
  const compared = await ask(ownGitDir, [...settings, ...args], options)
  return compared.outcome === 'ok' ? compared.stdout.split('\0').filter(name => name !== '') : compared
}

/** Paths that the checkout leaves out on purpose: `skip-worktree`, which a sparse checkout sets too. */
export async function skippedPaths({ path, ownGitDir }: Checkout, gitDir: string): Promise<Set<BytePath> | GitFailure> {
  if (!(await mayHaveSkipped(ownGitDir, gitDir))) return new Set()
  const listed = await ask(ownGitDir, ['ls-files', '-t', '-z'], { ...LARGE, workTree: path })
  if (listed.outcome !== 'ok') return listed
  const lines = listed.stdout.split('\0').filter(line => line.startsWith('S '))
  return new Set(lines.map(line => line.slice(2)))
}

/** Version 2 of the index has no room for the mark, unless most of it lies in a shared file. */
async function mayHaveSkipped(ownGitDir: string, gitDir: string): Promise<boolean> {
  if ((await indexVersion(ownGitDir)) !== 2) return true
  const names = await Promise.all([...new Set([ownGitDir, gitDir])].map(folder => readdir(folder)))
  return names.flat().some(name => name.startsWith('sharedindex.'))
}

async function indexVersion(ownGitDir: string): Promise<number> {
  const file = await open(join(ownGitDir, 'index'))
  try {
    const head = Buffer.alloc(8)
    await file.read(head, 0, 8)
    return head.readUInt32BE(4)
  } finally {
    await file.close()
  }
}

/**
 * What lies where the landing adds a file (or, for a submodule, a folder). `leaving` are the files that the landing removes:
 * they, and folders of nothing but them, are no obstacle.
 */
export async function obstacles(root: string, added: BytePath[], leaving: Set<BytePath>): Promise<BytePath[]> {
  const found = new Set<BytePath>()
  const leavingFiles = await identities(root, leaving)
  const fine = new Set<BytePath>()
  for (const path of added) {
    const parts = path.split('/')
    const above = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
    const blocked = await firstBlocked(root, above, leaving, fine)
    if (blocked !== undefined) found.add(blocked)
    else for (const each of await staying(root, path, leaving, leavingFiles)) found.add(each)
  }
  return [...found]
}

/** The first of the folders above that is none and does not go. */
async function firstBlocked(root: string, above: BytePath[], leaving: Set<BytePath>, fine: Set<BytePath>) {
  for (const folder of above) {
    if (fine.has(folder)) continue
    const there = await lstatIfThere(onDisk(root, folder))
    if (there !== undefined && !there.isDirectory()) return leaving.has(folder) ? undefined : folder
    fine.add(folder)
  }
  return undefined
}

/** What stays at a path, or below it. */
async function staying(
  root: string,
  path: BytePath,
  leaving: Set<BytePath>,
  leavingFiles: Set<string>,
): Promise<BytePath[]> {
  const there = await lstatIfThere(onDisk(root, path))
  if (there === undefined || leaving.has(path)) return []
  // On a disk that knows no case, a file that only changes its name's case is there already, under the old name.
  if (!there.isDirectory()) return leavingFiles.has(`${there.dev}:${there.ino}`) ? [] : [path]
  const names = await readdir(onDisk(root, path), { encoding: 'buffer' })
  const below = names.map(name => staying(root, `${path}/${name.toString('latin1')}`, leaving, leavingFiles))
  return (await Promise.all(below)).flat()
}

async function identities(root: string, paths: Set<BytePath>): Promise<Set<string>> {
  const all = await Promise.all([...paths].map(path => lstatIfThere(onDisk(root, path))))
  return new Set(all.filter(each => each !== undefined).map(each => `${each.dev}:${each.ino}`))
}

/** Whether something that a person began is under way, whose end would undo or mix up a landing. */
export async function isMidway(ownGitDir: string): Promise<string | undefined> {
  const signs = ['rebase-merge', 'rebase-apply', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'sequencer']
  for (const sign of signs) if (await isThere(join(ownGitDir, sign))) return sign
  return undefined
}
