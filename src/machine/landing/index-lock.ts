// git's own lock of a checkout's index, held while a landing is under way, so that nobody commits or switches in between.

import { constants, copyFile, link, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readFileIfThere } from '../files.ts'
import { isAlive, processStartedAt } from '../process.ts'
import type { Journal } from './journal.ts'

/** What is written in the lock file; git itself only looks whether it is there. */
export interface LockText extends Omit<Journal, 'point'> {
  by: 'flower'
  pid: number
  startedAt?: string
}

const PAUSE_MS = 50

/** Landings of this very process. */
const underWay = new Set<string>()

/**
 * Takes the lock, waiting for whoever has it. Answers the file's path when it can't be had. `scratch` is a folder on the
 * same disk: the lock appears whole or not at all, as half a one would be nobody's.
 */
export async function takeIndexLock(
  ownGitDir: string,
  wish: { scratch: string; journal: Journal; patienceMs: number },
): Promise<string | undefined> {
  const { point: _point, ...facts } = wish.journal
  const text: LockText = { by: 'flower', ...facts, pid: process.pid, startedAt: processStartedAt(process.pid) }
  const written = join(wish.scratch, 'lock')
  await writeFile(written, `${JSON.stringify(text)}\n`)
  const file = lockOf(ownGitDir)
  for (let left = wish.patienceMs / PAUSE_MS; ; left -= 1) {
    if (await appears(written, file)) {
      underWay.add(facts.landing)
      return undefined
    }
    if (left <= 0) return file
    await pause(PAUSE_MS)
  }
}

/** False when the file is there. */
async function appears(written: string, file: string): Promise<boolean> {
  try {
    // Where a disk has no second names, a copy is made that is only whole at its end.
    await link(written, file).catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error
      return copyFile(written, file, constants.COPYFILE_EXCL)
    })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

export type LockState =
  | { held: 'not' }
  /** Taken by a landing whose process is gone. */
  | { held: 'left'; text: LockText }
  /** By anybody else: a person's git, a landing that is under way, or one of which nothing can be read. */
  | { held: 'foreign'; file: string }

/** Who holds the lock. Doubt makes it foreign. */
export async function indexLockState(ownGitDir: string): Promise<LockState> {
  const file = lockOf(ownGitDir)
  const bytes = await readFileIfThere(file)
  if (bytes === undefined) return { held: 'not' }
  const text = parse(bytes)
  return text === undefined || isHolderThere(text) ? { held: 'foreign', file } : { held: 'left', text }
}

function isHolderThere(text: LockText): boolean {
  return isAlive(text.pid, text.startedAt) && (text.pid !== process.pid || underWay.has(text.landing))
}

/** Only when it is this landing's. */
export async function dropIndexLock(ownGitDir: string, landing: string): Promise<void> {
  const bytes = await readFileIfThere(lockOf(ownGitDir))
  if (bytes !== undefined && parse(bytes)?.landing === landing) await rm(lockOf(ownGitDir), { force: true })
  letGo(landing)
}

/** The lock stays, for `recoverCheckout`, which may run in this very process. */
export function letGo(landing: string): void {
  underWay.delete(landing)
}

function parse(bytes: Buffer): LockText | undefined {
  // An index, which git itself writes here, begins with another sign and is long.
  if (bytes.length > 4_096 || bytes[0] !== 0x7b) return undefined
  try {
    const text: unknown = JSON.parse(bytes.toString('utf8'))
    const ours = typeof text === 'object' && text !== null && 'by' in text && text.by === 'flower'
    return ours ? (text as LockText) : undefined
  } catch {
    return undefined
  }
}

function lockOf(ownGitDir: string): string {
  return join(ownGitDir, 'index.lock')
}
