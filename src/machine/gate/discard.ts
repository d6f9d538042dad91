// Gets rid of a checkout that can't be cleaned: moved aside at once, deleted as far as that is possible.

import { chmod, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbsence } from '../files.ts'
import { ASIDE, type CheckPlace } from './own-repository.ts'

/** The next checkout starts from nothing. Throws when it can't even be moved. */
export async function discardCheck(place: CheckPlace): Promise<void> {
  const aside = await mkdtemp(join(place.folder, ASIDE))
  for (const [name, path] of Object.entries({
    tree: place.tree,
    git: place.gitDir,
    index: place.index,
    kept: place.kept,
  }))
    await rename(path, join(aside, name)).catch((error: unknown) => {
      if (!isAbsence(error)) throw error
    })
  await deleteAside(place.folder)
}

/** Also what an earlier try could not delete. What can't go now stays for the next time. */
export async function deleteAside(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(ASIDE)) await removeWhole(join(folder, name)).catch(() => undefined)
}

/** A file or a folder with all that is in it, folders that nobody may write in included. A link goes, not what it leads to. */
export async function removeWhole(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true })
  } catch {
    await open(path)
    await rm(path, { recursive: true, force: true })
  }
}

async function open(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await open(join(folder, entry.name))
}
