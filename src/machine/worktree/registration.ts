// What git itself knows of a linked worktree: a folder of its own below the common git folder, and back from there.

import { readdir, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { isAbsence, readFileIfThere, realPathIfThere, writeFileDurably } from '../files.ts'
import type { GitPlace } from '../git/command.ts'
import { isSamePlace } from './same-place.ts'

export interface Registration {
  /** The name of the folder below `worktrees/`, which git makes up. */
  id: string
  /** The worktree's own git folder, with its HEAD, index and whatever is under way. */
  ownGitDir: string
  /** Where git believes the checkout to be. */
  path: string
}

/** Every worktree that the repository records, whether its folder is there or not; the primary checkout is none. */
export async function registrations(gitDir: string): Promise<Registration[]> {
  const ids = await readdir(join(gitDir, 'worktrees')).catch((error: unknown) => {
    if (isAbsence(error)) return []
    throw error
  })
  const found = await Promise.all(ids.map(id => registrationNamed(gitDir, id)))
  return found.filter(each => each !== undefined)
}

/** The registration of exactly this folder, which itself may be gone. */
export async function registrationOf(gitDir: string, folder: string): Promise<Registration | undefined> {
  const all = await registrations(gitDir)
  // The spelling first: a real path costs a walk for each.
  const spelled = all.find(each => each.path === folder)
  if (spelled) return spelled
  for (const each of all) if (await isSamePlace(each.path, folder)) return each
  return undefined
}

export async function registrationNamed(gitDir: string, id: string): Promise<Registration | undefined> {
  const ownGitDir = join(gitDir, 'worktrees', id)
  const back = await readFileIfThere(join(ownGitDir, 'gitdir'))
  if (back === undefined) return undefined
  return { id, ownGitDir, path: dirname(resolve(ownGitDir, withoutLineEnd(back))) }
}

/** The registration that a checkout's own `.git` file names, wherever the checkout lies now. */
export async function registrationNamedBy(gitDir: string, checkout: string): Promise<Registration | undefined> {
  const named = await ownGitDirOf(checkout)
  if (named === undefined) return undefined
  const ownGitDir = await realPathIfThere(named)
  const home = await realPathIfThere(join(gitDir, 'worktrees'))
  if (ownGitDir === undefined || dirname(ownGitDir) !== home) return undefined
  return registrationNamed(gitDir, ownGitDir.slice(home.length + 1))
}

/** The common git folder that a checkout's own `.git` file leads to, whether that is there or not; undefined when it names none. */
export async function commonDirOf(checkout: string): Promise<string | undefined> {
  const own = await ownGitDirOf(checkout)
  const home = own === undefined ? undefined : dirname(own)
  return home !== undefined && basename(home) === 'worktrees' ? dirname(home) : undefined
}

async function ownGitDirOf(checkout: string): Promise<string | undefined> {
  const text = await readFileIfThere(join(checkout, '.git')).catch(() => undefined)
  const named = text === undefined ? undefined : /^gitdir: (.+)$/s.exec(withoutLineEnd(text))?.[1]
  return named === undefined ? undefined : resolve(checkout, named)
}

/** How git is called on a worktree without searching upward, so that a broken one never becomes MAIN. */
export function gitPlaceOf(registration: Registration): GitPlace {
  return { gitDir: registration.ownGitDir, workTree: registration.path }
}

/** Tells git that the checkout lies in `folder` now. */
export async function pointRegistration(registration: Registration, folder: string): Promise<Registration> {
  await writeFileDurably(join(registration.ownGitDir, 'gitdir'), `${join(folder, '.git')}\n`, 0o644)
  return { ...registration, path: folder }
}

/** Makes git forget a worktree, and only this one; its folder stays. Doing it again does nothing. */
export async function deregister(gitDir: string, id: string): Promise<void> {
  await rm(join(gitDir, 'worktrees', id), { recursive: true, force: true })
  // As git does it, so that the last one leaves no trace; fails when others are there, and may.
  await rmdir(join(gitDir, 'worktrees')).catch(() => {})
}

function withoutLineEnd(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/\r?\n$/, '')
}
