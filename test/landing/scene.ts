// A MAIN with a commit to land on it, for the tests of landings.

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { run } from '#machine/command.ts'
import type { LandingWish } from '#machine/landing/land.ts'
import { digestOf } from '#machine/landing/plan.ts'
import { readTree } from '#machine/rescue/read-tree.ts'
import type { PracticeGround } from '../practice-repository.ts'

/** Texts by path; null takes the file away. */
export type Files = Record<string, string | null>

export async function writeFiles(path: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    if (text === null) {
      await rm(join(path, name))
      continue
    }
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), text)
  }
}

/** Checks `before` in on MAIN, and lets `change` make the commit that is to land, which is then only an object. */
export async function landingScene(
  ground: PracticeGround,
  name: string,
  before: Files,
  change: Files | ((path: string) => Promise<void>),
) {
  const path = await ground.repository(name)
  const git = (...args: string[]) => ground.git(path, ...args)
  const commitAll = async () => {
    await git('add', '-A')
    await git('commit', '-q', '--allow-empty', '-m', 'Work')
  }
  await writeFiles(path, before)
  await commitAll()
  const from = await git('rev-parse', 'HEAD')
  await git('switch', '-q', '--detach')
  if (typeof change === 'function') await change(path)
  else await writeFiles(path, change)
  await commitAll()
  const to = await git('rev-parse', 'HEAD')
  await git('switch', '-q', 'main')
  const gitDir = join(path, '.git')
  const checkout = { path, ownGitDir: gitDir }
  const wish: LandingWish = {
    gitDir,
    landing: 'one',
    branch: 'main',
    from,
    to,
    reason: 'flower: land #7',
    checkout,
    journalFolder: join(ground.path, `${name}-journal`),
    timeoutMs: 30_000,
    patienceMs: 0,
  }
  /** MAIN is exactly this commit, and nothing of a landing is left lying about. */
  const expectExactly = async (commit: string) => {
    expect(await git('rev-parse', 'main')).toBe(commit)
    expect(await git('status', '--porcelain', '--untracked-files=no')).toBe('')
    expect(await readdir(gitDir)).not.toContain('index.lock')
    expect(await readdir(join(gitDir, 'flower-landing')).catch(() => [])).toEqual([])
  }
  const text = (file: string) => readFile(join(path, file), 'utf8')
  return { path, git, gitDir, from, to, checkout, wish, expectExactly, text }
}

/** What MAIN has, in the tests that need a change of every kind. */
export const before: Files = {
  changed: 'old\n',
  gone: 'x\n',
  unrelated: 'x\n',
  'folder/a': 'x\n',
  '.gitignore': 'secret*\n*.log\n',
}

/** Makes it what lands: a file is changed, one is gone, two are new, and a folder becomes a file. */
export async function toAfter(path: string): Promise<void> {
  await rm(join(path, 'folder'), { recursive: true })
  await writeFiles(path, { changed: 'new\n', gone: null, folder: 'file\n', secret: 's\n', 'new/in/it': 'x\n' })
  await run('git', ['add', '-f', 'secret'], { cwd: path, timeoutMs: 30_000, maxBytes: 10_000 })
}

export const landed = { outcome: 'landed', checkout: 'followed', submodules: [], kept: [] }

/** Everything in a folder but the parts of git's own that a look at it may change. */
export async function everythingIn(path: string) {
  const entries = await readTree(path, each =>
    /^\.git\/(?:index|objects|flower-landing|refs\/flower|COMMIT_EDITMSG)/.test(each),
  )
  return Promise.all(entries.map(async each => `${each.kind} ${each.path} ${await digestOf(path, each.path)}`))
}
