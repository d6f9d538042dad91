import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { takeBack } from './take-back.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

/** A worktree on a branch of its own, and a MAIN that went on with one file changed, one added and one deleted. */
async function scene(name: string) {
  const main = await ground.repository(name)
  await writeFile(join(main, 'old.md'), 'old\n')
  await ground.git(main, 'add', '-A')
  await ground.git(main, 'commit', '-q', '-m', 'More')
  const folder = join(ground.path, `${name}-worktree`)
  await ground.git(main, 'worktree', 'add', '-q', '-b', 'work', folder)
  await ground.git(folder, 'commit', '-q', '--allow-empty', '-m', 'Mine')
  await writeFile(join(main, 'notes.md'), 'MAIN’s notes\n')
  await mkdir(join(main, 'new'))
  await writeFile(join(main, 'new', 'file.md'), 'new\n')
  await rm(join(main, 'old.md'))
  await ground.git(main, 'add', '-A')
  await ground.git(main, 'commit', '-q', '-m', 'MAIN goes on')
  const [head, commit] = await Promise.all([
    ground.git(folder, 'rev-parse', 'HEAD'),
    ground.git(main, 'rev-parse', 'main'),
  ])
  const half = { gitDir: join(main, '.git'), folder, name: 'work', head, commit }
  return { main, folder, half, status: () => ground.git(folder, 'status', '--porcelain', '-uall') }
}

test('files of a merge that was cut off are put back, and what somebody did beside it stays', async () => {
  const { folder, half, status } = await scene('cut')
  await writeFile(join(folder, 'notes.md'), 'MAIN’s no')
  await mkdir(join(folder, 'new'))
  await writeFile(join(folder, 'new', 'file.md'), 'new\n')
  await rm(join(folder, 'old.md'))
  await writeFile(join(folder, 'mine.md'), 'mine')
  expect(await takeBack(half)).toEqual({ outcome: 'taken_back', kept: 'refs/flower/rescue/work/1' })
  expect(await status()).toBe('?? mine.md')
  expect(await readFile(join(folder, 'notes.md'), 'utf8')).toBe('notes\n')
  // Nothing that was found is gone.
  expect(await ground.git(folder, 'show', 'refs/flower/rescue/work/1:files/notes.md')).toBe('MAIN’s no')
  expect(await takeBack(half)).toEqual({ outcome: 'nothing_to_do' })
})

test('an index that was written before the cut is put back too', async () => {
  const { folder, half, status } = await scene('indexed')
  await ground.git(folder, 'merge', '-q', '--no-commit', '--no-ff', 'main')
  await rm(join(await ground.git(folder, 'rev-parse', '--absolute-git-dir'), 'MERGE_HEAD'))
  expect(await status()).toContain('A  new/file.md')
  expect(await takeBack(half)).toMatchObject({ outcome: 'taken_back' })
  expect(await status()).toBe('')
  expect((await readdir(folder)).toSorted()).toEqual(['.git', 'new', 'notes.md', 'old.md'])
})

test('a merge that git itself has stopped in is aborted', async () => {
  const { folder, half, status } = await scene('conflict')
  await writeFile(join(folder, 'notes.md'), 'my notes\n')
  await ground.git(folder, 'commit', '-q', '-a', '-m', 'Mine too')
  const head = await ground.git(folder, 'rev-parse', 'HEAD')
  await ground.git(folder, 'merge', '-q', 'main').catch(() => undefined)
  expect(await status()).toContain('UU notes.md')
  expect(await takeBack({ ...half, head })).toEqual({ outcome: 'nothing_to_do' })
  expect(await status()).toBe('')
})

test('nothing is touched once the merge is committed, or where nothing of it was written', async () => {
  const { folder, half, status } = await scene('whole')
  await writeFile(join(folder, 'mine.md'), 'mine')
  expect(await takeBack(half)).toEqual({ outcome: 'nothing_to_do' })
  await ground.git(folder, 'merge', '-q', '--no-edit', 'main')
  await writeFile(join(folder, 'notes.md'), 'changed since')
  expect(await takeBack(half)).toEqual({ outcome: 'nothing_to_do' })
  expect(await status()).toBe(' M notes.md\n?? mine.md')
})

test('a detached checkout that was cut off on its way goes back to where it was', async () => {
  const { folder, half, status } = await scene('follower')
  await ground.git(folder, 'checkout', '-q', '--detach')
  await writeFile(join(folder, 'notes.md'), 'MAIN’s notes\n')
  await rm(join(folder, 'old.md'))
  expect(await takeBack(half)).toMatchObject({ outcome: 'taken_back' })
  expect(await status()).toBe('')
})
