// Lock files of refs that a landing's git left when it was killed together with us, just before the branch moved.

import { lstat, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileIfThere } from '../files.ts'
import type { Journal } from './journal.ts'

/**
 * Takes away those that hold what only this landing would have written. HEAD's lock, which is empty, goes with the branch's
 * when both were made in the same second. Call it when no program of the landing runs any more.
 */
export async function dropRefLocks(gitDir: string, ownGitDir: string, journal: Journal): Promise<void> {
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
