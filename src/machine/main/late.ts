// Brings what somebody wrote while MAIN was rescued into the rescue's worktree, where all the rest is.

import { mkdir, rm, symlink, unlink } from 'node:fs/promises'
import { keep } from '../landing/place.ts'
import { lstatIfThere } from '../landing/plan.ts'
import { readManifest } from '../rescue/manifest.ts'
import { asText, type BytePath, onDisk } from '../rescue/read-tree.ts'
import { asideOf, clearAside, type LateEntry } from './set-aside.ts'

/**
 * Answers the paths in the worktree: the very ones where they are free there, else beside them, as `notes.md.late-1`. What was
 * set aside is gone afterwards. A run that was cut off is completed by asking again.
 */
export async function bringLate(wish: { gitDir: string; ref: string; folder: string }): Promise<string[]> {
  const { gitDir, ref, folder } = wish
  const manifest = await readManifest(gitDir, ref)
  if (manifest === undefined) throw new Error(`${ref} can't be read`)
  const aside = asideOf(gitDir, ref)
  const brought: string[] = []
  for (const late of await clearAside(gitDir, aside, manifest)) brought.push(asText(await bring(late, folder)))
  await rm(aside, { recursive: true, force: true })
  return brought
}

/** First there, then gone from here. */
async function bring({ run, entry }: LateEntry, folder: string): Promise<BytePath> {
  const path = await freePath(folder, entry.path)
  const [from, to] = [onDisk(run, entry.path), onDisk(folder, path)]
  if (entry.kind === 'link') {
    await mkdir(onDisk(folder, path.slice(0, Math.max(0, path.lastIndexOf('/')))), { recursive: true })
    await symlink(Buffer.from(entry.target ?? '', 'latin1'), to)
  } else {
    await keep(from, to)
  }
  await unlink(from)
  return path
}

/** Folders that are there are gone into. */
async function freePath(folder: string, path: BytePath): Promise<BytePath> {
  const parts = path.split('/')
  const last = parts.pop() ?? ''
  let above = ''
  for (const part of parts) above = `${await freeName(folder, above + part, true)}/`
  return freeName(folder, above + last, false)
}

async function freeName(folder: string, wanted: BytePath, orFolder: boolean): Promise<BytePath> {
  for (let count = 0; ; count += 1) {
    const path = count === 0 ? wanted : `${wanted}.late-${count}`
    const there = await lstatIfThere(onDisk(folder, path))
    if (there === undefined || (orFolder && there.isDirectory())) return path
  }
}
