import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { run } from '#machine/command.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { openRunner, type TestRunner } from '../../../test/worktree/runner.ts'

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

/** A lock from before anything of this test began. */
async function lock(name: string, text = ''): Promise<string> {
  const path = join(garden, '.git', name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  const then = new Date('2026-01-01T00:00:00Z')
  await utimes(path, then, then)
  return path
}
const make = async (name: string) => {
  const made = await runner.house.call('worktree.create', { name })
  await runner.turn()
  return made
}
/** Takes git's entry of a worktree away. */
const forget = async (path: string): Promise<void> =>
  rm(await ground.git(path, 'rev-parse', '--absolute-git-dir'), { recursive: true })
/** Runs a cure as it is written. */
const cure = (words: string) => run('sh', ['-c', words], { cwd: ground.path, timeoutMs: 30_000, maxBytes: 100_000 })

describe('after a restart', () => {
  test('locks that a killed git of ours left are taken away, and that is said', async () => {
    const { worktreeId } = await runner.house.call('worktree.create', { name: 'roses' })
    const left = await Promise.all(
      ['refs/heads/flower/roses.lock', 'packed-refs.lock', 'config.lock'].map(each => lock(each)),
    )
    await runner.turn()
    expect(left.filter(each => existsSync(each))).toEqual([])
    expect(await runner.shown(worktreeId)).toMatchObject({ status: 'ready' })
    const told = (await runner.house.call('trace.list', {})).items.filter(each => each.type === 'worktree_resumed')
    expect(told).toMatchObject([{ words: expect.stringContaining('refs/heads/flower/roses.lock') }])
  })

  test('locks of the index in its own folder too, so that a removal goes on', async () => {
    const { worktreeId, path } = await make('roses')
    await writeFile(join(path, 'mine.md'), 'mine')
    const left = await lock('worktrees/roses/index.lock')
    await runner.house.call('worktree.remove', { worktreeId, confirm: true })
    await runner.turn()
    expect(existsSync(left)).toBe(false)
    expect(await runner.shown(worktreeId)).toMatchObject({ status: 'removed' })
  })

  test('locks of what nothing was asked for, and young ones, are left to whoever they are of', async () => {
    await make('idle')
    await runner.house.call('worktree.create', { name: 'roses' })
    const others = ['index.lock', 'refs/heads/main.lock', 'worktrees/idle/index.lock', 'refs/tags/v1.lock']
    const left = await Promise.all(others.map(each => lock(each)))
    const young = join(garden, '.git', 'config.lock')
    await writeFile(young, '')
    await runner.turn()
    expect([...left, young].filter(each => !existsSync(each))).toEqual([])
  })

  test('what was cut off in the pool is taken away, so that others can stand ready', async () => {
    await make('first')
    const pool = join(runner.machine.pool, 'garden')
    const [one = '', two = ''] = readdirSync(pool)
    await rm(join(pool, one, '.git'))
    await rm(join(pool, two), { recursive: true })
    await make('second')
    const now = readdirSync(pool)
    expect(now).toHaveLength(2)
    expect(now).not.toContain(one)
    const known = await ground.git(garden, 'worktree', 'list', '--porcelain')
    for (const each of [one, two]) expect(known).not.toContain(each)
    for (const each of now) expect(known).toContain(each)
  })
})

describe('doctor', () => {
  const complaints = async () => runner.mismatches()

  test.skipIf(process.platform !== 'linux')(
    'names each lock that no git holds, with the line that frees it',
    async () => {
      expect(await complaints()).toEqual([])
      const paths = await Promise.all([lock('index.lock'), lock('refs/heads/main.lock')])
      const found = await complaints()
      expect(found.map(each => each.severity)).toEqual(['fault', 'fault'])
      for (const each of paths) expect(found.map(one => one.what).join('\n')).toContain(each)
      for (const each of found) expect(await cure(each.cure)).toMatchObject({ outcome: 'ok' })
      expect(await complaints()).toEqual([])
    },
  )

  test('names a worktree that is locked for a process that has ended, and not one that is locked for its owner’s reasons', async () => {
    const { path } = await make('roses')
    const kept = await make('tulips')
    await ground.git(garden, 'worktree', 'lock', '--reason', 'agent (pid 2147483646)', path)
    await ground.git(garden, 'worktree', 'lock', '--reason', 'on a stick', kept.path)
    const found = await complaints()
    expect(found).toMatchObject([{ what: expect.stringContaining('process 2147483646, which has ended') }])
    expect(await cure(found[0]?.cure ?? '')).toMatchObject({ outcome: 'ok' })
    expect(await complaints()).toEqual([])
  })

  test('has a fix that works for a worktree that git forgot, without a file lost', async () => {
    const { worktreeId, path } = await make('roses')
    await writeFile(join(path, 'notes.md'), 'changed')
    await writeFile(join(path, 'mine.md'), 'mine')
    await ground.git(path, 'add', 'mine.md')
    await forget(path)
    const [found] = await complaints()
    expect(found).toMatchObject({ cure: expect.stringContaining(`worktree.prepare {worktreeId: ${worktreeId}}`) })
    await runner.house.call('worktree.prepare', { worktreeId })
    await runner.turn()
    expect(await runner.shown(worktreeId)).toMatchObject({ status: 'ready', dirty: { modified: 1, untracked: 1 } })
    expect(readFileSync(join(path, 'mine.md'), 'utf8')).toBe('mine')
    expect(await ground.git(path, 'branch', '--show-current')).toBe('flower/roses')
    expect(await complaints()).toEqual([])
  })

  test('leaves a folder that belongs elsewhere, or whose branch is taken, as it is', async () => {
    const taken = await make('taken')
    const foreign = await make('foreign')
    for (const { path } of [taken, foreign]) await forget(path)
    await ground.git(garden, 'worktree', 'add', '-q', join(ground.path, `other-${at}`), 'flower/taken')
    await writeFile(join(foreign.path, '.git'), 'gitdir: /srv/elsewhere/.git/worktrees/foreign\n')
    for (const { worktreeId } of [taken, foreign]) await runner.house.call('worktree.prepare', { worktreeId })
    await runner.turn()
    for (const { worktreeId } of [taken, foreign])
      expect(await runner.shown(worktreeId)).toMatchObject({
        status: 'failed',
        reason: expect.stringContaining('does not know'),
      })
    expect(readFileSync(join(foreign.path, '.git'), 'utf8')).toContain('/srv/elsewhere')
  })

  test('has a fix for a folder that is gone, and for an entry of git’s without one', async () => {
    const { worktreeId, path } = await make('roses')
    await rm(path, { recursive: true })
    const [gone] = await complaints()
    expect(gone).toMatchObject({ cure: expect.stringContaining('worktree.prepare') })
    await runner.house.call('worktree.prepare', { worktreeId })
    await runner.turn()
    expect(await runner.shown(worktreeId)).toMatchObject({ status: 'gone' })
    const [entry] = await complaints()
    expect(entry?.cure).toMatch(/^git -C .* worktree prune/)
    expect(await cure((entry?.cure ?? '').split(',')[0] ?? '')).toMatchObject({ outcome: 'ok' })
    expect(await complaints()).toEqual([])
    // One that was made by hand, and moved by hand.
    const hand = join(ground.path, `hand-${at}`)
    await ground.git(garden, 'worktree', 'add', '-q', '-b', 'hand', hand)
    expect(await complaints()).toMatchObject([{ cure: expect.stringContaining('worktree.adopt') }])
    await rename(hand, `${hand}-moved`)
    expect(await complaints()).toMatchObject([{ what: expect.stringContaining('whose folder is gone') }])
  })
})
