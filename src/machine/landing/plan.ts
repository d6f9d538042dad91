// What a landing changes in a checkout, file by file, written down before the first one is touched.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readFile, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isAbsence, readFileIfThere, writeFileDurably } from '../files.ts'
import { type BytePath, onDisk } from '../rescue/read-tree.ts'

/** A file or a symbolic link, or the place of a submodule, which is a folder that may be empty. */
export type Kind = 'file' | 'folder'

export interface PlannedFile {
  path: BytePath
  /** What is there before the landing; left out when nothing is. */
  before?: Kind
  /** What is there after it. `digest`, of files, tells our file from one that somebody has changed since. */
  after?: { kind: Kind; digest?: string }
}

export interface Plan {
  files: PlannedFile[]
  /** Which index the new one was made from. */
  index: string
}

/** The folder of one landing, in the checkout's own git folder: everything in it can be made again. */
export interface Scratch {
  folder: string
  /** The files as they are to be; a file that is no longer here has been placed. */
  fresh: string
  /** The files as they were. */
  old: string
  /** The index as it is to be. */
  index: string
}

export function scratchRoot(ownGitDir: string): string {
  return join(ownGitDir, 'flower-landing')
}

/** Throws a TypeError for a landing's name that is no plain word. */
export function scratchOf(ownGitDir: string, landing: string): Scratch {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(landing)) throw new TypeError(`not a landing's name: ${JSON.stringify(landing)}`)
  const folder = join(scratchRoot(ownGitDir), landing)
  return { folder, fresh: join(folder, 'new'), old: join(folder, 'old'), index: join(folder, 'index') }
}

export async function writePlan(scratch: Scratch, plan: Plan): Promise<void> {
  await writeFileDurably(join(scratch.folder, 'plan.json'), JSON.stringify(plan), 0o600)
}

/** Undefined when the landing was ended before it had a plan, and so before it touched anything. */
export async function readPlan(scratch: Scratch): Promise<Plan | undefined> {
  const text = await readFileIfThere(join(scratch.folder, 'plan.json'))
  return text === undefined ? undefined : (JSON.parse(text.toString('utf8')) as Plan)
}

/** What a file or link holds, with whether it may be run; undefined when there is neither. */
export async function digestOf(root: string, path: BytePath): Promise<string | undefined> {
  const place = onDisk(root, path)
  const found = await lstatIfThere(place)
  if (found === undefined || !(found.isFile() || found.isSymbolicLink())) return undefined
  const hash = createHash('sha256')
  if (found.isSymbolicLink()) return `link ${hash.update(await readlink(place, 'buffer')).digest('hex')}`
  // A stream costs many times a small file's reading.
  if (found.size <= 4n * 1024n * 1024n) hash.update(await readFile(place))
  else await pipeline(createReadStream(place), hash)
  return `${(found.mode & 0o100n) === 0n ? 'plain' : 'runs'} ${hash.digest('hex')}`
}

/** Which file this is and whether it was written since; undefined when nothing is there. */
export async function identityOf(place: Buffer | string): Promise<string | undefined> {
  const found = await lstatIfThere(place)
  return found && [found.dev, found.ino, found.size, found.mode, found.mtimeNs, found.ctimeNs].join(':')
}

/** Which index a checkout has now. */
export async function indexIdentity(ownGitDir: string): Promise<string> {
  const found = await stat(join(ownGitDir, 'index'), { bigint: true })
  return [found.dev, found.ino, found.size, found.mtimeNs].join(':')
}

export async function lstatIfThere(place: Buffer | string) {
  return lstat(place, { bigint: true }).catch((error: unknown) => {
    if (isAbsence(error)) return undefined
    throw error
  })
}
