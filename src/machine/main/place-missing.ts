// Puts into MAIN what its commit has and MAIN has not, beside whoever may be writing there: never over anything.

import { mkdir, rm, symlink } from 'node:fs/promises'
import { gitForBytes } from '../git/command.ts'
import { keep } from '../landing/place.ts'
import { lstatIfThere } from '../landing/plan.ts'
import { asText, type BytePath, onDisk, readTree, type TreeEntry } from '../rescue/read-tree.ts'
import { gitPatiently, wordsOf } from '../worktree/in-turn.ts'
import { setAside } from './set-aside.ts'

export interface Missing {
  gitDir: string
  mainPath: string
  /** What MAIN is to hold. */
  indexFile: string
  /** Where what turns up in the way is moved. */
  aside: string
}

/** How often one file's place is cleared for it. Whoever is quicker each time writes there without end. */
const MOST_TRIES = 200

const PATIENCE = { timeoutMs: 10 * 60_000, maxBytes: 256 * 1024 * 1024 }

/**
 * The files are made whole in a folder of their own first and then get their names in MAIN in one step, which fails where there
 * is something: that is moved aside. Throws when it can't be done.
 */
export async function placeMissing(missing: Missing): Promise<void> {
  // In the git folder, as `aside` is: most likely on the same disk.
  const fresh = `${missing.aside}.fresh`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  try {
    await checkOut(missing, fresh)
    for (const entry of await readTree(fresh, () => false)) await place(missing, fresh, entry)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function checkOut({ gitDir, mainPath, indexFile }: Missing, fresh: string): Promise<void> {
  const options = { ...PATIENCE, indexFile }
  const listed = await gitForBytes({ gitDir, workTree: mainPath }, ['ls-files', '-z', '--deleted'], options)
  if (listed.outcome !== 'ok') throw new Error(`git ls-files: ${wordsOf(listed)}`)
  if (listed.stdout.length === 0) return
  const args = ['checkout-index', '--quiet', '-z', '--stdin']
  const work = { gitDir, workTree: fresh }
  const written = await gitPatiently(work, args, { ...options, input: listed.stdout, checkout: mainPath })
  if (written.outcome !== 'ok') throw new Error(`files can't be checked out: ${wordsOf(written)}`)
}

async function place({ mainPath, aside }: Missing, fresh: string, entry: TreeEntry): Promise<void> {
  for (let left = MOST_TRIES; left > 0; left -= 1) {
    const blocked = await blockedAbove(mainPath, entry.path)
    if (blocked === undefined && (await put(mainPath, fresh, entry))) return
    await setAside(mainPath, aside, [blocked ?? entry.path])
  }
  throw new Error(`something writes ${JSON.stringify(asText(entry.path))} in MAIN again and again; end it first`)
}

/** False when something is there. */
async function put(mainPath: string, fresh: string, { path, kind, target }: TreeEntry): Promise<boolean> {
  const to = onDisk(mainPath, path)
  try {
    const folder = kind === 'folder' ? path : path.slice(0, Math.max(0, path.lastIndexOf('/')))
    await mkdir(onDisk(mainPath, folder), { recursive: true })
    // A second name of a link is one of what it leads to, on some systems.
    if (kind === 'link') await symlink(Buffer.from(target ?? '', 'latin1'), to)
    if (kind === 'file') await keep(onDisk(fresh, path), to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && BLOCKED.has(String(error.code))) return false
    throw error
  }
}

/** The last: a folder above went between two steps. */
const BLOCKED = new Set(['EEXIST', 'ENOTDIR', 'ENOENT'])

/** The first above the path that is there and no folder of MAIN's own. */
async function blockedAbove(mainPath: string, path: BytePath): Promise<BytePath | undefined> {
  for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) {
    const found = await lstatIfThere(onDisk(mainPath, path.slice(0, end)))
    if (found !== undefined && !found.isDirectory()) return path.slice(0, end)
  }
  return undefined
}
