// A file of a person's own that flower may change: read with everything that has to stay as it is, and replaced whole.

import { chown, lstat, mkdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isAbsence, nearestThere, writeFileDurably } from '../files.ts'
import { placeOnDisk } from '../guard/ground.ts'

export interface OwnFile {
  outcome: 'found'
  /** The real path, behind every link. */
  path: string
  /** Undefined when there is no such file yet. */
  bytes: Buffer | undefined
}

export type Found =
  | OwnFile
  /** A link leads out of the folders that may be written. */
  | { outcome: 'leads_out'; to: string }
  /** A folder, a pipe or the like. */
  | { outcome: 'no_file'; path: string }
  | { outcome: 'unreadable_file'; path: string; detail: string }

/** Below which folders the file may lie, after links. */
export async function findOwnFile(named: string, roots: readonly string[]): Promise<Found> {
  const path = placeOnDisk(named)
  const isWithin = roots.map(each => placeOnDisk(each)).some(root => path.startsWith(root === '/' ? '/' : `${root}/`))
  if (!isWithin) return { outcome: 'leads_out', to: path }
  try {
    const there = await lstat(path)
    if (!there.isFile()) return { outcome: 'no_file', path }
    return { outcome: 'found', path, bytes: await readFile(path) }
  } catch (error) {
    if (isAbsence(error)) return { outcome: 'found', path, bytes: undefined }
    return { outcome: 'unreadable_file', path, detail: (error as Error).message }
  }
}

/** What is there now, if anything. */
export async function bytesNow(path: string): Promise<Buffer | undefined> {
  const found = await findOwnFile(path, ['/'])
  if (found.outcome === 'found') return found.bytes
  throw new Error(`${path} is no file that can be read`)
}

/** The folders that would have to be made for it, the outermost first. */
export async function missingFolders(path: string): Promise<string[]> {
  const missing: string[] = []
  const there = await nearestThere(dirname(path))
  for (let at = dirname(path); at !== there && at !== dirname(at); at = dirname(at)) missing.unshift(at)
  return missing
}

/**
 * Replaces it whole, with the mode and the owner that it had; a new one has `newMode` and, where we are root, the owner of its
 * folder, so that a person can still change it.
 */
export async function writeOwnFile(path: string, bytes: Uint8Array, newMode: number): Promise<void> {
  for (const folder of await missingFolders(path)) {
    await mkdir(folder)
    await ownAs(folder, dirname(folder))
  }
  const there = await stat(path).catch(() => undefined)
  await writeFileDurably(path, bytes, there ? there.mode & 0o7777 : newMode)
  if (there && process.getuid?.() === 0) await chown(path, there.uid, there.gid)
  if (!there) await ownAs(path, dirname(path))
}

async function ownAs(path: string, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  await chown(path, uid, gid)
}

/** Takes it away, and of the folders those that are empty then. */
export async function removeOwnFile(path: string, folders: readonly string[]): Promise<void> {
  await rm(path, { force: true })
  for (const folder of folders.toReversed()) await rmdir(folder).catch(() => undefined)
}
