// The lock files by which one git keeps others out, and the gits that may hold them.

import { readFileSync, readlinkSync } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { isAbsence } from '../files.ts'
import { allProcesses, readProcess } from '../process.ts'

export interface GitLock {
  path: string
  /** Milliseconds since 1970. */
  modifiedAt: number
}

/** Folders that are looked through for locks of refs; a repository with more has packed them. */
const MOST_FOLDERS = 20_000

/** Of the repository and of its worktrees: index, HEAD, settings, refs. Not those that flower itself holds for a landing. */
export async function findLocks(gitDir: string): Promise<GitLock[]> {
  const worktrees = await namesIn(join(gitDir, 'worktrees'))
  const folders = [gitDir, ...worktrees.map(id => join(gitDir, 'worktrees', id))]
  const paths = (await Promise.all(folders.map(locksIn))).flat()
  paths.push(...(await locksBelow(join(gitDir, 'refs'))))
  const found = await Promise.all(paths.map(readLock))
  return found.filter(each => each !== undefined)
}

const namesIn = async (folder: string): Promise<string[]> => (await entriesIn(folder)).map(each => each.name)

const entriesIn = (folder: string) =>
  readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isAbsence(error)) return []
    throw error
  })

const locksIn = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter(name => name.endsWith('.lock')).map(name => join(folder, name))

async function locksBelow(folder: string): Promise<string[]> {
  const found: string[] = []
  const waiting = [folder]
  for (let looked = 0; waiting.length > 0 && looked < MOST_FOLDERS; looked++) {
    const place = waiting.pop() ?? ''
    for (const entry of await entriesIn(place)) {
      if (entry.isDirectory()) waiting.push(join(place, entry.name))
      else if (entry.name.endsWith('.lock')) found.push(join(place, entry.name))
    }
  }
  return found
}

/** Undefined once it is gone again, and for one of flower's own, which begins with a sign that no lock of git's begins with. */
async function readLock(path: string): Promise<GitLock | undefined> {
  try {
    const { mtimeMs } = await lstat(path)
    return (await beginsWithBrace(path)) ? undefined : { path, modifiedAt: mtimeMs }
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
}

async function beginsWithBrace(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(1), 0, 1, 0)
    return bytesRead === 1 && buffer[0] === 0x7b
  } finally {
    await file.close()
  }
}

export type GitsAtWork = 'none' | 'some' | 'unknown'

/**
 * Whether a git works in one of the folders: by where it runs and what it was told. `before`, a number of a process, counts only
 * those that started before that one. One that can't be looked into counts; without /proc nobody knows.
 */
export function gitsAtWorkIn(folders: readonly string[], before?: number): GitsAtWork {
  if (process.platform !== 'linux') return 'unknown'
  const limit = before === undefined ? Number.POSITIVE_INFINITY : ticksOf(before)
  const working = allProcesses().some(pid => isGit(pid) && ticksOf(pid) < limit && touches(pid, folders))
  return working ? 'some' : 'none'
}

/** When it started, to compare within one boot of the machine. */
const ticksOf = (pid: number): number => Number(readProcess(pid)?.startedAt.split(':')[1] ?? Number.NaN)

function isGit(pid: number): boolean {
  try {
    return /^git\b/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'))
  } catch {
    return false
  }
}

function touches(pid: number, folders: readonly string[]): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const told = words.flatMap(word => (word.includes(sep) ? [word.replace(/^--[a-z-]+=/, '')] : []))
    return [readlinkSync(`/proc/${pid}/cwd`), ...told].some(place => folders.some(each => isAtOrBelow(place, each)))
  } catch (error) {
    // Ended meanwhile, it holds nothing; one of somebody else's may.
    return !isAbsence(error)
  }
}

const isAtOrBelow = (place: string, folder: string): boolean => place === folder || place.startsWith(`${folder}${sep}`)

export const lockName = (gitDir: string, path: string): string =>
  path.startsWith(`${gitDir}${sep}`) ? path.slice(gitDir.length + 1) : basename(path)
