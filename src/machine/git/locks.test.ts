import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { findLocks, gitsAtWorkIn, lockName } from './locks.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

test('locks of the index, of HEAD, of settings, of refs and of worktrees are found, and none of flower’s own', async () => {
  const main = await ground.repository('locked')
  const gitDir = join(main, '.git')
  expect(await findLocks(gitDir)).toEqual([])
  await ground.git(main, 'worktree', 'add', '-q', '--detach', join(ground.path, 'beside'))
  const names = ['HEAD.lock', 'config.lock', 'refs/heads/deep/er.lock', 'worktrees/beside/index.lock']
  await mkdir(join(gitDir, 'refs', 'heads', 'deep'))
  for (const name of names) await writeFile(join(gitDir, name), '')
  await writeFile(join(gitDir, 'index.lock'), '{"by":"flower"}')
  const then = new Date('2026-01-01T00:00:00Z')
  await utimes(join(gitDir, 'HEAD.lock'), then, then)
  const found = await findLocks(gitDir)
  expect(found.map(each => lockName(gitDir, each.path)).sort()).toEqual(names.toSorted())
  expect(found.find(each => each.path.endsWith('HEAD.lock'))?.modifiedAt).toBe(then.getTime())
  expect(await findLocks(join(ground.path, 'nowhere'))).toEqual([])
})

test.skipIf(process.platform !== 'linux')('a git that works in a folder is seen for as long as it lives', async () => {
  const main = await ground.repository('busy')
  expect(gitsAtWorkIn([main])).toBe('none')
  // It waits for names of objects until its input ends.
  const git = spawn('git', ['cat-file', '--batch'], { cwd: main, stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = once(git, 'exit')
  await once(git, 'spawn')
  expect(gitsAtWorkIn([main])).toBe('some')
  expect(gitsAtWorkIn([ground.path])).toBe('some')
  expect(gitsAtWorkIn([join(ground.path, 'busy-not'), `${main}x`])).toBe('none')
  // What began after us is not what an earlier process left.
  expect(gitsAtWorkIn([main], process.pid)).toBe('none')
  git.stdin?.end()
  await ended
  expect(gitsAtWorkIn([main])).toBe('none')
})
