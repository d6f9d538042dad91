// The commit that MAIN would become if a branch landed now, made without touching any working tree.

import { isObjectId } from '../git/ref-name.ts'
import { isAncestor } from '../worktree/branch.ts'
import type { CandidateAnswer } from './candidate-answer.ts'
import { type Signature, type Trailer, withTrailers, writeCommit } from './commit-object.ts'
import { mergeTwo } from './conflict.ts'
import { ask, type GitFailure, treeOf } from './plumbing.ts'
import { replay } from './replay.ts'

export type CandidateWish = {
  gitDir: string
  /** The commit to land on: MAIN's tip, or another candidate when several are stacked. An object id, as is `tip`. */
  onto: string
  tip: string
  /** Where the branch stood when its work began; left out, everything that `onto` lacks is its own. */
  start?: string
  committer: Signature
} & (
  | { style: 'merge' | 'squash'; author: Signature; message: string; trailers: Trailer[] }
  /** Every commit keeps its author and message. */
  | { style: 'rebase' }
)

/** Makes the candidate. The same wish gives the same commit; refs are left alone. */
export async function makeCandidate(wish: CandidateWish): Promise<CandidateAnswer> {
  const { gitDir, onto, tip } = wish
  for (const id of [onto, tip, ...(wish.start === undefined ? [] : [wish.start])])
    if (!isObjectId(id)) return { outcome: 'failed', step: 'candidate', detail: `${id} is not an object id` }
  const [before, own] = await Promise.all([treeOf(gitDir, onto), ownCommits(wish)])
  if (before === undefined) return { outcome: 'failed', step: 'candidate', detail: `there is no commit ${onto}` }
  if ('outcome' in own) return own
  if (own.length === 0) return { outcome: 'empty', why: 'no_own_commits' }
  if (wish.start !== undefined && (await isAncestor(gitDir, tip, wish.start)))
    return { outcome: 'empty', why: 'no_own_commits' }
  const merges = own.filter(each => each.parents.length > 1).map(each => each.id)
  if (wish.style === 'rebase' && merges.length === 0) return rebased(wish, own)
  const tree = await mergeTwo(gitDir, { ours: onto, theirs: tip }, onto)
  if (typeof tree !== 'string') return tree
  if (tree === before) return { outcome: 'empty', why: 'already_there' }
  if (wish.style !== 'rebase') return joined(wish, own, tree)
  const flat = await rebased(wish, own)
  // What a merge itself changed is in none of the commits that are replayed.
  const whole = flat.outcome === 'made' && flat.tree === tree
  return whole || flat.outcome === 'failed' ? flat : { outcome: 'merges_inside', merges }
}

interface OwnCommit {
  id: string
  parents: string[]
}

/** What `onto` lacks, parents before children. */
async function ownCommits(wish: CandidateWish): Promise<OwnCommit[] | GitFailure> {
  const args = ['rev-list', '--parents', '--topo-order', '--reverse', '--end-of-options', wish.tip, `^${wish.onto}`]
  const listed = await ask(wish.gitDir, args, { timeoutMs: 60_000, maxBytes: 128 * 1024 * 1024 })
  if (listed.outcome !== 'ok') return listed
  const lines = listed.stdout.split('\n').filter(line => line !== '')
  return lines.map(line => {
    const [id = '', ...parents] = line.split(' ')
    return { id, parents }
  })
}

async function joined(
  wish: CandidateWish & { style: 'merge' | 'squash' },
  own: OwnCommit[],
  tree: string,
): Promise<CandidateAnswer> {
  const { gitDir, onto, tip, style, author, committer } = wish
  const parents = style === 'merge' ? [onto, tip] : [onto]
  const message = withTrailers(wish.message, wish.trailers)
  const commit = await writeCommit(gitDir, { tree, parents, author, committer, message })
  if (typeof commit !== 'string') return commit
  const commits = own.map(({ id }) => ({ from: id, to: style === 'merge' ? id : commit }))
  return { outcome: 'made', commit, tree, commits, dropped: [] }
}

async function rebased(wish: CandidateWish, own: OwnCommit[]): Promise<CandidateAnswer> {
  if (own.some(each => each.parents.length === 0)) return { outcome: 'unrelated' }
  const commits = own.filter(each => each.parents.length === 1).map(each => each.id)
  const answer = await replay({ gitDir: wish.gitDir, onto: wish.onto, commits, committer: wish.committer })
  if (answer.outcome !== 'made') return answer
  const kept = new Set(answer.commits.map(each => each.from))
  return { ...answer, dropped: own.map(each => each.id).filter(id => !kept.has(id)) }
}
