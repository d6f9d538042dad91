// A landing: MAIN's branch moves to a commit that was judged, and MAIN's checkout with it.
//
// The order, and why. 1. The index's lock is taken, so that no git of a person's can commit, stage or switch. 2. The new files
// are made ready beside the checkout, everything that stands against them is looked for, and a plan is written down. 3. The
// journal is opened and file after file is put in place. 4. The branch moves, in one transaction that checks its old value and
// asks the repository's hooks. 5. The index follows, the lock is given back, the journal is closed.
//
// So the branch moves last of all that can fail: a full disk, a filter, a hook or a rival before that leaves MAIN as it was,
// and what anybody can see as landed is whole. After a kill the branch alone says which way to go: not moved, the old files
// are put back from beside; moved, only the index is left to follow. Were the branch moved first, whatever then failed would
// leave a commit that others may have taken up over files that lack it, and a person's next commit would take it out again.

import { mkdir, rm } from 'node:fs/promises'
import { isObjectId, isRefName } from '../git/ref-name.ts'
import { isAncestor } from '../worktree/branch.ts'
import { finishLanding } from './finish.ts'
import { dropIndexLock, indexLockState, letGo, takeIndexLock } from './index-lock.ts'
import { isOpen, type Journal, readJournal, writeJournal } from './journal.ts'
import { leadsTo, moveRefs, type RefMove, type RefMoveAnswer, refAt } from './land-ref.ts'
import { placeFiles } from './place.ts'
import { scratchOf } from './plan.ts'
import { type GitFailure, shown } from './plumbing.ts'
import { type EarlyLook, lookEarly, type MovedSubmodule, type StageAnswer, type Staged, stage } from './stage.ts'
import type { Checkout, DirtyFile } from './standing.ts'
import { type WhereAnswer, whereIs } from './where.ts'

export interface LandingWish {
  gitDir: string
  /** A name of its own, of letters, digits, `_` and `-`. */
  landing: string
  /** MAIN's branch, without `refs/heads/`. */
  branch: string
  from: string
  /** A descendant of `from`. */
  to: string
  /** Further refs that move in the same transaction, such as the landing's own record. */
  also?: RefMove[]
  /** For the reflog. */
  reason: string
  /** For the reference-transaction hook. */
  hookEnv?: Record<string, string>
  /** MAIN's checkout; left out for a bare repository. It follows when it is on the branch. */
  checkout?: Checkout
  /** Where the journal of this checkout lies, and of no other. */
  journalFolder: string
  /** Milliseconds that checking out the new files may take, filters included. */
  timeoutMs: number
  /** Milliseconds to wait for another git that has the index. */
  patienceMs: number
  /** Awaited at each point; `placing` before each file. */
  step?: (point: LandingPoint) => Promise<void>
}

export type LandingPoint = 'locked' | 'staged' | 'opened' | 'placing' | 'placed' | 'landed' | 'indexed' | 'unlocked'

export type LandingAnswer =
  | {
      outcome: 'landed'
      /** Whether a checkout followed; `settleCheckout` then does what may wait. */
      checkout: 'followed' | 'none'
      submodules: MovedSubmodule[]
      /** Files that somebody changed in the very moment of the landing: theirs stayed. */
      kept: string[]
    }
  /** Somebody's changes are in the way. Nothing has changed; files in `kept` were changed while it was tried, and left alone. */
  | { outcome: 'dirty'; files: DirtyFile[]; kept: string[] }
  /** A landing before this one was cut off: `recoverCheckout` first. */
  | { outcome: 'journal_open'; landing: string }
  /** The journal stays open, as something can't be put in place or back: cure what `detail` says, then `recoverCheckout`. */
  | { outcome: 'unfinished'; landing: string; detail: string }
  /** `to` does not contain `from`: landing it would take commits away. */
  | { outcome: 'not_ahead' }
  | Extract<WhereAnswer, { outcome: 'checked_out_elsewhere' | 'under_way' }>
  /** With a checkout, everything is where it was, but for `kept`. */
  | (Exclude<RefMoveAnswer, { outcome: 'landed' }> & { kept?: string[] })

/** Lands, or changes nothing and says why. One landing at a time for each repository. */
export async function land(wish: LandingWish): Promise<LandingAnswer> {
  const { branch, from, to, checkout } = wish
  const ref = `refs/heads/${branch}`
  if (!isRefName(branch) || !isObjectId(from) || !isObjectId(to))
    return failed('land', `not a branch and two object ids: ${branch}, ${from}, ${to}`)
  const early = checkout && lookEarly(checkout)
  try {
    const where = await mayLand(wish, ref)
    if (where === 'checked_out' && checkout) return await follow({ ...wish, checkout, ref, early })
    if (where !== 'nowhere' && where !== 'checked_out') return where
    const moved = await moveBranch({ ...wish, ref })
    return moved.outcome === 'landed' ? { outcome: 'landed', checkout: 'none', submodules: [], kept: [] } : moved
  } finally {
    await early
  }
}

