// Saves what somebody did in MAIN, puts MAIN back, and makes a worktree of what was saved. Nothing is lost on the way.

import { join } from 'node:path'
import { type GitPlace, git } from '../git/command.ts'
import { commitAt } from '../git/commits.ts'
import { readManifest } from '../rescue/manifest.ts'
import { asText } from '../rescue/read-tree.ts'
import { restoreWorktree } from '../rescue/restore.ts'
import { gitPatiently, inTurn, wordsOf } from '../worktree/in-turn.ts'
import { gitPlaceOf, registrationOf } from '../worktree/registration.ts'
import { writePatch } from './patch.ts'
import { putBackFiles, putBackHead, putBackSettings } from './put-back.ts'
import { asideOf, clearAside, isBegun } from './set-aside.ts'
import { snapshotMain } from './snapshot.ts'
import { type MainFault, type MainPlace, mainState } from './state.ts'

export interface MainRescueWish extends MainPlace {
  /** The commit that MAIN's branch and files shall be at. Where the branch is at another, that one is kept too. */
  commit: string
  /** `refs/flower/rescue/main/<n>`, from `nextRescueRef(gitDir, 'main')`; the same at each attempt of one rescue. */
  ref: string
  /** Where the patch goes, as `main-<n>.patch`. */
  patchFolder: string
  /** Awaited after each point is reached. After a kill at any of them, ask again with the same wish. */
  step?: (point: MainRescuePoint) => Promise<void>
}

export type MainRescuePoint = 'kept' | 'patched' | 'head_put_back' | 'files_put_back'

export type MainRescueAnswer =
  | {
      outcome: 'rescued'
      ref: string
      patch: string
      /**
       * Names of what was changed after it was saved, or had been ignored: it lies in `aside`, with all else that was moved
       * out of MAIN, until `bringLate`. Usually nothing, and then there is no such folder any more.
       */
      late: string[]
      aside: string
      /** What is still not right, such as files that only a changed .gitignore had hidden: rescue again, under another ref. */
      left: MainFault[]
    }
  /** There is nothing to rescue. */
  | { outcome: 'clean' }
  /** Nothing but settings was changed, as it can't be saved. */
  | { outcome: 'not_saved'; reason: string }
  /** It is saved under the ref and in the patch, but MAIN is not whole yet. Ask again with the same wish. */
  | { outcome: 'not_put_back'; ref: string; patch: string; reason: string }

/** Processes that write in MAIN ought to have ended; what one of them still writes is moved aside, not overwritten. */
export async function rescueMain(wish: MainRescueWish): Promise<MainRescueAnswer> {
  return inTurn(wish.gitDir, () => rescueNow(wish))
}

async function rescueNow(wish: MainRescueWish): Promise<MainRescueAnswer> {
  const { ref, gitDir } = wish
  const number = ref.slice(ref.lastIndexOf('/') + 1)
  const aside = asideOf(gitDir, ref)
  const patch = join(wish.patchFolder, `main-${number}.patch`)
  try {
    await putBackSettings(wish, aside)
  } catch (error) {
    return { outcome: 'not_saved', reason: error instanceof Error ? error.message : String(error) }
  }
  const before = await mainState(wish, { commit: wish.commit })
  const kept = await commitAt(gitDir, ref)
  if (before.outcome === 'clean' && kept === undefined) return { outcome: 'clean' }
  const lost = before.outcome === 'changed' ? before.faults.find(isOutOfReach) : undefined
  if (lost) return { outcome: 'not_saved', reason: `MAIN is not where it was: ${JSON.stringify(lost)}` }
  // Once something was moved out, what is in MAIN is no longer what was to be saved.
  if (!(await isBegun(aside)) && before.outcome === 'changed') {
    const problem = await save(wish, patch)
    if (problem !== undefined) return { outcome: 'not_saved', reason: problem }
  }
  try {
    return await putBack(wish, patch, aside)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { outcome: 'not_put_back', ref, patch, reason }
  }
}

/** Settings that lead astray are put back first. */
function isOutOfReach(fault: MainFault): boolean {
  return fault.kind === 'gone' || fault.kind === 'unreadable' || fault.kind === 'redirected' || fault.kind === 'bare'
}

