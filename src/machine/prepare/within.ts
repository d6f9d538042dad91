// Paths that stay inside a folder: whatever links lie on the way, nothing beyond it is read or written.

import { lstat, mkdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { realPathIfThere } from '../files.ts'

export type Within =
  /** `path` is absolute; its parent is a real path, and only the last name may still be a link. */
  | { outcome: 'inside'; path: string }
  /** A folder on the way is not there. */
  | { outcome: 'absent' }
  | { outcome: 'outside'; problem: string }

/**
 * Finds where `path` (from `root`, a real path, with forward slashes) really is. `make` makes the folders on the way.
 * A link on the way is followed only as long as it stays inside, and never into `.git`.
 */
export async function findWithin(root: string, path: string, make = false): Promise<Within> {
  const names = path.split('/')
  const last = names.pop() ?? ''
  let here = root
  for (const name of names) {
    const next = await stepInto(here, name, make)
    if (next === undefined) return { outcome: 'absent' }
    if (!isInside(root, next)) return { outcome: 'outside', problem: `${path} leads out of ${root} by a link` }
    here = next
  }
  return { outcome: 'inside', path: join(here, last) }
}

async function stepInto(folder: string, name: string, make: boolean): Promise<string | undefined> {
  const path = join(folder, name)
  const there = await realPathIfThere(path)
  if (there !== undefined || !make) return there
  await mkdir(path, { recursive: true })
  return realPathIfThere(path)
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path).split(sep)
  return way[0] !== '..' && !way.includes('.git')
}

/** What lies at a path, links not followed; undefined when nothing does. Other errors fly. */
export async function lstatIfThere(path: string) {
  return lstat(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return undefined
    }
    throw error
  })
}
