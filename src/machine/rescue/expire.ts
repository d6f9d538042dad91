// Lets a rescue go that nobody may ask for any more.

import { git } from '../git/command.ts'
import { gitPatiently, wordsOf } from '../worktree/in-turn.ts'
import { rescuePrefix } from '../worktree/name.ts'
import { isSamePlace } from '../worktree/same-place.ts'
import { readManifest } from './manifest.ts'

export type Expiry =
  | { outcome: 'deleted' }
  /** There is no such ref, or no such repository any more. */
  | { outcome: 'absent' }
  /** Something is not as it should be, so it stays. */
  | { outcome: 'left'; reason: string }

/**
 * Deletes the ref that holds a removed worktree, and those of its earlier removals; what else keeps their commits, such as a
 * branch, keeps them. Only where a rescue itself says that it is of this worktree: `name` as recorded, `folder` where it stood.
 */
export async function expireRescue(wish: {
  gitDir: string
  ref: string
  name: string
  folder: string
}): Promise<Expiry> {
  const prefix = rescuePrefix(wish.name)
  const number = Number(wish.ref.slice(prefix.length))
  if (!wish.ref.startsWith(prefix) || !Number.isSafeInteger(number))
    return left(`${wish.ref} is no rescue of ${wish.name}`)
  const listed = await git({ gitDir: wish.gitDir }, ['for-each-ref', '--format=%(objectname) %(refname)', prefix])
  if (listed.outcome === 'missing_folder') return { outcome: 'absent' }
  if (listed.outcome !== 'ok') return left(wordsOf(listed))
  const refs = new Map(listed.stdout.split('\n').map(line => line.split(' ').toReversed() as [string, string]))
  if (!refs.has(wish.ref)) return { outcome: 'absent' }
  const own = await expireOne(wish, wish.ref, refs.get(wish.ref) ?? '')
  if (own.outcome !== 'deleted') return own
  for (const [ref, commit] of refs)
    if (ref !== wish.ref && Number(ref.slice(prefix.length)) < number) await expireOne(wish, ref, commit)
  return own
}

async function expireOne(wish: { gitDir: string; folder: string }, ref: string, commit: string): Promise<Expiry> {
  const manifest = await readManifest(wish.gitDir, ref).catch(() => undefined)
  if (!manifest || !(await isSamePlace(manifest.folder, wish.folder)))
    return left(`${ref} does not say that it is of ${wish.folder}`)
  const deleted = await gitPatiently({ gitDir: wish.gitDir }, ['update-ref', '--no-deref', '-d', ref, commit])
  return deleted.outcome === 'ok' ? { outcome: 'deleted' } : left(wordsOf(deleted))
}

const left = (reason: string): Expiry => ({ outcome: 'left', reason })
