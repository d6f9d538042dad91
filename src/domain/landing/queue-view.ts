/** All that the queue's driver decides from: one branch that is landed on, as it is now. */
import type { Gate } from './gate.ts'
import type { QueueState, Submission } from './submission.ts'
import type { Verdict } from './verdict.ts'

/** A commit and its tree, both by their full object ids. */
export interface Tip {
  commit: string
  tree: string
}

/** The branch that is landed on. */
export interface Line {
  /** Its short name. */
  branch: string
  tip: Tip
  /** The queue didn't bring it to where it is: a person's commit, which is judged like any other. */
  foreign: boolean
  /** Why nothing can land now, in words, such as files that were changed in MAIN's checkout; null when nothing is in the way. */
  blocked: string | null
}

/** One submission on top of those before it. */
export interface Candidate {
  submissionId: number
  /** Of its branch, as it was built. */
  tip: string
  /** Its own commits in the stack, in their order: a merge, a squash, or what was rebased. */
  commits: string[]
  /** Where the line would stand if it came to hold this candidate and all before it. */
  to: Tip
  /** First-parent commits that the line would have on the way there, which need proofs of their own: those of a rebase. */
  between: Tip[]
}

/** Candidates on one tip of the line; never empty. It can be forgotten at any time: built again, its trees are the same. */
export interface Stack {
  base: string
  candidates: Candidate[]
}

export interface QueueView {
  queue: QueueState
  line: Line
  /** Those of MAIN, never of a candidate; or why they can't be known, such as commands that nobody has trusted. */
  gates: readonly Gate[] | { unknown: string }
  toolchain: string
  /** Those of other branches are passed over. */
  submissions: readonly Submission[]
  /** At least those of the line's tree and of the stack's trees. */
  verdicts: readonly Verdict[]
  stack: Stack | null
  /** By submission: Briefs that have to land before it and have not. */
  waitsFor: ReadonlyMap<number, readonly number[]>
}
