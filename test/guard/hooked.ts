// MAIN and a linked worktree for tests of the guard's hooks, and git called as somebody would.

import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { run } from '#machine/command.ts'
import { type GuardWish, installHooks } from '#machine/guard/hooks.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'

export interface HookScene extends GuardWish {
  main: string
  worktree: string
}

export interface HookGround extends PracticeGround {
  /** MAIN and a linked worktree on `work`, without the guard. */
  scene: (name: string) => Promise<HookScene>
  /** The same, with it. */
  guarded: (name: string) => Promise<HookScene>
  /** Writes a file and stages everything. */
  change: (folder: string, file?: string) => Promise<void>
  /** The commit that a ref is at. */
  tip: (place: string, ref?: string) => Promise<string>
  /** The values of the trailer of the last commit. */
  trailers: (folder: string) => Promise<string[]>
}

export async function hookGround(): Promise<HookGround> {
  const ground = await practiceGround()
  let counted = 0
  const scene = async (name: string): Promise<HookScene> => {
    const main = await ground.repository(name)
    const worktree = join(ground.path, `${name} worktree`)
    await ground.git(main, 'worktree', 'add', '-q', '-b', 'work', worktree)
    const gitDir = join(main, '.git')
    return { main, worktree, gitDir, mainPath: main, branch: 'main', tokenFolder: join(ground.path, 'tokens') }
  }
  const guarded = async (name: string) => {
    const made = await scene(name)
    const installed = await installHooks(made)
    if (installed.outcome !== 'installed') throw new Error(JSON.stringify(installed))
    return made
  }
  const change = async (folder: string, file = 'notes.md') => {
    counted += 1
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), `${counted}\n`)
    await ground.git(folder, 'add', '-A')
  }
  const tip = (place: string, ref = 'main') => ground.git(place, 'rev-parse', ref)
  const trailers = async (folder: string) => {
    const told = await ground.git(folder, 'log', '-1', '--format=%(trailers:key=Brief,valueonly)')
    return told.split('\n').filter(Boolean)
  }
  return { ...ground, scene, guarded, change, tip, trailers }
}

/** Runs git as Ada would, and answers how it ended and what it said. */
export async function tryGit(folder: string, args: string[], env: Record<string, string> = {}) {
  const author = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.test' }
  const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.test' }
  const options = { cwd: folder, env: { ...author, ...committer, ...env }, timeoutMs: 30_000, maxBytes: 1_000_000 }
  const ended = await run('git', args, options)
  if (ended.outcome !== 'ok' && ended.outcome !== 'failed') throw new Error(JSON.stringify(ended))
  return { went: ended.outcome === 'ok', said: ended.stderr }
}

export async function script(path: string, text: string, mode = 0o755): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  await chmod(path, mode)
}
