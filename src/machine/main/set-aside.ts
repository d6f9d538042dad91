// Moves what doesn't belong in MAIN out of it, so that nothing is overwritten or deleted that changed at the last moment.

import { lstat, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbsence } from '../files.ts'
import { identityOf } from '../landing/plan.ts'
import type { Manifest } from '../rescue/manifest.ts'
import { storeFiles } from '../rescue/objects.ts'
import { type BytePath, forEach, onDisk, readTree, type TreeEntry } from '../rescue/read-tree.ts'

/** Where what is in MAIN's way is moved during the rescue of this ref. */
export const asideOf = (gitDir: string, ref: string): string => join(gitDir, `flower-rescued-${ref.split('/').at(-1)}`)

/** Whether something was set aside for this rescue by a run before. */
export async function isBegun(aside: string): Promise<boolean> {
  return (await runsIn(aside)).length > 0
}

/** Each run has a folder of its own. Throws when something can't be moved; what was moved stays moved. */
export async function setAside(mainPath: string, aside: string, paths: BytePath[]): Promise<void> {
  const run = join(aside, String((await runsIn(aside)).length + 1))
  await mkdir(run, { recursive: true, mode: 0o700 })
  for (const path of paths) {
    if (!(await isInside(mainPath, path))) continue
    const above = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    await mkdir(onDisk(run, above), { recursive: true })
    await rename(onDisk(mainPath, path), onDisk(run, path)).catch((error: unknown) => {
      // Somebody was quicker.
      if (!isAbsence(error)) throw error
    })
    await dropEmpty(mainPath, above)
  }
}

/** Folders that hold nothing any more, from the inside out; git has none of them. */
async function dropEmpty(mainPath: string, folder: BytePath): Promise<void> {
  for (let path = folder; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('/')))) {
    const gone = await rmdir(onDisk(mainPath, path)).then(
      () => true,
      () => false,
    )
    if (!gone) return
  }
}

/** There, and not behind a link that leads out of MAIN. */
async function isInside(mainPath: string, path: BytePath): Promise<boolean> {
  const parts = path.split('/')
  for (let count = 1; count <= parts.length; count += 1) {
    try {
      const found = await lstat(onDisk(mainPath, parts.slice(0, count).join('/')))
      if (count < parts.length && !found.isDirectory()) return false
    } catch (error) {
      if (isAbsence(error)) return false
      throw error
    }
  }
  return true
}

/** What lies in a run's folder and is not in the rescue, because it was changed after that was made or was ignored. */
export interface LateEntry {
  /** The run's folder. */
  run: string
  entry: TreeEntry
}

/** Deletes what was set aside once the rescue holds all of it. Else answers what it doesn't hold, and all stays where it was put. */
export async function clearAside(gitDir: string, aside: string, manifest: Manifest): Promise<LateEntry[]> {
  const late: LateEntry[] = []
  for (const name of await runsIn(aside)) late.push(...(await lateIn(gitDir, join(aside, name), manifest)))
  if (late.length === 0) await rm(aside, { recursive: true, force: true })
  return late
}

async function lateIn(gitDir: string, run: string, manifest: Manifest): Promise<LateEntry[]> {
  const files = new Map(manifest.checkout?.files.map(([path, , , id]) => [path, id]))
  const links = new Map(manifest.checkout?.links.map(([path, , target]) => [path, target]))
  const entries = await readTree(run, () => false)
  const paths = entries.filter(entry => entry.kind === 'file').map(entry => entry.path)
  const before = await identities(run, paths)
  const ids = await storeFiles(gitDir, run, paths)
  // Whoever had a file open goes on writing to it in its new place.
  const after = await identities(run, paths)
  const isKept = ({ kind, path, target }: TreeEntry): boolean => {
    if (kind === 'file') return files.get(path) === ids.get(path) && before.get(path) === after.get(path)
    return kind !== 'link' || links.get(path) === target
  }
  return entries.filter(entry => !isKept(entry)).map(entry => ({ run, entry }))
}

async function identities(run: string, paths: BytePath[]): Promise<Map<BytePath, string | undefined>> {
  const seen = new Map<BytePath, string | undefined>()
  await forEach(paths, async path => seen.set(path, await identityOf(onDisk(run, path))))
  return seen
}

/** The first one first. */
async function runsIn(aside: string): Promise<string[]> {
  const names = await readdir(aside).catch((error: unknown) => {
    if (isAbsence(error)) return []
    throw error
  })
  return names.toSorted((one, other) => Number(one) - Number(other))
}
