// After a kill: a landing that was cut off is completed or undone, before anything else happens to the checkout.

import { lstat, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readFileIfThere } from '../files.ts'
import { allProcesses, hasInEnvironment, isAlive } from '../process.ts'
import { type Ended, finishLanding } from './finish.ts'
import { indexLockState, takeIndexLock } from './index-lock.ts'
import { isOpen, type Journal, readJournal } from './journal.ts'
import { markerOf } from './land.ts'
import { scratchOf, scratchRoot } from './plan.ts'
import type { Checkout } from './standing.ts'

export interface RecoveryWish {
  gitDir: string
  checkout: Checkout
  journalFolder: string
  /** Milliseconds to wait for programs of the landing that have outlived us, and for another git that has the index. */
  patienceMs: number
}

export type RecoveryAnswer =
  | { outcome: 'nothing' }
  | (Ended & { landing: string; from: string; to: string })
  /** These programs of the landing still run. Ask again, or end them. */
  | { outcome: 'still_running'; landing: string; pids: number[] }
  /** Somebody else holds the index: the file is theirs to remove, and the journal stays open until then. */
  | { outcome: 'locked'; file: string; landing: string }

/**
 * To be called before the first landing after a start, and before any other use of the checkout. What the journal says of
 * the landing and what the lock says are one; either is enough.
 */
export async function recoverCheckout(wish: RecoveryWish): Promise<RecoveryAnswer> {
  const { gitDir, checkout, journalFolder } = wish
  const [written, lock] = await Promise.all([readJournal(journalFolder), indexLockState(checkout.ownGitDir)])
  const journal = lock.held === 'left' ? journalOf(lock.text) : isOpen(written) ? written : undefined
  if (journal === undefined) {
    if (lock.held === 'not') await rm(scratchRoot(checkout.ownGitDir), { recursive: true, force: true })
    return { outcome: 'nothing' }
  }
  const { landing, from, to } = journal
  if (lock.held === 'foreign') return { outcome: 'locked', file: lock.file, landing }
  const pids = await outlived(landing, wish.patienceMs)
  if (pids.length > 0) return { outcome: 'still_running', landing, pids }
  if (lock.held === 'not') {
    const { folder } = scratchOf(checkout.ownGitDir, landing)
    await mkdir(folder, { recursive: true })
    const file = await takeIndexLock(checkout.ownGitDir, { scratch: folder, journal, patienceMs: wish.patienceMs })
    if (file !== undefined) return { outcome: 'locked', file, landing }
  }
  await dropRefLocks(gitDir, checkout.ownGitDir, journal)
  const ended = await finishLanding({ gitDir, checkout, journalFolder, journal })
  await rm(scratchRoot(checkout.ownGitDir), { recursive: true, force: true })
  return { ...ended, landing, from, to }
}

function journalOf({ landing, ref, from, to, moves }: Omit<Journal, 'point'>): Journal {
  return { landing, ref, from, to, moves, point: 'placing' }
}

/** A kill of flower doesn't end the git that it had started, which may be about to move the branch. */
async function outlived(landing: string, patienceMs: number): Promise<number[]> {
  const [[name, value] = ['', '']] = Object.entries(markerOf(landing))
  const pauseMs = 25
  let pids = allProcesses().filter(pid => pid !== process.pid && hasInEnvironment(pid, name, value))
  for (let left = patienceMs / pauseMs; pids.length > 0 && left > 0; left -= 1) {
    await pause(pauseMs)
    pids = pids.filter(pid => isAlive(pid) && hasInEnvironment(pid, name, value))
  }
  return pids
}

/**
 * A git that is killed together with us, just before the branch moves, leaves lock files of refs. Those go that hold what
 * only this landing would have written. HEAD's lock, which is empty, goes with the branch's when both were made in the
 * same second.
 */
async function dropRefLocks(gitDir: string, ownGitDir: string, journal: Journal): Promise<void> {
  for (const { ref, to } of journal.moves) {
    const file = join(gitDir, `${ref}.lock`)
    if (!(await holds(file, to))) continue
    if (ref === journal.ref) await dropHeadLock(join(ownGitDir, 'HEAD.lock'), file)
    await rm(file, { force: true })
  }
}

async function dropHeadLock(file: string, branchLock: string): Promise<void> {
  if ((await readFileIfThere(file))?.length !== 0) return
  const [head, branch] = await Promise.all([lstat(file), lstat(branchLock)])
  if (Math.abs(head.mtimeMs - branch.mtimeMs) < 1_000) await rm(file, { force: true })
}

async function holds(file: string, id: string): Promise<boolean> {
  return (await readFileIfThere(file))?.toString('latin1').trim() === id
}
