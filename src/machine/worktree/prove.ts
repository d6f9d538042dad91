// The proof that a fresh worktree is what was asked for, before anybody works in it.

import { git } from '../git/command.ts'
import { wordsOf } from './in-turn.ts'
import { gitPlaceOf, type Registration, registrationNamedBy } from './registration.ts'
import { isSamePlace } from './same-place.ts'
import { parseStatus } from './status.ts'

export interface Expectation {
  /** The branch that HEAD must be on; left out, HEAD must be detached. */
  branch?: string
  /** The commit that HEAD must be at, with exactly its files in the checkout and nothing beside. */
  head: string
}

export type Proof = { outcome: 'proven' } | { outcome: 'unproven'; reason: string }

/** Looks at the folder through its own `.git` file, as every later visitor will. */
export async function prove(gitDir: string, worktree: Registration, expected: Expectation): Promise<Proof> {
  const named = await registrationNamedBy(gitDir, worktree.path)
  if (named?.id !== worktree.id || !(await isSamePlace(named.path, worktree.path))) {
    return unproven(`${worktree.path} and the repository don't name each other.`)
  }
  const args = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--ignored=matching']
  // An optional lock lets git keep what it learned of the files, so that the agent's first status is fast.
  const read = await git(gitPlaceOf(worktree), args, { writes: true, timeoutMs: 120_000 })
  if (read.outcome !== 'ok') return unproven(`Its status can't be read: ${wordsOf(read)}`)
  const status = parseStatus(read.stdout)
  if (status.branch !== expected.branch) {
    return unproven(`HEAD is on ${status.branch ?? 'no branch'}, not on ${expected.branch ?? 'none'}.`)
  }
  if (status.head !== expected.head) return unproven(`HEAD is at ${status.head ?? 'nothing'}, not ${expected.head}.`)
  const { modified, untracked, unmerged, ignored, paths } = status
  if (modified + untracked + unmerged + ignored > 0) {
    const counts = `${modified} modified, ${untracked} untracked, ${unmerged} unmerged, ${ignored} ignored`
    return unproven(`It isn't clean: ${counts}, such as ${JSON.stringify(paths[0])}.`)
  }
  return { outcome: 'proven' }
}

function unproven(reason: string): Proof {
  return { outcome: 'unproven', reason }
}
