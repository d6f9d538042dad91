// The branch that a worktree is to stand on: made, continued or begun anew, and never at the cost of a commit.

import { git } from '../git/command.ts'
import { commitAt } from '../git/commits.ts'
import { isRefName } from '../git/ref-name.ts'
import { findRemote, type Remote } from '../git/remote.ts'
import { nextRescueRef } from '../rescue/rescue-ref.ts'
import { gitPatiently, wordsOf } from './in-turn.ts'
import { listWorktrees } from './list.ts'

export interface BranchWish {
  gitDir: string
  branch: string
  /** The commit to begin at. */
  base: string
  /** The project's primary branch, which no worktree is ever given. */
  primaryBranch: string
  /** What to do with a branch that is there: go on from its tip, or begin at the base and keep its tip under a rescue ref. */
  existing: 'continue' | 'anew'
  /** The worktree's name, for the rescue ref. */
  name: string
}

export interface SettledBranch {
  outcome: 'settled'
  /** Where the branch is now. */
  head: string
  /** Where it was; undefined when there was none. */
  before?: string
  /** `remote`: there was no local branch, and the remote's tip of the same name is continued. */
  start: 'base' | 'continued' | 'remote'
  /** Keeps the earlier tip, when commits of it are not in the base. */
  rescue?: string
}

export type BranchAnswer =
  | SettledBranch
  | { outcome: 'unknown_base'; base: string }
  | { outcome: 'bad_branch'; branch: string; reason: 'no_name' | 'primary' }
  /** Another branch differs only by case, or is a folder of this one (or the other way round). */
  | { outcome: 'branch_collides'; branch: string; with: string }
  | { outcome: 'branch_in_use'; branch: string; path: string }
  | { outcome: 'git_failed'; detail: string }

/** Call it in the repository's turn. Does nothing when a run before this one has settled the branch already. */
export async function settleBranch(wish: BranchWish): Promise<BranchAnswer> {
  const { gitDir, branch } = wish
  if (!isRefName(branch) || branch.startsWith('-')) return { outcome: 'bad_branch', branch, reason: 'no_name' }
  if (branch.toLowerCase() === wish.primaryBranch.toLowerCase())
    return { outcome: 'bad_branch', branch, reason: 'primary' }
  const [base, tips, listing, remote] = await Promise.all([
    commitAt(gitDir, wish.base),
    tipsOfBranches(gitDir),
    listWorktrees(gitDir),
    wish.existing === 'continue' ? findRemote(gitDir) : undefined,
  ])
  if (base !== wish.base) return { outcome: 'unknown_base', base: wish.base }
  const rival = rivalAmong([...tips.keys()], branch)
  if (rival !== undefined) return { outcome: 'branch_collides', branch, with: rival }
  if (listing.outcome !== 'listed') return listing
  const user = listing.worktrees.find(each => each.branch === branch && each.prunable === undefined)
  if (user) return { outcome: 'branch_in_use', branch, path: user.path }
  const plan = await planOf(wish, tips.get(branch), remote)
  return (await carryOut(wish, plan)) ?? plan
}

async function planOf(
  wish: BranchWish,
  before: string | undefined,
  remote: Remote | undefined,
): Promise<SettledBranch> {
  const { gitDir, branch, base } = wish
  if (before === undefined) {
    const theirs = remote && (await commitAt(gitDir, `refs/remotes/${remote.name}/${branch}`))
    return { outcome: 'settled', head: theirs ?? base, start: theirs ? 'remote' : 'base' }
  }
  if (wish.existing === 'continue') return { outcome: 'settled', head: before, before, start: 'continued' }
  const rescue = (await isAncestor(gitDir, before, base)) ? undefined : await nextRescueRef(gitDir, wish.name)
  return { outcome: 'settled', head: base, before, start: 'base', rescue }
}

/** One transaction: the branch moves only from where it was seen, and only together with its rescue. */
async function carryOut(wish: BranchWish, plan: SettledBranch): Promise<BranchAnswer | undefined> {
  if (plan.before === plan.head) return undefined
  const zero = '0'.repeat(plan.head.length)
  // Not through a branch that is but a name for another: the other may be MAIN's.
  const lines = ['option no-deref', `update refs/heads/${wish.branch}\0${plan.head}\0${plan.before ?? zero}`]
  if (plan.rescue && plan.before) lines.unshift('option no-deref', `create ${plan.rescue}\0${plan.before}`)
  const input = lines.map(line => `${line}\0`).join('')
  const moved = await gitPatiently({ gitDir: wish.gitDir }, ['update-ref', '-z', '--stdin'], { input })
  return moved.outcome === 'ok' ? undefined : { outcome: 'git_failed', detail: wordsOf(moved) }
}

/** Puts a branch back to where it was before it was settled, unless somebody has moved it since. */
export async function unsettleBranch(gitDir: string, branch: string, settled: SettledBranch): Promise<void> {
  if (settled.before === settled.head) return
  const args =
    settled.before === undefined
      ? ['update-ref', '--no-deref', '-d', `refs/heads/${branch}`, settled.head]
      : ['update-ref', '--no-deref', `refs/heads/${branch}`, settled.before, settled.head]
  await gitPatiently({ gitDir }, args)
}

export async function isAncestor(gitDir: string, older: string, newer: string): Promise<boolean> {
  return (await git({ gitDir }, ['merge-base', '--is-ancestor', older, newer])).outcome === 'ok'
}

/** By the branch's name. */
async function tipsOfBranches(gitDir: string): Promise<Map<string, string>> {
  const listed = await git({ gitDir }, ['for-each-ref', '--format=%(objectname) %(refname:lstrip=2)', 'refs/heads/'])
  if (listed.outcome !== 'ok') return new Map()
  const lines = listed.stdout.split('\n').filter(line => line !== '')
  return new Map(lines.map(line => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]))
}

function rivalAmong(names: string[], branch: string): string | undefined {
  const folded = branch.toLowerCase()
  return names
    .filter(name => name !== branch)
    .find(name => {
      const other = name.toLowerCase()
      return other === folded || other.startsWith(`${folded}/`) || folded.startsWith(`${other}/`)
    })
}