/** Where the branch is checked out, or why there is to be no landing. */
async function mayLand(wish: LandingWish, ref: string): Promise<'nowhere' | 'checked_out' | LandingAnswer> {
  const { gitDir, branch, from, to, checkout } = wish
  const [now, other, ahead, where, journal, lock] = await Promise.all([
    refAt(gitDir, ref),
    leadsTo(gitDir, ref),
    isAncestor(gitDir, from, to),
    whereIs(gitDir, branch, checkout),
    readJournal(wish.journalFolder),
    checkout && indexLockState(checkout.ownGitDir),
  ])
  if (isOpen(journal)) return { outcome: 'journal_open', landing: journal.landing }
  if (lock?.held === 'left') return { outcome: 'journal_open', landing: lock.text.landing }
  if (other !== undefined) return failed('land', `${ref} is but a name for ${other}: land on that, or make it a branch`)
  if (now !== from) return { outcome: 'moved', ref, now }
  if (!ahead) return { outcome: 'not_ahead' }
  return where.outcome === 'nowhere' || where.outcome === 'checked_out' ? where.outcome : where
}

function failed(step: string, error: unknown): GitFailure {
  return { outcome: 'failed', step, detail: error instanceof Error ? error.message : String(error) }
}

type Following = LandingWish & { checkout: Checkout; ref: string; early?: Promise<EarlyLook | undefined> }

function moveBranch(wish: LandingWish & { ref: string }): Promise<RefMoveAnswer> {
  const { gitDir, ref, from, to, also = [], reason, hookEnv } = wish
  // The process can be found by this when we are gone; see `recoverCheckout`.
  const env = { ...hookEnv, ...markerOf(wish.landing) }
  return moveRefs({ gitDir, moves: [{ ref, from, to }, ...also], reason, env })
}

/** What the environment of every program of a landing holds. */
export function markerOf(landing: string): Record<string, string> {
  return { FLOWER_LANDING: landing }
}

async function follow(wish: Following): Promise<LandingAnswer> {
  const { checkout, landing, ref, from, to } = wish
  const scratch = scratchOf(checkout.ownGitDir, landing)
  const moves = [{ ref, to }, ...(wish.also ?? []).map(each => ({ ref: each.ref, to: each.to }))]
  const journal: Journal = { landing, ref, from, to, moves, point: 'opened' }
  await rm(scratch.folder, { recursive: true, force: true })
  await mkdir(scratch.folder, { recursive: true })
  const file = await takeIndexLock(checkout.ownGitDir, {
    scratch: scratch.folder,
    journal,
    patienceMs: wish.patienceMs,
  })
  if (file !== undefined) {
    await rm(scratch.folder, { recursive: true, force: true })
    return { outcome: 'locked', file }
  }
  const staged = await makeReady(wish).catch(error => failed('stage', error))
  if (staged.outcome === 'staged') return carryOut(wish, journal, staged)
  await dropIndexLock(checkout.ownGitDir, landing)
  await rm(scratch.folder, { recursive: true, force: true })
  return staged.outcome === 'dirty' ? { ...staged, kept: [] } : staged
}

async function makeReady(wish: Following): Promise<StageAnswer> {
  const { gitDir, checkout, landing, from, to, timeoutMs, early, step } = wish
  await step?.('locked')
  const scratch = scratchOf(checkout.ownGitDir, landing)
  const answer = await stage({ gitDir, checkout, from, to, scratch, timeoutMs, early, env: markerOf(landing) })
  await step?.('staged')
  return answer
}

/** From the opening of the journal on, every end is one by `finishLanding`. */
async function carryOut(wish: Following, journal: Journal, staged: Staged): Promise<LandingAnswer> {
  const { checkout, journalFolder, gitDir, landing, step } = wish
  const moved = await placeAndMove(wish, journal, staged).catch(error => failed('place', error))
  const landed = moved.outcome === 'landed'
  const ended = await finishLanding({ gitDir, checkout, journalFolder, journal, landed, step }).catch(error => {
    letGo(landing)
    return { outcome: 'unfinished' as const, landing, detail: failed('finish', error).detail }
  })
  if (ended.outcome === 'unfinished') return ended
  const { kept } = ended
  if (ended.outcome === 'completed' || moved.outcome === 'landed')
    return { outcome: 'landed', checkout: 'followed', submodules: staged.submodules, kept }
  return { ...moved, kept }
}

type Moved = RefMoveAnswer | { outcome: 'dirty'; files: DirtyFile[] }

async function placeAndMove(wish: Following, journal: Journal, { plan, seen }: Staged): Promise<Moved> {
  const { checkout, journalFolder, step } = wish
  await writeJournal(journalFolder, journal)
  await step?.('opened')
  await writeJournal(journalFolder, { ...journal, point: 'placing' })
  const placing = {
    scratch: scratchOf(checkout.ownGitDir, wish.landing),
    root: checkout.path,
    folders: new Set<string>(),
  }
  const [changed] = await placeFiles(plan, { ...placing, seen, step: async () => step?.('placing') })
  if (changed !== undefined) return { outcome: 'dirty', files: [{ path: shown(changed), why: 'modified' }] }
  await writeJournal(journalFolder, { ...journal, point: 'placed' })
  await step?.('placed')
  const moved = await moveBranch(wish)
  if (moved.outcome !== 'landed') return moved
  await writeJournal(journalFolder, { ...journal, point: 'landed' })
  await step?.('landed')
  return moved
}
