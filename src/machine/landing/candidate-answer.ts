// What can come of the wish for a candidate.

import type { NoMerge } from './conflict.ts'

export interface MadeCandidate {
  outcome: 'made'
  commit: string
  tree: string
  /**
   * The branch's own commits, oldest first, and what each is in the candidate's history: itself (merge), its copy (rebase) or
   * the one commit that holds all (squash).
   */
  commits: { from: string; to: string }[]
  /** Own commits that a rebase left out, as they change nothing there; merges too, as theirs is in the others. */
  dropped: string[]
}

export type CandidateAnswer =
  | MadeCandidate
  /** With `at`: the commit that could not be replayed, and that has these conflicts. */
  | (NoMerge & { at?: string })
  /**
   * There is nothing to land, which never means merged: the branch has no commits of its own, or all that they change is
   * in `onto` already.
   */
  | { outcome: 'empty'; why: 'no_own_commits' | 'already_there' }
  /** A rebase would lose what these merges hold: take another style. */
  | { outcome: 'merges_inside'; merges: string[] }
