/** A disk without room for what a start has to write. */
import { sqliteCode } from '#store/health.ts'
import { CannotStart } from './cannot-start.ts'
import type { Home } from './home.ts'

/** The system's or SQLite's word for it, in words; undefined for every other error. */
export function fullDisk(home: Pick<Home, 'path'>, reason: unknown): CannotStart | undefined {
  const { code } = reason instanceof Error ? (reason as NodeJS.ErrnoException) : {}
  if (code !== 'ENOSPC' && code !== 'EDQUOT' && sqliteCode(reason) !== 13) return undefined
  return new CannotStart(
    `The disk of ${home.path} is full, and a start has to write a little there.`,
    'Make room on that disk, then `flower up`; nothing that was acknowledged is lost.',
    6,
  )
}
