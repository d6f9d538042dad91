import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PracticeGround, practiceGround } from '../../test/practice-repository.ts'
import { handOver } from '../../test/work.ts'
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

const make = async (input: Record<string, unknown>) => {
  const made = await runner.house.call('worktree.create', input)
  await runner.turn()
  return made
}
const remove = async (worktreeId: number, confirm = true) => {
  await runner.house.call('worktree.remove', { worktreeId, confirm })
  await runner.turn()
  return runner.shown(worktreeId)
}
const branches = async (): Promise<string[]> =>
  (await ground.git(garden, 'for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads')).split('\n')

describe('whoever works by hand beside flower', () => {
  test('and deletes a folder holds up nobody else', async () => {
    const lost = await make({ name: 'lost' })
    const other = await make({ name: 'other' })
    await rm(lost.path, { recursive: true })
    await ground.git(garden, 'commit', '-q', '--allow-empty', '-m', 'Go on')
    await runner.house.call('worktree.sync', { worktreeId: other.worktreeId })
    const fresh = await make({ name: 'fresh' })
    const tip = await ground.git(garden, 'rev-parse', 'HEAD')
    for (const { worktreeId } of [other, fresh])
      expect(await runner.shown(worktreeId)).toMatchObject({ status: 'ready', head: tip })
    runner.house.pass(10 * 60_000)
    await runner.round()
    expect(await runner.shown(lost.worktreeId)).toMatchObject({ status: 'gone' })
  })

  test('and switches the branch is told of the drift, and nothing is brought in until it is switched back', async () => {
    const { worktreeId, path } = await make({ name: 'roses' })
    await ground.git(path, 'switch', '-q', '-c', 'elsewhere')
    await ground.git(garden, 'commit', '-q', '--allow-empty', '-m', 'Go on')
    runner.house.pass(10 * 60_000)
    await runner.round()
    expect(await runner.shown(worktreeId)).toMatchObject({ drift: { branch: 'elsewhere' } })
    const before = await ground.git(path, 'rev-parse', 'HEAD')
    await runner.house.call('worktree.sync', { worktreeId })
    await runner.turn()
    expect(await runner.shown(worktreeId)).toMatchObject({
      status: 'ready',
      reason: expect.stringContaining('git switch flower/roses'),
    })
    expect(await ground.git(path, 'rev-parse', 'HEAD')).toBe(before)
  })

  test('and detaches HEAD has the folder taken by its place, and the commits come back with it', async () => {
    const { worktreeId, path } = await make({ name: 'roses' })
    await ground.git(path, 'switch', '-q', '--detach')
    await ground.git(path, 'commit', '-q', '--allow-empty', '-m', 'On no branch')
    const head = await ground.git(path, 'rev-parse', 'HEAD')
    const no = await runner.house.refused('worktree.remove', { worktreeId })
    expect(no).toMatchObject({ code: 'worktree.dirty', data: { ahead: 1 } })
    expect(await remove(worktreeId)).toMatchObject({ status: 'removed' })
    expect(existsSync(path)).toBe(false)
    await runner.house.call('worktree.restore', { worktreeId })
    await runner.turn()
    expect(await ground.git(path, 'rev-parse', 'HEAD')).toBe(head)
  })

  test('and stands in an old worktree changes nothing of where a new one begins', async () => {
    const old = await make({ name: 'old' })
    await ground.git(old.path, 'commit', '-q', '--allow-empty', '-m', 'Of the old one')
    await ground.git(garden, 'switch', '-q', '-c', 'somewhere')
    await ground.git(garden, 'commit', '-q', '--allow-empty', '-m', 'Of somewhere')
    const before = process.cwd()
    process.chdir(old.path)
    try {
      const { worktreeId } = await make({ name: 'fresh' })
      expect(await runner.shown(worktreeId)).toMatchObject({ base: await ground.git(garden, 'rev-parse', 'main') })
    } finally {
      process.chdir(before)
    }
  })

  test('and holds the lock of the settings makes ten hand-overs at once wait, and none of them fail', async () => {
    const lock = join(garden, '.git', 'config.lock')
    writeFileSync(lock, '')
    const handed = await Promise.all(Array.from({ length: 10 }, (_, n) => handOver(runner.house, `Bed ${n}`)))
    const turn = runner.turn()
    await rm(lock)
    await turn
    const { items } = await runner.house.call('worktree.list', {})
    expect(items).toHaveLength(handed.length)
    expect(items.map(each => each.status)).toEqual(items.map(() => 'ready'))
    expect(new Set(items.map(each => each.branch)).size).toBe(10)
  })
})

