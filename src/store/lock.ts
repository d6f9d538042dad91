/**
 * One server on a store: a lock that the operating system holds, so that a killed process leaves none behind. The file
 * must not be opened in any other way, because closing it anywhere in the process would give the lock away.
 */
import { DatabaseSync } from 'node:sqlite'
import { sqliteCode } from './health.ts'

export type Lock = { outcome: 'taken'; release: () => Promise<void> } | { outcome: 'held' }

/** SQLite's code for a lock that another one holds. */
const busy = 5

/** Takes the exclusive lock of `file` without waiting. */
export async function takeLock(file: string): Promise<Lock> {
  const holder = new DatabaseSync(file, { timeout: 0 })
  try {
    holder.exec('begin exclusive')
  } catch (reason) {
    holder.close()
    if (sqliteCode(reason) === busy) return { outcome: 'held' }
    throw reason
  }
  return { outcome: 'taken', release: async () => holder.close() }
}
