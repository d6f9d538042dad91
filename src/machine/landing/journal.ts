// The journal of a checkout that follows a landing: one small file that says whether its files may be mixed right now.

import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileIfThere, writeFileDurably } from '../files.ts'

/**
 * How far a landing is. The files are whole and of `from` at `opened` and `undone`, whole and of `to` at `landed` and `done`,
 * and may be of either in between. From `placed` on, the branch may have moved.
 */
export type JournalPoint = 'opened' | 'placing' | 'placed' | 'landed' | 'done' | 'undone'

export interface Journal {
  /** The landing's own name. */
  landing: string
  /** The full ref that moves, and from where to where. */
  ref: string
  from: string
  to: string
  /** All refs of the transaction, this one among them. */
  moves: { ref: string; to: string }[]
  point: JournalPoint
}

/**
 * The journal of the last landing, or undefined before the first. A reader of MAIN's files reads it before and after: what
 * it read holds only when both are the same and closed.
 */
export async function readJournal(folder: string): Promise<Journal | undefined> {
  const text = await readFileIfThere(fileIn(folder))
  return text === undefined ? undefined : (JSON.parse(text.toString('utf8')) as Journal)
}

export function isOpen(journal: Journal | undefined): journal is Journal {
  return journal !== undefined && journal.point !== 'done' && journal.point !== 'undone'
}

/** Replaces the journal whole. Its opening and its end are on the disk when this returns; between them the plan decides. */
export async function writeJournal(folder: string, journal: Journal): Promise<void> {
  const text = `${JSON.stringify(journal)}\n`
  if (journal.point === 'opened' || !isOpen(journal)) {
    await mkdir(folder, { recursive: true })
    return writeFileDurably(fileIn(folder), text, 0o644)
  }
  const next = `${fileIn(folder)}.next`
  await writeFile(next, text)
  await rename(next, fileIn(folder))
}

function fileIn(folder: string): string {
  return join(folder, 'landing.json')
}
