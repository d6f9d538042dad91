// Moves what doesn't belong in MAIN out of it, so that nothing is overwritten or deleted that changed at the last moment.

import { lstat, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbsence } from '../files.ts'
import type { Manifest } from '../rescue/manifest.ts'
import { storeFiles } from '../rescue/objects.ts'
import { asText, type BytePath, onDisk, readTree } from '../rescue/read-tree.ts'

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
    await rename(onDisk(mainPath, path), onDisk(run, path))
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

/**
 * Deletes what was set aside once the rescue holds all of it. Answers the names of what it doesn't hold, because it was
 * changed after the rescue was made or was ignored: then everything stays where it was put.
 */
export async function clearAside(gitDir: string, aside: string, manifest: Manifest): Promise<string[]> {
  const files = new Map(manifest.checkout?.files.map(([path, , , id]) => [path, id]))
  const links = new Map(manifest.checkout?.links.map(([path, , target]) => [path, target]))
  const late: BytePath[] = []
  for (const name of await runsIn(aside)) {
    const run = join(aside, name)
    const entries = await readTree(run, () => false)
    const paths = entries.filter(entry => entry.kind === 'file').map(entry => entry.path)
    const ids = await storeFiles(gitDir, run, paths)
    late.push(...paths.filter(path => files.get(path) !== ids.get(path)))
    const changed = entries.filter(({ kind, path, target }) => kind === 'link' && links.get(path) !== target)
    late.push(...changed.map(entry => entry.path))
  }
  if (late.length === 0) await rm(aside, { recursive: true, force: true })
  return late.map(asText)
}

async function runsIn(aside: string): Promise<string[]> {
  return readdir(aside).catch((error: unknown) => {
    if (isAbsence(error)) return []
    throw error
  })
}
