import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { countedGit } from '../../../test/worktree/counted-git.ts'
import { openRunner, type TestRunner } from '../../../test/worktree/runner.ts'

let ground: PracticeGround
let garden: string
let runner: TestRunner
beforeAll(async () => {
  ground = await practiceGround()
  garden = await ground.repository('garden')
  runner = await openRunner(join(ground.path, 'home'), garden)
})
afterAll(async () => {
  await runner.close()
  await ground.remove()
})

test('twenty idle worktrees with unlanded commits cost few processes a minute, fewer the longer they rest, and what git moves is seen at once', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `bed-${at}`)
  const made = await Promise.all(names.map(name => runner.house.call('worktree.create', { name })))
  await runner.turn()
  for (const { path } of made) await ground.git(path, 'commit', '-q', '--allow-empty', '-m', 'Mine')
  // Minutes after a start, with everything to be found out anew.
  const git = await countedGit(join(ground.path, 'counted'))
  const minutes: number[] = []
  try {
    for (let minute = 0; minute < 60; minute++) {
      runner.house.pass(60_000)
      await runner.round()
      minutes.push(git.count())
    }
  } finally {
    git.remove()
  }
  expect(Math.max(...minutes)).toBeLessThan(30)
  expect(Math.max(...minutes.slice(-20))).toBeLessThanOrEqual(6)
  expect(minutes.slice(-20).reduce((sum, count) => sum + count)).toBeLessThan(60)

  const [first, second] = made
  if (!first || !second) throw new Error('twenty were made')
  expect(await runner.shown(first.worktreeId)).toMatchObject({ ahead: 1, behind: 0 })
  await ground.git(first.path, 'commit', '-q', '--allow-empty', '-m', 'More')
  await writeFile(join(second.path, 'staged.md'), 'staged')
  await ground.git(second.path, 'add', 'staged.md')
  await runner.round()
  expect(await runner.shown(first.worktreeId)).toMatchObject({ ahead: 2 })
  expect(await runner.shown(second.worktreeId)).toMatchObject({ dirty: { modified: 1 } })
  await ground.git(garden, 'commit', '-q', '--allow-empty', '-m', 'MAIN goes on')
  for (let minute = 0; minute < 20; minute++) {
    runner.house.pass(60_000)
    await runner.round()
  }
  for (const { worktreeId } of made) expect(await runner.shown(worktreeId)).toMatchObject({ behind: 1 })
})

test('a file that is only written is seen within sixteen minutes', async () => {
  const { worktreeId, path } = await runner.house.call('worktree.create', { name: 'quiet' })
  await runner.turn()
  for (let minute = 0; minute < 40; minute++) await runner.round()
  await writeFile(join(path, 'mine.md'), 'mine')
  for (let minute = 0; minute < 16; minute++) await runner.round()
  expect(await runner.shown(worktreeId)).toMatchObject({ dirty: { untracked: 1 } })
})
