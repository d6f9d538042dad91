// The end of a landing that had begun to place files: completed when the branch has moved, taken back when it has not.

import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BytePath } from '../rescue/read-tree.ts'
import { isAncestor } from '../worktree/branch.ts'
import { gitPatiently } from '../worktree/in-turn.ts'
import { dropIndexLock } from './index-lock.ts'
import { type Journal, writeJournal } from './journal.ts'
import { refAt } from './land-ref.ts'
import { placeFiles, takeBack } from './place.ts'
import { indexIdentity, lstatIfThere, type Plan, readPlan, type Scratch, scratchOf } from './plan.ts'
import { shown } from './plumbing.ts'
import type { Checkout } from './standing.ts'

export interface Ending {
  gitDir: string
  checkout: Checkout
  journalFolder: string
  journal: Journal
  /** Known: all files are in place and the branch has moved, whatever has become of either since. */
  landed?: boolean
  step?: (point: 'indexed' | 'unlocked') => Promise<void>
}

export interface Ended {
  /** `completed`: branch, index and files are at `to`, or beyond it. `undone`: they are where they were. */
  outcome: 'completed' | 'undone'
  /** Files that somebody has changed meanwhile: they were left alone. */
  kept: string[]
}

/**
 * The branch decides: it is the last thing to move, once all files are in place, so nothing is taken back that anybody could
 * have built upon. Doing it again does the rest of what a cut-off run left.
 */
export async function finishLanding(ending: Ending): Promise<Ended> {
  const { gitDir, checkout, journal } = ending
  const scratch = scratchOf(checkout.ownGitDir, journal.landing)
  const plan = await readPlan(scratch)
  const landed = ending.landed || (await hasMoved(gitDir, journal))
  const ground = { scratch, root: checkout.path, folders: new Set<BytePath>() }
  let kept: BytePath[] = []
  if (plan !== undefined && !landed) kept = await takeBack(plan, ground)
  if (plan !== undefined && landed) {
    kept = ending.landed ? [] : await placeFiles(plan, ground)
    await bringIndex(ending, scratch, plan)
  }
  await dropIndexLock(checkout.ownGitDir, journal.landing)
  await ending.step?.('unlocked')
  await writeJournal(ending.journalFolder, { ...journal, point: landed ? 'done' : 'undone' })
  await rm(scratch.folder, { recursive: true, force: true })
  return { outcome: landed ? 'completed' : 'undone', kept: kept.map(shown) }
}

async function hasMoved(gitDir: string, { ref, to }: Journal): Promise<boolean> {
  const now = await refAt(gitDir, ref)
  return now !== undefined && (now === to || isAncestor(gitDir, to, now))
}

async function bringIndex(ending: Ending, scratch: Scratch, plan: Plan): Promise<void> {
  const { checkout, journal } = ending
  if ((await lstatIfThere(scratch.index)) !== undefined) {
    if ((await indexIdentity(checkout.ownGitDir)) === plan.index) {
      await rename(scratch.index, join(checkout.ownGitDir, 'index'))
    } else {
      // Somebody took our lock away and staged something: that stays, and what landed is merged in where it can be.
      await dropIndexLock(checkout.ownGitDir, journal.landing)
      const place = { gitDir: checkout.ownGitDir, workTree: checkout.path }
      await gitPatiently(place, ['read-tree', '-i', '-m', journal.from, journal.to])
    }
  }
  await ending.step?.('indexed')
}
