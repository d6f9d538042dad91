// flower's own folder in a worktree: the record of what was prepared, and room for what is not whole yet.

import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ownFolder } from '#domain/configuration/place.ts'
import { isolations } from '#domain/worktree/worktree.ts'
import { readFileIfThere } from '../files.ts'
import { lstatIfThere } from './within.ts'

/** Lies in the worktree itself, so that it goes with what it describes. */
const Prepared = z.object({
  /** Null while a preparation is under way: what a crash leaves is prepared again. */
  fingerprint: z.string().nullable(),
  isolation: z.enum(isolations),
  /** Digests of the files as they were brought, by path: what has another one now was changed since, and is kept. */
  brought: z.record(z.string(), z.string()),
})
export type Prepared = z.infer<typeof Prepared>

const recordPath = (folder: string): string => join(folder, ownFolder, 'prepared.json')
const partialPath = (folder: string): string => join(folder, ownFolder, 'partial')

/** The record, or undefined when there is none that can be read. */
export async function readPrepared(folder: string): Promise<Prepared | undefined> {
  const text = (await readFileIfThere(recordPath(folder)))?.toString('utf8')
  if (text === undefined) return undefined
  try {
    return Prepared.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export const writePrepared = (folder: string, record: Prepared): Promise<void> =>
  putFile(folder, recordPath(folder), JSON.stringify(record), 0o600)

/** Whether flower's own folder is one: a link or a file in its place could lead a write out of the worktree. */
export async function ownFolderIsSound(folder: string): Promise<boolean> {
  const there = await lstatIfThere(join(folder, ownFolder))
  const partial = there && (await lstatIfThere(partialPath(folder)))
  return (!there || there.isDirectory()) && (!partial || partial.isDirectory())
}

/** Makes the folder, and clears what an earlier preparation left half done. */
export async function startAfresh(folder: string): Promise<void> {
  await rm(partialPath(folder), { recursive: true, force: true })
  await mkdir(partialPath(folder), { recursive: true, mode: 0o700 })
}

export const clearPartial = (folder: string): Promise<void> => rm(partialPath(folder), { recursive: true, force: true })

/** Makes something out of sight with `make` and puts it in its place whole. */
export async function putWhole(folder: string, target: string, make: (path: string) => Promise<void>): Promise<void> {
  const path = join(partialPath(folder), randomUUID())
  await make(path)
  await rename(path, target)
}

/** Replaces a file whole; a link at `target` is replaced, not followed. */
export const putFile = (folder: string, target: string, data: string | Uint8Array, mode: number): Promise<void> =>
  putWhole(folder, target, path => writeFile(path, data, { mode, flag: 'wx' }))