describe('a worktree', () => {
  test('of the name of a removed one is a record of its own, and goes on from the branch that was left', async () => {
    const first = await make({ name: 'roses' })
    await ground.git(first.path, 'commit', '-q', '--allow-empty', '-m', 'Unlanded')
    const tip = await ground.git(first.path, 'rev-parse', 'HEAD')
    await remove(first.worktreeId)
    expect(await branches()).toContain('flower/roses')
    const second = await make({ name: 'roses' })
    expect(second).toMatchObject({ name: 'roses', path: first.path })
    expect(second.worktreeId).not.toBe(first.worktreeId)
    expect(await ground.git(second.path, 'rev-parse', 'HEAD')).toBe(tip)
    // Of the one that landed nothing is left.
    await ground.git(garden, 'merge', '-q', '--ff-only', 'flower/roses')
    await remove(second.worktreeId, false)
    expect(await branches()).toEqual(['main'])
  })

  test('stays however long nobody comes, dirty or clean', async () => {
    const dirty = await make({ name: 'dirty' })
    const clean = await make({ name: 'clean' })
    await writeFile(join(dirty.path, 'draft.md'), 'mine')
    runner.house.pass(400 * 86_400_000)
    await runner.round()
    await runner.turn()
    for (const { worktreeId, path } of [dirty, clean]) {
      expect(await runner.shown(worktreeId)).toMatchObject({ status: 'ready' })
      expect(existsSync(path)).toBe(true)
    }
  })

  test('with a link into MAIN goes for good without a file of MAIN', async () => {
    await mkdir(join(garden, 'node_modules', 'tool'), { recursive: true })
    await writeFile(join(garden, 'node_modules', 'tool', 'index.js'), 'tool')
    const { worktreeId, path } = await make({ name: 'roses' })
    await symlink(join(garden, 'node_modules'), join(path, 'node_modules'))
    await remove(worktreeId)
    runner.house.pass(31 * 86_400_000)
    await runner.round()
    expect(readdirSync(join(runner.machine.trash, 'garden'))).toEqual([])
    expect(readFileSync(join(garden, 'node_modules', 'tool', 'index.js'), 'utf8')).toBe('tool')
  })

  test('that cannot be moved away stays as it was, is told so, and goes once it can', async () => {
    const { worktreeId, path } = await make({ name: 'roses' })
    // Something else is where the trash of this project should be.
    mkdirSync(runner.machine.trash, { recursive: true })
    writeFileSync(join(runner.machine.trash, 'garden'), '')
    const kept = await remove(worktreeId)
    expect(kept).toMatchObject({ status: 'ready', reason: expect.stringContaining("can't be moved away") })
    expect(existsSync(path)).toBe(true)
    expect(await ground.git(garden, 'worktree', 'list', '--porcelain')).toContain(path)
    await rm(join(runner.machine.trash, 'garden'))
    expect(await remove(worktreeId)).toMatchObject({ status: 'removed' })
  })

  test('is never checked out by a hook of the repository, which could leave it half made', async () => {
    const hook = join(garden, '.git', 'hooks', 'post-checkout')
    mkdirSync(join(garden, '.git', 'hooks'), { recursive: true })
    writeFileSync(hook, '#!/bin/sh\ntouch "$PWD/by-hook"\nexit 1\n')
    chmodSync(hook, 0o755)
    const { worktreeId, path } = await make({ name: 'roses' })
    expect(await runner.shown(worktreeId)).toMatchObject({ status: 'ready', dirty: { modified: 0, untracked: 0 } })
    expect(existsSync(join(path, 'by-hook'))).toBe(false)
  })
})

test('twenty idle worktrees cost few programs a minute, though some hold unlanded work', async () => {
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) => runner.house.call('worktree.create', { name: `bed-${n}` })),
  )
  await runner.turn()
  for (const { path } of made.slice(0, 8)) await ground.git(path, 'commit', '-q', '--allow-empty', '-m', 'Unlanded')
  const rounds = async (count: number): Promise<void> => {
    for (let round = 0; round < count; round++) {
      runner.house.pass(60_000)
      await runner.round()
    }
  }
  // Each is looked at once first, which finds the work.
  await rounds(6)
  const [shim, log] = [join(ground.path, 'shim'), join(ground.path, 'started')]
  await mkdir(shim)
  const path = process.env.PATH ?? ''
  writeFileSync(join(shim, 'git'), `#!/bin/sh\necho x >> ${log}\nPATH='${path}' exec git "$@"\n`)
  chmodSync(join(shim, 'git'), 0o755)
  process.env.PATH = `${shim}:${path}`
  try {
    await rounds(6)
  } finally {
    process.env.PATH = path
  }
  const started = readFileSync(log, 'utf8').split('\n').length - 1
  expect(started).toBeGreaterThan(0)
  expect(started / 6).toBeLessThan(30)
  for (const { worktreeId } of made.slice(0, 8)) expect(await runner.shown(worktreeId)).toMatchObject({ ahead: 1 })
})
