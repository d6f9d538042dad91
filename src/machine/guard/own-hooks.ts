// Where the repository's own hooks are, and what git takes for its hooks at this moment.

import { access, constants, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isAbsence } from '../files.ts'
import { type GitPlace, git } from '../git/command.ts'
import { wordsOf } from '../worktree/in-turn.ts'

export type HooksPaths =
  /** `own` without the guard's setting, relative where the setting is; `inForce` undefined when nothing is set. */
  { outcome: 'read'; own: string; inForce: string | undefined } | { outcome: 'git_failed'; detail: string }

/** Reads every `core.hooksPath` that holds in a place: the system's, the person's, the repository's, the worktree's. */
export async function readHooksPaths(place: GitPlace, gitDir: string, guardHooks: string): Promise<HooksPaths> {
  const args = ['config', '-z', '--type=path', '--get-all', 'core.hooksPath']
  // Without hooks our own git would be told of a hooksPath of ours.
  const read = await git(place, args, { hooks: true })
  const nothing = read.outcome === 'failed' && read.exitCode === 1
  if (read.outcome !== 'ok' && !nothing) return { outcome: 'git_failed', detail: wordsOf(read) }
  const values = read.outcome === 'ok' ? read.stdout.split('\0').slice(0, -1) : []
  const own = values.findLast(value => value !== guardHooks) ?? join(gitDir, 'hooks')
  return { outcome: 'read', own, inForce: values.at(-1) }
}

/** The names of the hooks that would run from a folder; `top` is the checkout that a relative one is in. */
export async function hooksIn(folder: string, top: string): Promise<string[]> {
  const place = resolve(top, folder)
  const names = await readdir(place).catch((error: unknown) => {
    if (isAbsence(error)) return []
    throw error
  })
  const runnable = await Promise.all(names.map(name => mayRun(join(place, name))))
  return names.filter((_, at) => runnable[at])
}

async function mayRun(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false
    await access(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
