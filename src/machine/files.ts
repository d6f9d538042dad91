// Files that must survive a power loss, folders that nobody else may read, and what kind of disk is below them.

import { randomUUID } from 'node:crypto'
import { chmod, lstat, mkdir, open, readdir, readFile, realpath, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

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

export type PrivateFolder =
  /** `path` is the real one. */
  | { outcome: 'ready'; path: string; created: boolean }
  | { outcome: 'refused'; reason: 'foreign_link' | 'not_a_folder' | 'foreign_folder' | 'open_to_others'; cure: string }

/**
 * Makes sure of a folder that only this user may enter (mode 0700); missing parents are made likewise.
 * An existing folder with content that others may enter is refused rather than changed, as it may be someone's home.
 */
export async function ensurePrivateFolder(path: string): Promise<PrivateFolder> {
  const there = await lstat(path).catch((error: unknown) => {
    if (isAbsence(error)) return undefined
    throw error
  })
  if (there === undefined) {
    await mkdir(path, { recursive: true, mode: 0o700 })
    return { outcome: 'ready', path: await realpath(path), created: true }
  }
  const me = process.getuid?.()
  if (there.isSymbolicLink() && me !== undefined && there.uid !== me && there.uid !== 0) {
    const cure = `${path} is a link that another user made. Remove it, or name another folder.`
    return { outcome: 'refused', reason: 'foreign_link', cure }
  }
  const real = await realPathIfThere(path)
  const folder = real === undefined ? undefined : await stat(real)
  if (real === undefined || !folder?.isDirectory()) {
    return {
      outcome: 'refused',
      reason: 'not_a_folder',
      cure: `${path} is not a folder. Move it away, or name another.`,
    }
  }
  if (me === undefined) return { outcome: 'ready', path: real, created: false }
  if (folder.uid !== me) {
    return {
      outcome: 'refused',
      reason: 'foreign_folder',
      cure: `${real} belongs to another user. Name a folder of yours.`,
    }
  }
  if ((folder.mode & 0o077) !== 0) {
    if ((await readdir(real)).length > 0) {
      const cure = `Others may enter ${real}. Close it: chmod 700 "${real}"`
      return { outcome: 'refused', reason: 'open_to_others', cure }
    }
    await chmod(real, 0o700)
  }
  return { outcome: 'ready', path: real, created: false }
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
