/**
 * One server on a home. The operating system holds the lock for as long as the process lives, so that one that was
 * killed leaves none behind: an exclusive transaction on a database that holds nothing. That file must not be opened
 * in any other way, because closing it anywhere in the process would give the lock away.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteCode } from '../health.ts'

/** Who holds a home, as it is written beside the lock. `startedAt` is ISO 8601 in UTC. */
export type Holder = { pid: number; url: string; startedAt: string }

export type HomeLock = {
  /** Writes down who holds it, for the next one that tries. */
  tell: (holder: Holder) => void
  release: () => void
}

/** The lock, or who holds it; null while that one has not told yet. */
export type LockAnswer = { lock: HomeLock } | { holder: Holder | null }

/** Takes the lock of a home at once or not at all. */
export function lockHome(home: string): LockAnswer {
  const told = join(home, 'server.json')
  const raw = new DatabaseSync(join(home, 'server.lock'), { timeout: 0 })
  try {
    raw.exec('begin exclusive')
  } catch (reason) {
    raw.close()
    if (sqliteCode(reason) === 5) return { holder: readHolder(told) }
    throw reason
  }
  // What a killed one told is no longer true.
  rmSync(told, { force: true })
  return {
    lock: {
      tell: holder => {
        writeFileSync(`${told}.part`, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
        renameSync(`${told}.part`, told)
      },
      release: () => {
        rmSync(told, { force: true })
        raw.close()
      },
    },
  }
}

/** Who holds a home by what was written down; it may have been killed since. Null when nothing is there to read. */
export function readHolder(file: string): Holder | null {
  try {
    const { pid, url, startedAt } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Holder>
    const isWhole = typeof pid === 'number' && typeof url === 'string' && typeof startedAt === 'string'
    return isWhole ? { pid, url, startedAt } : null
  } catch {
    return null
  }
}
