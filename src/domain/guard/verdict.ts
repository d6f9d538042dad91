/** What the guard of an agent's tools answers, in the words that the agent gets to read. */
import type { Closed } from './places.ts'

export const guardCauses = [
  'main',
  'git_folder',
  'other_worktree',
  'home',
  'main_branch',
  'stash',
  'worktree_command',
  'shared_settings',
  'way_round',
  'undecided',
  'no_folder',
  'unreadable',
] as const
export type GuardCause = (typeof guardCauses)[number]

export type GuardVerdict =
  | { outcome: 'allowed' }
  | {
      outcome: 'refused'
      cause: GuardCause
      /** The path, or the piece of the command, that it is about. */
      what: string
      /** Whole sentences: what was refused, and what to do instead. */
      reason: string
    }

export const ALLOWED: GuardVerdict = { outcome: 'allowed' }

/** A path in a place that isn't the agent's. `instead` is the same path in its own worktree. */
export function refusePath(cause: Closed, path: string, instead: string | undefined): GuardVerdict {
  const own = instead === undefined ? WHERE_ELSE : `Yours is ${instead}.`
  return refuse(cause, path, `${path} ${OF_PLACES[cause]} ${own}`)
}

export function refuse(cause: GuardCause, what: string, reason = REASONS[cause] ?? ''): GuardVerdict {
  return { outcome: 'refused', cause, what, reason }
}

const WHERE_ELSE = 'Work in your own worktree; without one, ask for it: flower worktree create.'

const OF_PLACES: Record<Closed, string> = {
  main: 'is in MAIN, the checkout that is served. It changes only by what the merge queue lands.',
  git_folder: 'is git\u2019s own, shared by all worktrees. Use git for what you need.',
  other_worktree: 'is in the worktree of somebody else.',
  home: 'is in flower\u2019s own folder. Use its operations.',
}

const REASONS: Partial<Record<GuardCause, string>> = {
  main_branch:
    'That would move, delete or check out MAIN\u2019s branch. Only the merge queue moves it: hand your branch in with flower merge submit.',
  stash:
    'The stash is one for all worktrees of the repository: yours and those of others would get mixed up. Commit instead, git commit -a -m WIP, and take it back later with git reset --soft HEAD~1.',
  worktree_command:
    'Worktrees are made, moved and removed by flower, which keeps their records: flower worktree create, flower worktree remove.',
  shared_settings:
    'These settings are those of all worktrees and of MAIN. Give them to the one call, git -c name=value \u2026, or set them for yourself with --global.',
  way_round: 'That would switch MAIN\u2019s guard off or lead git past it.',
  no_folder:
    'The folder of this session is gone, so that nobody can tell where this would lead. Ask for your worktree again: flower worktree restore.',
  unreadable: 'The guard can\u2019t read what this tool is asked to do.',
  undecided:
    'It can\u2019t be told beforehand where this leads, and MAIN or another worktree is named in it. Say the paths as they are, one command at a time.',
}
