// Makes a worktree, from the warm pool or from nothing, and answers only once it is proven to be what was asked for.

import { mkdir, readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isAbsence } from '../files.ts'
import { nextRescueRef } from '../rescue/rescue-ref.ts'
import { snapshot } from '../rescue/snapshot.ts'
import { type BranchAnswer, type BranchWish, type SettledBranch, settleBranch } from './branch.ts'
import { countPointers, type Filling, fill, fillSubmodules } from './fill.ts'
import { gitPatiently, inTurn, wordsOf } from './in-turn.ts'
import { claimWarm, type PoolFault, putBack } from './pool.ts'
import { prove } from './prove.ts'
import { register } from './register.ts'
import { deregister, gitPlaceOf, type Registration, registrationOf } from './registration.ts'
import { placeOf } from './same-place.ts'
import { undoCreation } from './undo.ts'

export interface CreationWish extends BranchWish, Filling {
  /** Where the worktree shall be; nothing, or an empty folder, may be there. */
  folder: string
  /** Folders of warm worktrees of this repository to try, the best first. */
  warm?: string[]
  /**
   * Awaited at each point. Write down what comes with `branch_settled` before answering: `undoCreation` wants it
   * after a kill. Creating is then asked for again.
   */
  step?: (point: CreationPoint, settled: SettledBranch) => Promise<void>
}

export type CreationPoint = 'branch_settled' | 'registered' | 'filled' | 'proven'

export interface CreatedWorktree {
  outcome: 'created'
  /** The real path. */
  path: string
  head: string
  base: string
  start: SettledBranch['start']
  rescue?: string
  from: 'warm' | 'cold'
  /** Sentences to show: submodules that are not there, large files that are only pointers. */
  warnings: string[]
  /** Warm worktrees that could not be used, left where they were. */
  poolFaults: PoolFault[]
  /** What a registration without a folder still held, kept under this ref when it was replaced. */
  staleKept?: string
}

export type CreationAnswer =
  | CreatedWorktree
  | Exclude<BranchAnswer, SettledBranch>
  /** A worktree of this repository is there already: attach to it, or take another name. */
  | { outcome: 'exists'; path: string }
  /** Something else is in the folder. */
  | { outcome: 'occupied'; path: string }
  /** It was made and was not right, or could not be finished; everything is undone. */
  | { outcome: 'unproven'; reason: string }

/** Never touches MAIN's checkout, whatever goes wrong; the caller's own place and HEAD play no part. */
export async function createWorktree(wish: CreationWish): Promise<CreationAnswer> {
  await mkdir(dirname(wish.folder), { recursive: true })
  const path = await placeOf(wish.folder)
  const branch = `${wish.gitDir}\0${wish.branch}`
  const rival = beingMade.get(branch)
  if (rival !== undefined) return { outcome: 'branch_in_use', branch: wish.branch, path: rival }
  if (beingMade.has(path)) return { outcome: 'exists', path }
  beingMade.set(branch, path).set(path, path)
  try {
    return await createAt(wish, path)
  } finally {
    beingMade.delete(branch)
    beingMade.delete(path)
  }
}

/** Folders and branches that are promised to a creation under way, with its folder. */
const beingMade = new Map<string, string>()

async function createAt(wish: CreationWish, path: string): Promise<CreationAnswer> {
  const found = await inTurn(wish.gitDir, () => clearTheWay(wish, path))
  if (found.outcome !== 'clear') return found
  const settled = await inTurn(wish.gitDir, () => settleBranch(wish))
  if (settled.outcome !== 'settled') return settled
  try {
    await wish.step?.('branch_settled', settled)
    const made = await makeAndProve({ ...wish, folder: path }, settled)
    if (made.outcome === 'created') return { ...made, staleKept: found.kept }
    await undoCreation({ gitDir: wish.gitDir, folder: path, branch: wish.branch, settled })
    return made
  } catch (error) {
    await undoCreation({ gitDir: wish.gitDir, folder: path, branch: wish.branch, settled })
    throw error
  }
}

