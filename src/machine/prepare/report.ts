// What a preparation tells of itself.

import type { Withheld } from '#domain/preparation/plan.ts'
import type { CloneWay } from './clone-tree.ts'

/** What was done, for the trace and the page. Paths are from the root of the checkout. */
export interface PreparationReport {
  copied: string[]
  /** Files of variables that got the keys that they lacked. */
  completed: { path: string; keys: string[] }[]
  /** There already, and changed or made in the worktree: left alone. */
  kept: string[]
  cloned: { path: string; way: CloneWay; files: number }[]
  /** Commands that ended well, by their place in the configuration. */
  ran: string[]
  /** Asked for, but not in MAIN. */
  missing: string[]
  withheld: Withheld[]
}

export const emptyReport = (): PreparationReport => ({
  copied: [],
  completed: [],
  kept: [],
  cloned: [],
  ran: [],
  missing: [],
  withheld: [],
})
