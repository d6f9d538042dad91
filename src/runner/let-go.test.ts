import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PracticeGround, practiceGround } from '../../test/practice-repository.ts'
import { openRunner, type TestRunner } from '../../test/worktree/runner.ts'

let ground: PracticeGround
let garden: string
let runner: TestRunner
let at = 0
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())
beforeEach(async () => {
  garden = await ground.repository(`garden-${++at}`)
  runner = await openRunner(join(ground.path, `home-${at}`), garden)
  return runner.close
})

const day = 86_400_000
const rescues = async (): Promise<string[]> =>
  (await ground.git(garden, 'for-each-ref', '--format=%(refname)', 'refs/flower/rescue')).split('\n').filter(Boolean)
const trashed = (): string[] => readdirSync(join(runner.machine.trash, 'garden'))
const make = async (name: string) => {
  const made = await runner.house.call('worktree.create', { name })
  await runner.turn()
  return made
}
const remove = async (worktreeId: number): Promise<void> => {
  await runner.house.call('worktree.remove', { worktreeId, confirm: true })
  await runner.turn()
}
const types = async (): Promise<string[]> => (await runner.house.call('trace.list', {})).items.map(each => each.type)

test('what was removed is kept for a month, and its folder and its rescues go then, and that is told', async () => {
  const { worktreeId, path } = await make('old')
  await writeFile(join(path, 'mine.md'), 'mine')
  await remove(worktreeId)
  await runner.house.call('worktree.restore', { worktreeId })
  await runner.turn()
  await remove(worktreeId)
  expect(await rescues()).toEqual(['refs/flower/rescue/old/1', 'refs/flower/rescue/old/2'])
  runner.house.pass(29 * day)
  await runner.round()
  expect(trashed()).toHaveLength(1)
  expect(await rescues()).toHaveLength(2)
  runner.house.pass(2 * day)
  await runner.round()
  expect(trashed()).toEqual([])
  expect(await rescues()).toEqual([])
  expect(await types()).toContain('worktree_expired')
  expect(await runner.shown(worktreeId)).toMatchObject({ status: 'removed', rescue: null })
  const events = (await types()).length
  await runner.round()
  expect(await types()).toHaveLength(events)
})

test('rescues of living ones, of younger ones, of branches begun anew and of strangers stay', async () => {
  const first = await make('roses')
  await remove(first.worktreeId)
  runner.house.pass(20 * day)
  const younger = await make('tulips')
  await remove(younger.worktreeId)
  const living = await make('lilies')
  await remove(living.worktreeId)
  await runner.house.call('worktree.restore', { worktreeId: living.worktreeId })
  await runner.turn()
  const tip = await ground.git(garden, 'rev-parse', 'HEAD')
  for (const ref of ['refs/flower/rescue/roses/7', 'refs/flower/rescue/strange/1'])
    await ground.git(garden, 'update-ref', ref, tip)
  runner.house.pass(11 * day)
  await runner.round()
  expect(await rescues()).toEqual([
    'refs/flower/rescue/lilies/1',
    'refs/flower/rescue/roses/7',
    'refs/flower/rescue/strange/1',
    'refs/flower/rescue/tulips/1',
  ])
})

test('a rescue that says that it is of something else is left, whatever the record says', async () => {
  const first = await make('roses')
  const other = await make('tulips')
  await writeFile(join(other.path, 'draft.md'), 'not mine to delete')
  await remove(first.worktreeId)
  await remove(other.worktreeId)
  await ground.git(garden, 'update-ref', 'refs/flower/rescue/roses/1', 'refs/flower/rescue/tulips/1')
  await ground.git(garden, 'update-ref', '-d', 'refs/flower/rescue/tulips/1')
  runner.house.pass(31 * day)
  await runner.round()
  expect(await rescues()).toEqual(['refs/flower/rescue/roses/1'])
  expect(await runner.shown(first.worktreeId)).toMatchObject({ rescue: 'refs/flower/rescue/roses/1' })
})

test('of a repository that is gone only the folder in the trash is left to delete', async () => {
  const { worktreeId } = await make('roses')
  await remove(worktreeId)
  await rm(garden, { recursive: true })
  runner.house.pass(31 * day)
  await runner.round()
  expect(trashed()).toEqual([])
  expect(await runner.shown(worktreeId)).toMatchObject({ rescue: null })
})

test('once a project is removed nothing stands ready for it, and what is not of the pool’s making stays', async () => {
  await make('first')
  const pool = join(runner.machine.pool, 'garden')
  expect(readdirSync(pool)).toHaveLength(2)
  await runner.round()
  expect(readdirSync(pool)).toHaveLength(2)
  await mkdir(join(pool, 'notes'))
  await runner.house.call('project.remove', { project: 'garden' })
  await runner.round()
  expect(readdirSync(pool)).toEqual(['notes'])
  expect(await ground.git(garden, 'worktree', 'list', '--porcelain')).not.toContain(pool)
})

test('another repository by the name of a removed project gets a pool of its own', async () => {
  await make('first')
  await runner.house.call('project.remove', { project: 'garden' })
  const orchard = await ground.repository(`orchard-${at}`)
  await runner.house.call('project.register', { path: orchard, name: 'garden' })
  await runner.round()
  const { path } = await make('second')
  expect(await ground.git(path, 'rev-parse', '--path-format=absolute', '--git-common-dir')).toBe(join(orchard, '.git'))
  const pool = join(runner.machine.pool, 'garden')
  expect(readdirSync(pool)).toHaveLength(2)
  for (const each of readdirSync(pool))
    expect(await ground.git(orchard, 'worktree', 'list', '--porcelain')).toContain(each)
  expect(existsSync(join(garden, '.git', 'worktrees', 'first'))).toBe(true)
})
