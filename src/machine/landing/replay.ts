// Commits put on another base one by one, without a working tree.

import type { CandidateAnswer } from './candidate-answer.ts'
import { type RawCommit, readCommits, type Signature, writeCommit } from './commit-object.ts'
import { mergeTwo, type NoMerge } from './conflict.ts'
import { type GitFailure, treeOf } from './plumbing.ts'

interface ReplayWish {
  gitDir: string
  onto: string
  /** Each with exactly one parent, the oldest first. */
  commits: string[]
  committer: Signature
}

/**
 * Puts each commit's change on top of the one before, with its author and message as they are. One that stands there
 * already stays itself; one that changes nothing there is left out.
 */
export async function replay(wish: ReplayWish): Promise<CandidateAnswer> {
  const { gitDir } = wish
  const [first, originals] = await Promise.all([treeOf(gitDir, wish.onto), readCommits(gitDir, wish.commits)])
  if ('outcome' in originals) return originals
  let top = { id: wish.onto, tree: first ?? '' }
  const commits: { from: string; to: string }[] = []
  for (const original of originals) {
    if (original.parents[0] === top.id) {
      top = original
      commits.push({ from: original.id, to: original.id })
      continue
    }
    const tree = await treeOnTop(wish, original, top)
    if (typeof tree !== 'string') return { ...tree, at: original.id }
    if (tree === top.tree) continue
    const copy = { ...original, tree, parents: [top.id], committer: wish.committer }
    const id = await writeCommit(gitDir, copy)
    if (typeof id !== 'string') return id
    top = { id, tree }
    commits.push({ from: original.id, to: id })
  }
  if (top.id === wish.onto) return { outcome: 'empty', why: 'already_there' }
  return { outcome: 'made', commit: top.id, tree: top.tree, commits, dropped: [] }
}

/**
 * A merge whose base must be the commit's parent, which git (before 2.40) can't be told: so `top`'s tree is given to a
 * commit that stands on that very parent. Nothing points to it, and git's own cleaning takes it away.
 */
async function treeOnTop(
  wish: ReplayWish,
  original: RawCommit,
  top: { id: string; tree: string },
): Promise<string | NoMerge> {
  const { gitDir, committer } = wish
  const parent = original.parents[0] ?? ''
  if ((await treeOf(gitDir, parent)) === top.tree) return original.tree
  const ours = await standIn({ gitDir, committer }, top.tree, parent)
  return typeof ours === 'string' ? mergeTwo(gitDir, { ours, theirs: original.id }, top.id) : ours
}

/** A commit of this tree on this parent, to merge with. */
export async function standIn(
  wish: { gitDir: string; committer: Signature },
  tree: string,
  parent: string,
): Promise<string | GitFailure> {
  const { gitDir, committer } = wish
  return writeCommit(gitDir, { tree, parents: [parent], author: committer, committer, message: 'Stand-in for a merge' })
}
