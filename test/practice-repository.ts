// Real repositories for tests, in a temporary folder of their own, made with git itself under the cast's names.

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '#machine/command.ts'

const AUTHORSHIP = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.test',
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05+01:00',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.test',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05+01:00',
}

export interface PracticeGround {
  /** The ground's real path. */
  path: string
  /** Runs git in a folder below the ground and answers its output without the last line break; throws when git fails. */
  git: (folder: string, ...args: string[]) => Promise<string>
  /** A repository with one commit on `branch`; answers its path. */
  repository: (name: string, branch?: string) => Promise<string>
  remove: () => Promise<void>
}

/** A fresh folder in which git knows no settings but its own; `GIT_CONFIG_GLOBAL` of this process points into it. */
export async function practiceGround(): Promise<PracticeGround> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'ground-')))
  const before = process.env.GIT_CONFIG_GLOBAL
  process.env.GIT_CONFIG_GLOBAL = join(path, 'settings')
  await writeFile(join(path, 'settings'), '[protocol "file"]\n\tallow = always\n')
  const git = async (folder: string, ...args: string[]) => {
    const options = { cwd: folder, env: AUTHORSHIP, timeoutMs: 30_000, maxBytes: 10_000_000 }
    const result = await run('git', args, options)
    if (result.outcome !== 'ok') throw new Error(`git ${args.join(' ')}: ${JSON.stringify(result)}`)
    return result.stdout.replace(/\n$/, '')
  }
  const repository = async (name: string, branch = 'main') => {
    const folder = join(path, name)
    await mkdir(folder, { recursive: true })
    await git(folder, 'init', '-q', '-b', branch)
    await writeFile(join(folder, 'notes.md'), 'notes\n')
    await git(folder, 'add', '-A')
    await git(folder, 'commit', '-q', '-m', 'Start')
    return folder
  }
  const remove = async () => {
    if (before === undefined) delete process.env.GIT_CONFIG_GLOBAL
    else process.env.GIT_CONFIG_GLOBAL = before
    await rm(path, { recursive: true, force: true, maxRetries: 10 })
  }
  return { path, git, repository, remove }
}
