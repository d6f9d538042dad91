/** What the rows of the place have in common. */
import type { Branches } from '../merge/branches.ts'
import type { Reader } from '../merge/writes.ts'

export type Ground = {
  reader: Reader
  branches: Branches
  /** MAIN's own branch, which need not be named at each row. */
  branch: string
  /** Why nothing lands now, in the house's words; undefined while the queue runs. */
  halt: string | undefined
}
