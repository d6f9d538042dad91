// Brings one file or folder of MAIN into a worktree. Nothing that was changed in the worktree is lost by it.

import { constants } from 'node:fs'
import { copyFile, readFile, readlink, symlink } from 'node:fs/promises'
import { completeEnvironment } from '#domain/preparation/env-text.ts'
import type { PreparationStep } from '#domain/preparation/plan.ts'
import type { Checkout } from './checkout.ts'
import { type CloneCount, cloneTree } from './clone-tree.ts'
import { digestOf } from './find-inputs.ts'
import { putFile, putWhole } from './record.ts'
import { findWithin, lstatIfThere } from './within.ts'

export type Brought =
  | { outcome: 'copied' | 'same' }
  /** The worktree has its own by now; it stays. */
  | { outcome: 'kept' }
  /** Keys that were missing were added. */
  | { outcome: 'completed'; keys: string[] }
  | { outcome: 'cloned'; count: CloneCount }
  | { outcome: 'refused'; problem: string }

type Copy = Extract<PreparationStep, { kind: 'copy' }>
type Clone = Extract<PreparationStep, { kind: 'clone' }>

interface Ends {
  outcome: 'both'
  source: string
  target: string
}

/** `brought` is the digest of the file as it was brought last time; one that still has it follows MAIN's. */
export async function bringCopy({ main, folder }: Checkout, step: Copy, brought?: string): Promise<Brought> {
  const ends = await endsOf(main, folder, step.path)
  if (ends.outcome !== 'both') return ends
  const { source, target } = ends
  const there = await lstatIfThere(target)
  if (!there) {
    await putWhole(folder, target, path => copyOnce(source, path, step.form))
    return { outcome: 'copied' }
  }
  if (step.form === 'link') {
    const same = there.isSymbolicLink() && (await readlink(target)) === (await readlink(source))
    return { outcome: same ? 'same' : 'kept' }
  }
  if (!there.isFile()) return { outcome: 'kept' }
  if (step.completed) return complete(folder, source, target, there.mode)
  const digest = await digestOf(target)
  if (digest === step.stamp) return { outcome: 'same' }
  if (digest !== brought) return { outcome: 'kept' }
  await putWhole(folder, target, path => copyOnce(source, path, 'file'))
  return { outcome: 'copied' }
}

/** A folder that the worktree has by now is left as it is: a package manager keeps it from there. */
export async function bringClone({ main, folder }: Checkout, step: Clone): Promise<Brought> {
  const ends = await endsOf(main, folder, step.path)
  if (ends.outcome !== 'both') return ends
  if (await lstatIfThere(ends.target)) return { outcome: 'kept' }
  let count: CloneCount = { reflink: 0, hardlink: 0, copy: 0 }
  await putWhole(folder, ends.target, async path => {
    count = await cloneTree(ends.source, path)
  })
  return { outcome: 'cloned', count }
}

async function endsOf(main: string, folder: string, path: string): Promise<Ends | (Brought & { outcome: 'refused' })> {
  const source = await findWithin(main, path)
  if (source.outcome === 'outside') return { outcome: 'refused', problem: source.problem }
  const target = await findWithin(folder, path, true)
  if (target.outcome === 'outside') return { outcome: 'refused', problem: target.problem }
  if (source.outcome === 'absent' || target.outcome === 'absent') {
    return { outcome: 'refused', problem: `${path} went away meanwhile` }
  }
  return { outcome: 'both', source: source.path, target: target.path }
}

async function copyOnce(source: string, path: string, form: Copy['form']): Promise<void> {
  if (form === 'link') return symlink(await readlink(source), path)
  return copyFile(source, path, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
}

async function complete(folder: string, source: string, target: string, mode: number): Promise<Brought> {
  const completed = completeEnvironment(await readFile(target, 'utf8'), await readFile(source, 'utf8'))
  if (!completed) return { outcome: 'kept' }
  if (completed.added.length === 0) return { outcome: 'same' }
  await putFile(folder, target, completed.text, mode & 0o777)
  return { outcome: 'completed', keys: completed.added }
}
