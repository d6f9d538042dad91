// The files beside MAIN's checkout that decide what git makes of it: known by their digests, so that a change is seen.

import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbsence } from '../files.ts'
import { excludesOfOthers } from '../git/own-excludes.ts'

/** Digests by path below the common git folder; what isn't there has no entry. */
export type SettingsDigest = Record<string, string>

const EXCLUDES = 'info/exclude'

const FILES = [
  'config',
  'config.worktree',
  // In a common git folder there is none: one would lead every git in MAIN into another repository.
  'commondir',
  'gitdir',
  'info/attributes',
  EXCLUDES,
  'info/grafts',
  'info/sparse-checkout',
  'objects/info/alternates',
  'shallow',
  'flower/guard.config',
]
const FOLDERS = ['hooks', 'flower/hooks']

/** The repository's config and hooks, the guard's too, and what is included, ignored or borrowed by files of git's. */
export async function settingsDigest(gitDir: string): Promise<SettingsDigest> {
  const listed = await Promise.all(FOLDERS.map(folder => namesIn(gitDir, folder)))
  const paths = [...FILES, ...listed.flat()]
  const digests = await Promise.all(paths.map(path => digestOf(gitDir, path)))
  const found = paths.flatMap((path, at) => (digests[at] === undefined ? [] : [[path, digests[at]] as const]))
  return Object.fromEntries(found)
}

/** The paths in which two digests differ, in order. */
export function changedSettings(before: SettingsDigest, now: SettingsDigest): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...paths].filter(path => before[path] !== now[path]).sort()
}

async function namesIn(gitDir: string, folder: string): Promise<string[]> {
  try {
    return (await readdir(join(gitDir, folder))).map(name => `${folder}/${name}`)
  } catch {
    return []
  }
}

async function digestOf(gitDir: string, name: string): Promise<string | undefined> {
  const path = join(gitDir, name)
  try {
    const found = await lstat(path)
    // What a link leads to is another file's business.
    if (found.isSymbolicLink()) return `link ${await readlink(path)}`
    if (!found.isFile()) return found.isDirectory() ? 'folder' : 'other'
    const bytes = await readFile(path)
    // flower's own lines come and go with its preparations.
    const told = name === EXCLUDES ? excludesOfOthers(gitDir, bytes.toString('latin1')) : bytes
    if (name === EXCLUDES && told.length === 0) return undefined
    const content = createHash('sha256').update(told)
    return `${(found.mode & 0o111).toString(8)} ${content.digest('hex')}`
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
}
