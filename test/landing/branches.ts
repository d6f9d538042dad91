// Branches in a repository, for the tests of what comes of several.

import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { PracticeGround } from '../practice-repository.ts'
import { type Files, writeFiles } from './scene.ts'

/** A repository whose MAIN has `files`, with a way to make branches of it and commits on them. */
export async function branchScene(ground: PracticeGround, name: string, files: Files = {}) {
  const path = await ground.repository(name)
  const git = (...args: string[]) => ground.git(path, ...args)
  const commit = async (change: Files | (() => Promise<unknown>), message = 'Work') => {
    if (typeof change === 'function') await change()
    else await writeFiles(path, change)
    await git('add', '-A')
    await git('commit', '-q', '--allow-empty', '-m', message)
    return git('rev-parse', 'HEAD')
  }
  /** Leaves HEAD on MAIN and answers the branch's tip. */
  const branch = async (name: string, changes: (Files | (() => Promise<unknown>))[], from = 'main') => {
    await git('switch', '-q', '-C', name, from)
    for (const change of changes) await commit(change)
    const tip = await git('rev-parse', 'HEAD')
    await git('switch', '-q', 'main')
    return tip
  }
  await commit(files, 'Files')
  const makeRunnable = (file: string) => chmod(join(path, file), 0o755)
  return {
    path,
    gitDir: join(path, '.git'),
    git,
    commit,
    branch,
    makeRunnable,
    id: (name: string) => git('rev-parse', name),
  }
}
