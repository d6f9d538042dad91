// MAIN's branch moves, together with whatever records the landing: all refs in one transaction, or none.

import { type CommandResult } from '../command.ts'
import { git } from '../git/command.ts'
import { isObjectId, isRefName } from '../git/ref-name.ts'
import { gitPatiently, wordsOf } from '../worktree/in-turn.ts'
import { DURABLY, type GitFailure } from './plumbing.ts'

export interface RefMove {
  /** A full name, `refs/heads/main`. */
  ref: string
  /** The object id that it must have now; left out, there must be no such ref. */
  from?: string
  to: string
}

export type RefMoveAnswer =
  | { outcome: 'landed' }
  /** A ref is not where it was said to be; `now` is undefined when there is none. */
  | { outcome: 'moved'; ref: string; now?: string }
  /** The repository's reference-transaction hook said no; `output` is what it said. */
  | { outcome: 'refused_by_hook'; output: string }
  /** Another process has held this lock file for ten seconds, or left it behind. */
  | { outcome: 'locked'; file: string }
  | GitFailure

/**
 * Moves the refs; on the disk when it answers. The repository's own hooks run and get `env`. A checkout of the branch
 * doesn't follow: `land` sees to that.
 */
export async function moveRefs(wish: {
  gitDir: string
  moves: RefMove[]
  /** For the reflog. */
  reason: string
  env?: Record<string, string>
}): Promise<RefMoveAnswer> {
  const { gitDir, moves, reason, env } = wish
  const unusable = moves.flatMap(({ ref, from, to }) => [
    ...(ref.startsWith('refs/') && isRefName(ref) ? [] : [ref]),
    ...[to, from ?? to].filter(id => !isObjectId(id)),
  ])
  if (unusable.length > 0)
    return { outcome: 'failed', step: 'git update-ref', detail: `neither a ref nor an object id: ${unusable[0]}` }
  const args = [...DURABLY, 'update-ref', '-m', reason.replace(/\s+/g, ' '), '-z', '--stdin']
  const moved = await gitPatiently({ gitDir }, args, { input: moves.map(lineOf).join(''), hooks: true, env })
  return moved.outcome === 'ok' ? { outcome: 'landed' } : whyNot(gitDir, moves, moved)
}

/** Not through a ref that is but a name for another: the other was neither judged nor asked for. */
function lineOf({ ref, from, to }: RefMove): string {
  const move = from === undefined ? `create ${ref}\0${to}\0` : `update ${ref}\0${to}\0${from}\0`
  return `option no-deref\0${move}`
}

/** What a ref is a name for; undefined when it is a ref of its own, or there is none. */
export async function leadsTo(gitDir: string, ref: string): Promise<string | undefined> {
  const read = await git({ gitDir }, ['symbolic-ref', '--quiet', ref])
  return read.outcome === 'ok' ? read.stdout.trim() : undefined
}

async function whyNot(gitDir: string, moves: RefMove[], result: CommandResult): Promise<RefMoveAnswer> {
  for (const { ref, from } of moves) {
    const now = await refAt(gitDir, ref)
    if (now !== from) return { outcome: 'moved', ref, now }
  }
  const said = wordsOf(result)
  if (/aborted by (?:the )?(?:reference-transaction )?hook/.test(said))
    return { outcome: 'refused_by_hook', output: said }
  const lock = /Unable to create '(.+\.lock)': File exists/s.exec(said)?.[1]
  if (lock !== undefined) return { outcome: 'locked', file: lock }
  return { outcome: 'failed', step: 'git update-ref', detail: said }
}

/** The object id that a full ref has now. */
export async function refAt(gitDir: string, ref: string): Promise<string | undefined> {
  const read = await git({ gitDir }, ['rev-parse', '--verify', '--quiet', '--end-of-options', ref])
  return read.outcome === 'ok' ? read.stdout.trim() : undefined
}
