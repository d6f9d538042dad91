// Takes back a creation that failed or was cut off. Only for folders that nobody was ever given.

import { rm } from 'node:fs/promises'
import { type SettledBranch, unsettleBranch } from './branch.ts'
import { inTurn } from './in-turn.ts'
import { deregister, registrationNamedBy, registrationOf } from './registration.ts'

export interface HalfMade {
  gitDir: string
  folder: string
  branch: string
  /** As it came with the point `branch_settled`; undefined when the creation never got there. */
  settled?: SettledBranch
}

/** Removes folder and registration and puts the branch back where it was. Doing it again does nothing. */
export async function undoCreation(half: HalfMade): Promise<void> {
  // Before the branch was settled nothing of the folder was ours.
  if (half.settled === undefined) return
  // A warm one that was cut off between its move and its entry is found by its own `.git` file.
  const named = await registrationNamedBy(half.gitDir, half.folder)
  const registration = named ?? (await registrationOf(half.gitDir, half.folder))
  await rm(half.folder, { recursive: true, force: true, maxRetries: 3 })
  if (registration) await deregister(half.gitDir, registration.id)
  const { settled } = half
  await inTurn(half.gitDir, () => unsettleBranch(half.gitDir, half.branch, settled))
}