async function save(wish: MainRescueWish, patch: string): Promise<string | undefined> {
  const kept = await snapshotMain(wish, wish.ref)
  if (kept.outcome !== 'kept') return kept.outcome === 'not_kept' ? kept.reason : kept.outcome
  await wish.step?.('kept')
  try {
    await writePatch(wish, patch)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  await wish.step?.('patched')
  return undefined
}

async function putBack(wish: MainRescueWish, patch: string, aside: string): Promise<MainRescueAnswer> {
  const { gitDir, ref, commit } = wish
  await putBackHead(wish, commit)
  await wish.step?.('head_put_back')
  await putBackFiles(wish, commit, aside)
  await wish.step?.('files_put_back')
  const manifest = await readManifest(gitDir, ref)
  if (manifest === undefined) throw new Error(`${ref} can't be read`)
  const late = (await clearAside(gitDir, aside, manifest)).map(({ entry }) => asText(entry.path))
  const after = await mainState(wish, { commit })
  return { outcome: 'rescued', ref, patch, late, aside, left: after.outcome === 'changed' ? after.faults : [] }
}

export type RescuedWorktree =
  /** `head` is undefined on a branch without a commit, as MAIN was then. */
  | { outcome: 'made'; path: string; head: string | undefined }
  | { outcome: 'no_rescue'; ref: string }
  | { outcome: 'occupied'; path: string }
  | { outcome: 'branch_taken'; branch: string }
  | { outcome: 'not_made'; reason: string }

/**
 * A new linked worktree on a new branch, with files, index and a merge under way exactly as they were in MAIN. A run that was
 * cut off is completed by asking again.
 */
export async function worktreeOfRescue(wish: {
  gitDir: string
  ref: string
  folder: string
  branch: string
}): Promise<RescuedWorktree> {
  const { gitDir, ref, folder, branch } = wish
  const manifest = await readManifest(gitDir, ref)
  if (manifest === undefined) return { outcome: 'no_rescue', ref }
  const { head } = manifest
  const taken = await commitAt(gitDir, `refs/heads/${branch}`)
  if (taken !== undefined && taken !== head) return { outcome: 'branch_taken', branch }
  const restored = await restoreWorktree({ gitDir, ref, folder })
  if (restored.outcome === 'occupied' && !(await isOurs(gitDir, folder, head))) return restored
  if (restored.outcome === 'not_restored') return { outcome: 'not_made', reason: restored.reason }
  if (restored.outcome === 'no_rescue' || restored.outcome === 'no_files') return { outcome: 'no_rescue', ref }
  const registration = await registrationOf(gitDir, folder)
  if (registration === undefined) return { outcome: 'not_made', reason: `${folder} is not registered` }
  const make = (id: string) => ['update-ref', '--no-deref', `refs/heads/${branch}`, id, taken ?? '0'.repeat(id.length)]
  const steps = [
    ...(head === undefined ? [] : [{ place: { gitDir }, args: make(head) }]),
    { place: gitPlaceOf(registration), args: ['symbolic-ref', 'HEAD', `refs/heads/${branch}`] },
  ]
  for (const { place, args } of steps) {
    const done = await gitPatiently(place, args)
    if (done.outcome !== 'ok') return { outcome: 'not_made', reason: wordsOf(done) }
  }
  const sparse = await makeSparse(gitDir, gitPlaceOf(registration))
  if (sparse !== undefined) return { outcome: 'not_made', reason: sparse }
  return { outcome: 'made', path: restored.path, head }
}

/** As sparse as MAIN, whose marks its index has: without this they'd hide files. The words of git when it won't. */
async function makeSparse(gitDir: string, place: GitPlace): Promise<string | undefined> {
  for (const key of ['core.sparseCheckout', 'core.sparseCheckoutCone', 'index.sparse']) {
    const get = ['config', '--type=bool', '--get', key]
    const [main, here] = [await git({ gitDir }, get), await git(place, get)]
    if (main.outcome !== 'ok' || (here.outcome === 'ok' && here.stdout === main.stdout)) continue
    const set = await gitPatiently(place, ['config', '--worktree', key, main.stdout.trim()])
    if (set.outcome !== 'ok') return wordsOf(set)
  }
  return undefined
}

/** Cut off after the folder was there: it stands detached at the very commit. */
async function isOurs(gitDir: string, folder: string, head: string | undefined): Promise<boolean> {
  const registration = await registrationOf(gitDir, folder)
  if (registration === undefined) return false
  const read = await git(gitPlaceOf(registration), ['rev-parse', '--verify', '--quiet', 'HEAD'])
  return (read.outcome === 'ok' ? read.stdout.trim() : undefined) === head
}
