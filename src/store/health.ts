/** Knows whether the disk takes writes. A full disk turns into a refusal; the next write that gets through ends it. */
import { statfsSync } from 'node:fs'
import { Refusal } from '#domain/refusal.ts'

export type Health = {
  /** Why nothing can be written; null when all is well. */
  problem: () => string | null
  /** A write got through. */
  well: () => void
  /** A database's error as the refusal that it means, or as it is. */
  translate: (reason: unknown) => unknown
}

/** `folder` is the one that a store on a file lies in. */
export function makeHealth(folder?: string): Health {
  let problem: string | null = null
  return {
    problem: () => problem,
    well: () => {
      // A little goes into a full disk's log for a while yet: only room beside it shows that it is over.
      if (problem !== problems.full || hasRoom(folder)) problem = null
    },
    translate: reason => {
      const code = codeOf(reason)
      if (code === 'busy') return new Refusal('store.busy', {})
      if (code === 'unreachable') return new Refusal('store.unreachable', {})
      if (code === undefined) return reason
      problem = problems[code]
      return new Refusal('store.read_only', { problem })
    },
  }
}

const problems = {
  full: 'the disk is full',
  locked: 'the disk or the file takes no writes',
  failing: 'the disk fails',
}

/** Bytes; less is as good as none. */
const room = 2 ** 20

function hasRoom(folder: string | undefined): boolean {
  if (folder === undefined) return true
  const { bavail, bfree, bsize } = statfsSync(folder)
  return (process.getuid?.() === 0 ? bfree : bavail) * bsize >= room
}

/** SQLite's primary code of an error; undefined for every other error. */
export function sqliteCode(reason: unknown): number | undefined {
  const { errcode } = reason instanceof Error ? (reason as Error & { errcode?: number }) : {}
  return errcode === undefined ? undefined : errcode & 0xff
}

/** SQLite: 5 busy, 6 locked, 13 full, 8 read-only, 10 input/output error. PostgreSQL: 53100 disk full, 25006 read-only, 55P03 lock not available. Codes in letters are those of the disk itself. */
function codeOf(reason: unknown): 'busy' | 'unreachable' | keyof typeof problems | undefined {
  if (!(reason instanceof Error)) return undefined
  const { code } = reason as Error & { code?: string }
  const primary = sqliteCode(reason)
  if (primary === 5 || primary === 6 || code === '55P03') return 'busy'
  if (primary === 13 || code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  if (primary === 8 || code === '25006' || code === 'EROFS') return 'locked'
  if (primary === 10 || code === 'EIO') return 'failing'
  return isBroken(reason.message, code) ? 'unreachable' : undefined
}

/** PostgreSQL's classes 08 (connection) and 57P (shutting down), 25P03 (a transaction that stood still), the sockets' own codes; pg gives its own errors no code. */
const isBroken = (message: string, code = ''): boolean =>
  /^(08...|57P0.|25P03|ECONN[A-Z]+|EPIPE|ETIMEDOUT)$/.test(code) ||
  /^(Connection terminated|Client has encountered a connection error)/.test(message)
