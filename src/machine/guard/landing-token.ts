// The one-time leave by which the merge queue, and nobody else, moves MAIN's branch past the guard's hook.

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from '../files.ts'

export interface LandingMove {
  /** In full, such as `refs/heads/main`. */
  ref: string
  /** Whole object ids; git has to be given both, so that the hook sees them. */
  from: string
  to: string
}

/**
 * Lays down a token that lets exactly this move through, once. `token` is a fresh random text of letters, digits, `-` and
 * `_`; hand it to git as `GitOptions.landingToken`, with `hooks: true`.
 */
export async function layDownToken(tokenFolder: string, token: string, move: LandingMove): Promise<void> {
  await mkdir(tokenFolder, { recursive: true, mode: 0o700 })
  await writeFileDurably(fileOf(tokenFolder, token), `${move.from} ${move.to} ${move.ref}\n`, 0o600)
}

/** For one that wasn't used. */
export async function takeBackToken(tokenFolder: string, token: string): Promise<void> {
  await rm(fileOf(tokenFolder, token), { force: true })
}

function fileOf(tokenFolder: string, token: string): string {
  if (!/^[A-Za-z0-9_-]{16,100}$/.test(token)) throw new TypeError('not a landing token')
  return join(tokenFolder, token)
}
