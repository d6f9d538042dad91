// Files that must survive a power loss, folders that nobody else may read, and what kind of disk is below them.

import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { chmod, lstat, mkdir, open, readdir, readFile, realpath, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { quoted } from '#domain/words/quoted.ts'

/** Whether an error is the system's "there is nothing there". */
export function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

/** The path with every symbolic link followed, or undefined when nothing is there. Other errors fly. */
export async function realPathIfThere(path: string): Promise<string | undefined> {
  return realpath(path).catch((error: unknown) => {
    if (isAbsence(error)) return undefined
    throw error
  })
}

/** The file's bytes, or undefined when there is no such file. Other errors fly. */
export async function readFileIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: unknown) => {
    if (isAbsence(error)) return undefined
    throw error
  })
}

/**
 * Replaces a file whole: after this returns, the new content is on the disk; before, the old one is, and never a part.
 * The mode holds whatever the umask is. A symbolic link at `path` is replaced, not followed.
 */
export async function writeFileDurably(path: string, data: string | Uint8Array, mode: number): Promise<void> {
  // In the same folder, as a rename across file systems is a copy.
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
  try {
    const file = await open(temporary, 'wx', mode)
    try {
      await file.chmod(mode)
      await file.writeFile(data)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** A rename is only durable once its folder is; Windows has no such call and keeps its own order. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

type FolderFault = 'foreign_link' | 'not_a_folder' | 'foreign_folder' | 'open_to_others' | 'not_to_be_had'

export type PrivateFolder =
  /** `path` is the real one. */
  | { outcome: 'ready'; path: string; created: boolean }
  /** `problem` and `cure` are sentences for a person. */
  | { outcome: 'refused'; reason: FolderFault; problem: string; cure: string }

const refused = (reason: FolderFault, problem: string, cure: string): PrivateFolder => ({
  outcome: 'refused',
  reason,
  problem,
  cure,
})

/**
 * Makes sure of a folder that only this user may enter (mode 0700); missing parents are made likewise.
 * An existing folder with content that others may enter is refused rather than changed, as it may be someone's home.
 */
export async function ensurePrivateFolder(path: string): Promise<PrivateFolder> {
  try {
    const there = await lstatIfThere(path)
    if (there) return await closeFolder(path, there)
    await makeWithParents(resolve(path))
    return { outcome: 'ready', path: await realpath(path), created: true }
  } catch (error) {
    const problem = `The folder ${path} can't be had: ${(error as Error).message}.`
    return refused('not_to_be_had', problem, 'Name a folder on a disk that you may write.')
  }
}

async function closeFolder(path: string, there: Stats): Promise<PrivateFolder> {
  const me = process.getuid?.()
  if (there.isSymbolicLink() && me !== undefined && there.uid !== me && there.uid !== 0)
    return refused('foreign_link', `${path} is a link that another user made.`, 'Remove it, or name another folder.')
  const real = await realPathIfThere(path)
  const folder = real === undefined ? undefined : await stat(real)
  if (real === undefined || !folder?.isDirectory())
    return refused('not_a_folder', `${path} is not a folder.`, 'Move it away, or name another.')
  if (me === undefined) return { outcome: 'ready', path: real, created: false }
  if (folder.uid !== me) return refused('foreign_folder', `${real} belongs to another user.`, 'Name a folder of yours.')
  if ((folder.mode & 0o077) !== 0) {
    if ((await readdir(real)).length > 0)
      return refused('open_to_others', `Others may enter ${real}.`, `Close it: chmod 700 ${quoted(real)}`)
    await chmod(real, 0o700)
  }
  return { outcome: 'ready', path: real, created: false }
}

/** Step by step: Node's own `recursive` never ends where a folder can't be made below one that is there, as in /proc. */
async function makeWithParents(path: string): Promise<void> {
  const above = dirname(path)
  if (above !== path && !(await lstatIfThere(above))) await makeWithParents(above)
  await makeOne(path)
}

async function makeOne(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another program made it at the same moment.
    if (error.code !== 'EEXIST') throw error
  })
}

async function lstatIfThere(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: unknown) => {
    if (isAbsence(error)) return undefined
    throw error
  })
}

/** Bytes that this user can still write where `path` is or will be. */
export async function freeBytes(path: string): Promise<number> {
  const disk = await statfs(await nearestThere(path))
  return disk.bavail * disk.bsize
}

/** The path itself, or the nearest folder above it that exists. */
export async function nearestThere(path: string): Promise<string> {
  const full = resolve(path)
  const real = await realPathIfThere(full)
  return real ?? (dirname(full) === full ? full : nearestThere(dirname(full)))
}
