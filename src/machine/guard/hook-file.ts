// One file of the guard's hooks on the disk.

import { lstat, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { readFileIfThere, writeFileDurably } from '../files.ts'

/** A script, or a link to one of the repository's own hooks, which needn't be there. */
export type HookFile = { script: string } | { link: string }

const MODE = 0o755

export async function isAsPlanned(path: string, planned: HookFile): Promise<boolean> {
  const target = await linkTarget(path)
  if ('link' in planned) return target === planned.link
  if (target !== undefined || (await readFileIfThere(path))?.toString('utf8') !== planned.script) return false
  return ((await lstat(path)).mode & 0o111) === 0o111
}

/** All or nothing, whatever is at the path. */
export async function putHook(path: string, planned: HookFile): Promise<void> {
  if ('script' in planned) return writeFileDurably(path, planned.script, MODE)
  const temporary = `${path}.tmp`
  await rm(temporary, { force: true })
  await symlink(planned.link, temporary)
  await rename(temporary, path)
}

/** By what every script of the guard says of itself, so that those of an earlier flower are known too. */
export async function isOurs(path: string): Promise<boolean> {
  const target = await linkTarget(path)
  if (target !== undefined) return basename(target) === basename(path)
  const text = await readFile(path, 'utf8').catch(() => '')
  return /^#!\/bin\/sh\n# The hook \S+ of MAIN's guard, put here by flower/.test(text)
}

/** Whether it is a link to the repository's own hook: that one runs, if under another name than its own. */
export async function leadsTo(path: string, ownHook: string): Promise<boolean> {
  return (await linkTarget(path)) === ownHook
}

async function linkTarget(path: string): Promise<string | undefined> {
  return readlink(path).catch(() => undefined)
}
