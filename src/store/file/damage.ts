/** Tells an embedded database that was emptied, cut or overwritten from a new one, and says where backups are. */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { sqliteCode } from '../health.ts'
import { StoreFault } from '../migrate.ts'

/** Beside the database once it held data, so that an empty file in its place is not taken for a new start. */
const markerOf = (file: string): string => `${file}.made`

/** Refuses an empty or missing file where one with data was. */
export function refuseEmptied(file: string): void {
  if (!existsSync(markerOf(file))) return
  const problem = existsSync(file) ? (statSync(file).size > 0 ? undefined : 'is empty') : 'is gone'
  if (problem)
    throw new StoreFault(
      `${file} ${problem}, but held data before. ${whereBackupsAre(file)} To begin anew, take away ${markerOf(file)} and what else begins with ${file}.`,
    )
}

/** Refuses a sound database that is not flower's, or not any more: its own tables would be made in it as in a new one. */
export function refuseForeign(file: string, raw: DatabaseSync): void {
  const tables = raw.prepare('select name from sqlite_master').all()
  if (tables.some(({ name }) => name === 'migrations')) return
  if (existsSync(markerOf(file)))
    throw new StoreFault(`${file} holds nothing of flower, but did before. ${whereBackupsAre(file)}`)
  if (tables.length > 0)
    throw new StoreFault(`${file} is a database of something else. Take it away, or set FLOWER_HOME to another folder.`)
}

/** Remembers that there is data in the file from now on. */
export function markMade(file: string): void {
  if (existsSync(markerOf(file))) return
  const marker = openSync(markerOf(file), 'a', 0o600)
  fsyncSync(marker)
  closeSync(marker)
}

/**
 * Refuses a file that was cut: shorter than the pages that it says it has. The pages are counted first; once all of the
 * write-ahead log is in the file, it has to be that long, whatever others write meanwhile.
 */
export function refuseCut(file: string, raw: DatabaseSync): void {
  const count = Number(raw.prepare('pragma page_count').get()?.page_count)
  const size = Number(raw.prepare('pragma page_size').get()?.page_size)
  const { busy, log, checkpointed } = raw.prepare('pragma wal_checkpoint(passive)').get() as Record<string, number>
  // Another process may be at it just now; then the next start looks.
  const isAllInFile = busy === 0 && log !== undefined && log >= 0 && log === checkpointed
  if (isAllInFile && statSync(file).size < count * size) throw damaged(file)
}

/** Runs what opens the file; its error becomes a clear fault when it says that the file is no sound database. */
export async function guardCorrupt<Answer>(file: string, open: () => Promise<Answer>): Promise<Answer> {
  try {
    return await open()
  } catch (cause) {
    const code = sqliteCode(cause instanceof StoreFault ? cause.cause : cause)
    // 11 corrupt, 26 not a database
    throw code === 11 || code === 26 ? damaged(file, cause) : cause
  }
}

const damaged = (file: string, cause?: unknown): StoreFault =>
  new StoreFault(`${file} is damaged and can't be used. ${whereBackupsAre(file)}`, { cause })

/** What is left of a write-ahead log would be read into the backup. */
function whereBackupsAre(file: string): string {
  const newest = newestBackup(file)
  const found = newest ? `Its newest backup is ${newest}` : `No backup lies beside it as ${file}.backup-*`
  return `${found}: put ${file} and ${file}-wal aside, then copy ${newest ? 'it' : 'one that lies elsewhere'} to ${file}. Nothing was changed.`
}

/** Backups are named by their time. */
function newestBackup(file: string): string | undefined {
  const folder = dirname(file)
  const names = existsSync(folder) ? readdirSync(folder) : []
  const newest = names
    .filter(name => name.startsWith(`${basename(file)}.backup-`) && name.endsWith('Z'))
    .sort()
    .at(-1)
  return newest && join(folder, newest)
}
