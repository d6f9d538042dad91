// Whether two paths mean one place, whatever links, spelling or mounts lie between.

import { lstat, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { isAbsence, nearestThere } from '../files.ts'

/** The real path of what is there, and of what is not yet there as far as it goes. */
export async function placeOf(path: string): Promise<string> {
  const full = resolve(path)
  const there = await nearestThere(full)
  // Cut by count, as the nearest one may itself be reached through a link.
  const missing = await missingParts(full)
  return join(there, ...missing)
}

/** Whether both paths lead to the same file or folder, by real path or by inode (a bind mount, a case-blind disk). */
export async function isSamePlace(one: string, other: string): Promise<boolean> {
  if ((await placeOf(one)) === (await placeOf(other))) return true
  const [first, second] = await Promise.all([identity(one), identity(other)])
  return first !== undefined && first === second
}

/** Whether `inner` lies below `outer`; a place is not below itself. */
export async function liesBelow(inner: string, outer: string): Promise<boolean> {
  const way = relative(await placeOf(outer), await placeOf(inner))
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way
}

/** Whether both would lie on one disk, so that something can be moved from one to the other. They need not be there yet. */
export async function isOnOneDisk(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(async each => stat(await nearestThere(resolve(each)))))
  return first?.dev === second?.dev
}

async function missingParts(full: string): Promise<string[]> {
  if ((await identity(full)) !== undefined) return []
  const above = resolve(full, '..')
  return above === full ? [] : [...(await missingParts(above)), relative(above, full)]
}

async function identity(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path, { bigint: true })
    return `${found.dev}:${found.ino}`
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
}

/** Whether anything is at the path, a link that leads nowhere too. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (isAbsence(error)) return false
    throw error
  }
}
