/** Repositories of many files as they are after a clone, and worktrees that git makes of them alone. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Repository = {
  folder: string
  /** Makes a worktree on a branch of its own with git alone; answers how long that took, in ms. Throws when git fails. */
  addBare: (name: string) => Promise<number>
  git: (...args: string[]) => string
  /** Lets git forget worktrees whose folders are gone, and their branches. */
  tidy: () => void
}

/** One commit on `main` with so many small files, 25 in a folder, in one pack. */
export function plantRepository(folder: string, files: number): Repository {
  for (let at = 0; at < files; at++) {
    const below = join(folder, `bed-${Math.floor(at / 500)}`, `row-${Math.floor(at / 25) % 20}`)
    if (at % 25 === 0) mkdirSync(below, { recursive: true })
    writeFileSync(join(below, `plant-${at}.md`), `Plant ${at} wants water.\n`.repeat(20 + (at % 40)))
  }
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  git('init', '-q', '-b', 'main')
  git('config', 'gc.auto', '0')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.test')
  git('add', '-A')
  git('commit', '-q', '-m', 'Plant')
  git('gc', '-q')
  const bare = `${folder}-bare`
  return {
    folder,
    git,
    addBare: name =>
      timed(folder, ['worktree', 'add', '-q', '--no-track', '-b', `bare/${name}`, join(bare, name), 'main']),
    tidy: () => {
      rmSync(bare, { recursive: true, force: true })
      git('worktree', 'prune', '--expire=now')
      const made = git('for-each-ref', '--format=delete %(refname)', 'refs/heads/bare', 'refs/heads/flower')
      execFileSync('git', ['update-ref', '--stdin'], { cwd: folder, input: made })
    },
  }
}

async function timed(cwd: string, args: string[]): Promise<number> {
  const began = performance.now()
  const child = spawn('git', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise(resolve => child.once('close', resolve))
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${String(code)}`)
  return performance.now() - began
}
