// Which Brief a worktree is for, written where git's hooks find it without flower.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileIfThere, writeFileDurably } from '../files.ts'
import { registrationOf } from '../worktree/registration.ts'

/** In the worktree's own git folder, so that it comes and goes with the worktree and is in no checkout. */
export const BRIEF_FILE = 'flower-brief'

/**
 * From now on commits in this worktree get the trailer `Brief: #<id>` where the hooks are installed; `undefined`: none.
 * Answers false when the folder is no linked worktree of the repository: MAIN is for no Brief.
 */
export async function tieToBrief(gitDir: string, folder: string, briefId: number | undefined): Promise<boolean> {
  const registration = await registrationOf(gitDir, folder)
  if (registration === undefined) return false
  const file = join(registration.ownGitDir, BRIEF_FILE)
  if (briefId === undefined) await rm(file, { force: true })
  else await writeFileDurably(file, `${briefId}\n`, 0o644)
  return true
}

/** The Brief of the worktree with this own git folder; undefined when it is for none. */
export async function briefOf(ownGitDir: string): Promise<number | undefined> {
  const text = (await readFileIfThere(join(ownGitDir, BRIEF_FILE)))?.toString('utf8') ?? ''
  return /^[1-9]\d{0,8}\n?$/.test(text) ? Number(text) : undefined
}
