/**
 * Facts of the outside world, gathered by the app before a transaction begins, so that no handler reaches for git,
 * disk or network. An operation says in the contract which it needs.
 */
import type { Operation } from '#contract/operation.ts'
import type { Complaint, RunningGate } from '#contract/shapes.ts'
import type { AgentSaid } from '#domain/agent/said.ts'
import type { Changes } from '#domain/landing/changes.ts'
import type { LandingStyle } from '#domain/landing/submission.ts'
import type { Isolation, Standing } from '#domain/worktree/worktree.ts'

/** A file to import; `path` is relative to what was named. */
export type ImportFile = { path: string; text: string }

/** What was found at a path that somebody wants to register. */
export type RepositoryFacts =
  | {
      outcome: 'found'
      gitDir: string
      primaryPath: string
      primaryBranch: string
      remoteUrl: string | null
      name: string
    }
  | { outcome: 'unready'; problem: string; cure: string }

export type MachineFacts = {
  version: string
  home: string
  readOnly: string | null
  reconciledAt: string | null
  complaints: Complaint[]
  looked: string[]
  /** Writes everything into one file and answers where it lies and its size in bytes. */
  backup: (path: string | undefined) => Promise<{ path: string; bytes: number }>
}

/** What was found in the folder of a checkout that somebody wants to adopt. */
export type FoundCheckout =
  | { outcome: 'found'; path: string; gitDir: string; branch: string | null; primary: boolean }
  | { outcome: 'unfit'; because: string; cure: string }

/** Where worktrees of a project are made here, or why none can be. */
export type Place =
  | { outcome: 'fit'; root: string; isolation: Isolation }
  | { outcome: 'unfit'; because: string; cure: string }

export type Places = {
  /** The id of the node that we are on. */
  node: string
  /** By the slug of a project that is registered. */
  of: (project: string) => Place
}

export type WorktreeFacts = {
  /** Of the worktree that the input names; undefined when its folder can't be read. */
  standing?: Standing | undefined
  /** At the path that the input names. */
  checkout?: FoundCheckout | undefined
}

/** Whole lines; `after` is the place behind them, `cut` the bytes before them that are gone. */
export type LogFacts = { lines: string[]; after: number; cut: number }

/** What an agent said, read from where its run keeps it; `after` is the place behind the last. */
export type SaidFacts = { items: { at: string; said: AgentSaid }[]; after: number }

export type Facts = {
  repository?: RepositoryFacts
  machine?: MachineFacts
  files?: ImportFile[]
  places?: Places
  worktree?: WorktreeFacts
  /** The text of the flower.yaml of the project that the input names, itself or by a worktree; empty where MAIN has none. */
  configuration?: string
  /** Whether the branch that the input names as MAIN's is there. */
  isBranch?: boolean
  /** Of the log that the input names; undefined where nothing was written yet. */
  log?: LogFacts | undefined
  /** Of the agent that the input names. */
  said?: SaidFacts | undefined
  branch?: BranchFacts
  /** The gate that judges the submission that the input names, here and now. */
  running?: RunningGate | undefined
  /** Of the branch that the input names; or why there is nothing to show. */
  changes?: Changes | { reason: string }
  history?: HistoryFacts
}

/** MAIN's first-parent commits since flower saw it first, newest first; or why they can't be read. */
export type HistoryFacts =
  | {
      outcome: 'read'
      tip: string
      since: string
      commits: { commit: string; tree: string; subject: string; at: string }[]
    }
  | { outcome: 'unread'; because: string }

/** What was found of a branch that somebody wants to land: its tip, and the landing style of flower.yaml. */
export type BranchFacts =
  | {
      outcome: 'found'
      tip: string
      style: LandingStyle
      /** It had landed just so, and its target holds that no more. */
      lost?: boolean
    }
  | { outcome: 'unfit'; because: string; cure: string }

/** Gathers for one operation; throws a Refusal when the outside world says no. */
export type Gather = (kind: NonNullable<Operation['gathers']>, input: Record<string, unknown>) => Promise<Facts>

/** What was gathered of the machine. That it was is the contract's part: the operation says that it needs it. */
export function machineOf(work: { facts: Facts }): MachineFacts {
  if (!work.facts.machine) throw new Error('facts of the machine were not gathered')
  return work.facts.machine
}

/** What was gathered of worktrees, by the same contract. */
export function worktreeFactsOf(work: { facts: Facts }): WorktreeFacts {
  if (!work.facts.worktree) throw new Error('facts of the worktree were not gathered')
  return work.facts.worktree
}

/** What was gathered of a branch, or of the reverse of a landing, by the same contract. */
export function branchFactsOf(work: { facts: Facts }): BranchFacts {
  if (!work.facts.branch) throw new Error('facts of the branch were not gathered')
  return work.facts.branch
}

/** Where worktrees are made, by the same contract. */
export function placesOf(work: { facts: Facts }): Places {
  if (!work.facts.places) throw new Error('facts of places were not gathered')
  return work.facts.places
}

/** What was gathered of MAIN's history, by the same contract. */
export function historyOf(work: { facts: Facts }): HistoryFacts {
  if (!work.facts.history) throw new Error('facts of the history were not gathered')
  return work.facts.history
}
