// The commit that would take a landing out of MAIN again.

import { isObjectId } from '../git/ref-name.ts'
import type { CandidateAnswer } from './candidate-answer.ts'
import { type Signature, type Trailer, withTrailers, writeCommit } from './commit-object.ts'
import { mergeTwo } from './conflict.ts'
import { treeOf } from './plumbing.ts'
import { standIn } from './replay.ts'

export interface RevertWish {
  gitDir: string
  /** MAIN's tip, or another candidate. Object ids, all of them. */
  onto: string
  /** MAIN's tips before and after the landing, whatever its style and however many commits it had. */
  landed: { from: string; to: string }
  author: Signature
  committer: Signature
  message: string
  trailers: Trailer[]
}

/**
 * One commit on `onto` without what the landing brought; later work stays, or is in conflict with this. `empty` when
 * nothing of the landing is left. The way from `to` back to `from` is merged with the way from `to` to `onto`.
 */
export async function revertCandidate(wish: RevertWish): Promise<CandidateAnswer> {
  const { gitDir, onto, landed, author, committer } = wish
  for (const id of [onto, landed.from, landed.to])
    if (!isObjectId(id)) return { outcome: 'failed', step: 'revert', detail: `${id} is not an object id` }
  const [now, before] = await Promise.all([treeOf(gitDir, onto), treeOf(gitDir, landed.from)])
  if (now === undefined || before === undefined)
    return { outcome: 'failed', step: 'revert', detail: `there is no commit ${now === undefined ? onto : landed.from}` }
  const ours = await standIn(wish, now, landed.to)
  if (typeof ours !== 'string') return ours
  const theirs = await standIn(wish, before, landed.to)
  if (typeof theirs !== 'string') return theirs
  const tree = await mergeTwo(gitDir, { ours, theirs }, onto)
  if (typeof tree !== 'string') return tree
  if (tree === now) return { outcome: 'empty', why: 'already_there' }
  const message = withTrailers(wish.message, wish.trailers)
  const commit = await writeCommit(gitDir, { tree, parents: [onto], author, committer, message })
  return typeof commit === 'string' ? { outcome: 'made', commit, tree, commits: [], dropped: [] } : commit
}
