// What of MAIN an agent must not be able to write, and the little that git has to write there for a linked worktree.

import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isRefName } from '../git/ref-name.ts'
import { registrationOf } from '../worktree/registration.ts'
import { isThere, liesBelow, placeOf } from '../worktree/same-place.ts'

/** Real paths. Deeper ones are open or closed again within those before them; everything else stays as it was. */
export interface SealPlan {
  /** Folders that can't be written below. */
  closed: string[]
  /** Folders below closed ones that can. */
  open: string[]
  /** Folders and files below open ones that can't; of some tiers too much is asked by that. */
  closedAgain: string[]
}

export interface SealWish {
  gitDir: string
  /** Left out for a bare repository. */
  mainPath?: string
  /** MAIN's branch. */
  primaryBranch: string
  /** The agent's worktree, and the branch that it may move. */
  worktree: string
  branch: string
  /** Further folders that are to stay as they are, such as the one that all worktrees are in. */
  others: string[]
}

export type SealPlanning =
  | { outcome: 'planned'; plan: SealPlan }
  | { outcome: 'not_registered' }
  /**
   * Branch and MAIN's branch have their files in one folder, so that who may write the one may write the other.
   * Rename it to one below a prefix of its own, such as `flower/…`.
   */
  | { outcome: 'branch_beside_main'; branch: string }
  /** The repository keeps its refs in tables, in which branches can't be told apart. */
  | { outcome: 'reftable' }

/** Makes the folders that git would need to make in closed ones. */
export async function planSeal(wish: SealWish): Promise<SealPlanning> {
  const { gitDir } = wish
  const registration = await registrationOf(gitDir, wish.worktree)
  if (registration === undefined || !isRefName(wish.branch)) return { outcome: 'not_registered' }
  if (await isThere(join(gitDir, 'reftable'))) return { outcome: 'reftable' }
  const room = dirname(wish.branch)
  // A lock file lies beside its ref and is renamed onto it, so the whole folder has to be open.
  if (room === '.' || wish.primaryBranch.toLowerCase().startsWith(`${room}/`.toLowerCase())) {
    return { outcome: 'branch_beside_main', branch: wish.branch }
  }
  const refs = [join(gitDir, 'refs/heads', room), join(gitDir, 'logs/refs/heads', room)]
  for (const folder of refs) await mkdir(folder, { recursive: true })
  const objects = join(gitDir, 'objects')
  const { ownGitDir } = registration
  const worktree = await placeOf(wish.worktree)
  const main = wish.mainPath === undefined ? [] : [await placeOf(wish.mainPath)]
  const apart = main[0] === undefined || !(await liesBelow(gitDir, main[0])) ? [gitDir] : []
  const others = await Promise.all(wish.others.map(placeOf))
  return {
    outcome: 'planned',
    plan: {
      closed: await those([...main, ...apart, ...others]),
      open: await those([worktree, objects, join(gitDir, 'lfs'), ownGitDir, ...refs]),
      closedAgain: await those([
        // git commits with loose objects alone; what is packed is history.
        join(objects, 'pack'),
        join(objects, 'info'),
        // Whoever moves these leads flower's own git, which runs outside, into another repository.
        join(ownGitDir, 'commondir'),
        join(ownGitDir, 'gitdir'),
        join(worktree, '.git'),
      ]),
    },
  }
}

async function those(paths: string[]): Promise<string[]> {
  const there = await Promise.all(paths.map(isThere))
  return [...new Set(paths.filter((_, at) => there[at]))]
}
