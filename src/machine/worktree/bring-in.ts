// Brings a commit into a worktree: by merging it into the branch, or by moving a detached checkout on to it.

import { git } from '../git/command.ts'
import { gitPatiently, wordsOf } from './in-turn.ts'
import { gitPlaceOf, registrationOf } from './registration.ts'
import { statusOf } from './status.ts'

export type BroughtIn =
  | { outcome: 'merged'; head: string }
  | { outcome: 'current'; head: string }
  /** Both sides changed these; the merge is taken back, and all is as before. */
  | { outcome: 'conflict'; files: string[] }
  /** What is not committed there, or is under way, stands in the way; nothing was done. */
  | { outcome: 'not_clean'; why: string }
  | { outcome: 'failed'; reason: string }

/** `commit` is an object id; `message` is that of a merge. Milliseconds for either way: ten minutes. */
export async function bringIn(wish: {
  gitDir: string
  folder: string
  commit: string
  message: string
}): Promise<BroughtIn> {
  const registration = await registrationOf(wish.gitDir, wish.folder)
  if (registration === undefined)
    return { outcome: 'failed', reason: `git does not know ${wish.folder} as a worktree.` }
  const before = await statusOf({ ...wish, base: wish.commit })
  if (before.outcome !== 'read' || before.head === undefined)
    return { outcome: 'failed', reason: `${wish.folder} can't be read: ${before.outcome}` }
  const dirt = [
    before.modified > 0 && `${before.modified} modified`,
    before.unmerged > 0 && `${before.unmerged} unmerged`,
    before.underWay.length > 0 && `a ${before.underWay.join(' and a ')} under way`,
  ].filter(Boolean)
  if (dirt.length > 0) return { outcome: 'not_clean', why: dirt.join(', ') }
  if (before.behind === 0) return { outcome: 'current', head: before.head }
  const place = gitPlaceOf(registration)
  const how =
    before.branch === undefined
      ? ['checkout', '--quiet', '--detach', wish.commit]
      : ['merge', '--quiet', '--no-edit', '-m', wish.message, wish.commit]
  const done = await gitPatiently(place, how, { timeoutMs: 600_000 })
  if (done.outcome === 'ok') {
    const head = await git(place, ['rev-parse', '--verify', 'HEAD'])
    return { outcome: 'merged', head: head.outcome === 'ok' ? head.stdout.trim() : wish.commit }
  }
  const unmerged = await git(place, ['diff', '--name-only', '--diff-filter=U', '-z'])
  const files = unmerged.outcome === 'ok' ? unmerged.stdout.split('\0').filter(each => each !== '') : []
  await takeBackMerge(wish)
  return files.length > 0 ? { outcome: 'conflict', files } : { outcome: 'failed', reason: wordsOf(done) }
}

/** Takes back a merge that is under way; nothing when there is none. Only for one that we began. */
async function takeBackMerge(wish: { gitDir: string; folder: string }): Promise<void> {
  const registration = await registrationOf(wish.gitDir, wish.folder)
  if (registration) await gitPatiently(gitPlaceOf(registration), ['merge', '--abort'])
}
