// Brings a heavy folder over without writing it again: as clones of the disk's blocks, else as hard links, else as copies.

import { constants } from 'node:fs'
import { chmod, copyFile, link, lstat, mkdir, readdir, readlink, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** How a file can come over, best first. A clone and a copy are apart from then on; a hard link is one file with two names. */
export type CloneWay = 'reflink' | 'hardlink' | 'copy'

/** How many files came over in each way; links and folders aren't counted. */
export type CloneCount = Record<CloneWay, number>

interface Cloning {
  /** The best way that has not failed for the whole disk yet. */
  way: CloneWay
  count: CloneCount
}

/**
 * Clones a file, a link or a whole folder to a place where nothing is yet. Links stay links, with the very target that
 * they have. Hidden things directly in the folder (`node_modules/.cache`, `.vite`, `.package-lock.json`) are written in
 * place by programs, so they never become hard links, through which MAIN's would change too; `.bin` and stores do.
 */
export async function cloneTree(from: string, to: string): Promise<CloneCount> {
  const cloning: Cloning = { way: 'reflink', count: { reflink: 0, hardlink: 0, copy: 0 } }
  await cloneEntry(cloning, from, to, 0, false)
  return cloning.count
}

const sharedThough = new Set(['.bin', '.pnpm', '.store'])
const wide = 16

async function cloneEntry(cloning: Cloning, from: string, to: string, depth: number, apart: boolean): Promise<void> {
  const entry = await lstat(from)
  if (entry.isSymbolicLink()) return symlink(await readlink(from), to)
  if (entry.isFile()) return cloneFile(cloning, from, to, apart)
  // Sockets and pipes belong to a program that runs elsewhere.
  if (!entry.isDirectory()) return
  await mkdir(to, { mode: 0o700 })
  const names = await readdir(from)
  for (let at = 0; at < names.length; at += wide) {
    const part = names.slice(at, at + wide).map(name => {
      const ownCopy = apart || (depth === 0 && name.startsWith('.') && !sharedThough.has(name))
      return cloneEntry(cloning, join(from, name), join(to, name), depth + 1, ownCopy)
    })
    await Promise.all(part)
  }
  await chmod(to, entry.mode & 0o7777)
}

async function cloneFile(cloning: Cloning, from: string, to: string, apart: boolean): Promise<void> {
  if (cloning.way === 'reflink') {
    if (await succeeds(copyFile(from, to, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL), noReflink)) {
      cloning.count.reflink++
      return keepTimes(from, to)
    }
    cloning.way = 'hardlink'
  }
  if (cloning.way === 'hardlink' && !apart) {
    if (await succeeds(link(from, to), noLink)) {
      cloning.count.hardlink++
      return
    }
  }
  await copyFile(from, to, constants.COPYFILE_EXCL)
  cloning.count.copy++
  return keepTimes(from, to)
}

/** The disk can't, or not between these two places. */
const noReflink = ['ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EINVAL', 'ENOTTY', 'ENOSYS', 'EPERM', 'ETXTBSY']
/** As above; or the file has too many names already, or belongs to another user. */
const noLink = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'EACCES']

async function succeeds(attempt: Promise<void>, expected: readonly string[]): Promise<boolean> {
  try {
    await attempt
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && expected.includes(String(error.code))) return false
    throw error
  }
}

/** Build tools compare times of change. */
async function keepTimes(from: string, to: string): Promise<void> {
  const { atime, mtime } = await lstat(from)
  await utimes(to, atime, mtime)
}

/** The way by which most of it came, for a reader. */
export function mainWay(count: CloneCount): CloneWay {
  const ways: CloneWay[] = ['reflink', 'hardlink', 'copy']
  return ways.reduce((best, way) => (count[way] > count[best] ? way : best))
}