type Way =
  | { outcome: 'clear'; kept?: string }
  | Extract<CreationAnswer, { outcome: 'exists' | 'occupied' | 'unproven' }>

/** A registration whose folder is gone gives way, once a rescue ref holds its HEAD, its index and what was under way. */
async function clearTheWay(wish: CreationWish, path: string): Promise<Way> {
  const registration = await registrationOf(wish.gitDir, path)
  const content = await readdir(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return ['a file']
    if (isAbsence(error)) return undefined
    throw error
  })
  if (registration && content?.includes('.git')) return { outcome: 'exists', path }
  if (content && content.length > 0) return { outcome: 'occupied', path }
  if (registration === undefined) return { outcome: 'clear' }
  const ref = await nextRescueRef(wish.gitDir, wish.name)
  const kept = await snapshot({ gitDir: wish.gitDir, folder: path, ref, leaveOut: [] })
  if (kept.outcome !== 'kept')
    return { outcome: 'unproven', reason: `The stale registration can't be kept: ${kept.outcome}` }
  await deregister(wish.gitDir, registration.id)
  return { outcome: 'clear', kept: ref }
}

type Unproven = { outcome: 'unproven'; reason: string }

async function makeAndProve(wish: CreationWish, settled: SettledBranch): Promise<CreatedWorktree | Unproven> {
  const created = (worktree: Registration, from: 'warm' | 'cold', poolFaults: PoolFault[]) =>
    warningsOf(worktree, wish).then(warnings => {
      const { head, start, rescue } = settled
      return {
        outcome: 'created' as const,
        path: wish.folder,
        head,
        base: wish.base,
        start,
        rescue,
        from,
        warnings,
        poolFaults,
      }
    })
  const faults: PoolFault[] = []
  for (const folder of wish.warm ?? []) {
    const warm = await claimWarm(wish.gitDir, folder, wish.folder)
    if (warm === undefined) continue
    const reason = 'reason' in warm ? warm.reason : await finish(wish, settled, warm)
    if (!('reason' in warm) && reason === undefined) return created(warm, 'warm', faults)
    if (!('reason' in warm)) await putBack(warm, settled.head, folder)
    faults.push({ folder, reason: reason ?? '' })
  }
  const cold = await register(wish, settled.head)
  if ('reason' in cold) return cold
  const reason = await finish(wish, settled, cold)
  return reason === undefined ? created(cold, 'cold', faults) : { outcome: 'unproven', reason }
}

/** Files, then the branch, then the proof. Answers what is wrong. */
async function finish(wish: CreationWish, settled: SettledBranch, worktree: Registration): Promise<string | undefined> {
  await wish.step?.('registered', settled)
  const problem = await fill(worktree, settled.head, wish)
  if (problem !== undefined) return problem
  const named = ['symbolic-ref', '-m', 'flower: on its branch', 'HEAD', `refs/heads/${wish.branch}`]
  const switched = await gitPatiently(gitPlaceOf(worktree), named)
  if (switched.outcome !== 'ok') return `HEAD can't be put on its branch: ${wordsOf(switched)}`
  await wish.step?.('filled', settled)
  const proof = await prove(wish.gitDir, worktree, { branch: wish.branch, head: settled.head })
  if (proof.outcome !== 'proven') return proof.reason
  await wish.step?.('proven', settled)
  return undefined
}

async function warningsOf(worktree: Registration, filling: Filling): Promise<string[]> {
  const submodules = await fillSubmodules(worktree, filling.timeoutMs)
  const pointers = filling.largeFiles === 'pointers' ? await countPointers(worktree) : 0
  return [
    ...(submodules === undefined ? [] : [submodules]),
    ...(pointers === 0 ? [] : [`${pointers} large files are only pointers; fetch them with: git lfs pull`]),
  ]
}
