import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#client/client.ts'
import { localClient } from '#client/local.ts'
import { system } from '#domain/actor.ts'
import { configurationHash } from '#domain/configuration/hash.ts'
import { openHouse, type TestHouse } from '../../test/house.ts'
import { freshDatabase, hasPostgres } from '../../test/postgres.ts'
import { type PracticeGround, practiceGround } from '../../test/practice-repository.ts'
import { compareWorktrees } from './compare.ts'
import type { Machine } from './errand.ts'
import { lookAround } from './look-around.ts'
import { makeRunner } from './runner.ts'

let ground: PracticeGround
let house: TestHouse
let garden: string
let machine: Machine
let at = 0
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

beforeEach(async () => {
  const home = join(ground.path, `home-${++at}`)
  garden = await ground.repository(`garden-${at}`)
  house = await openHouse('sqlite', { project: false, worktrees: join(home, 'worktrees') })
  await house.call('project.register', { path: garden, name: 'garden' })
  machine = {
    node: { id: 'node-1', name: 'meadow' },
    root: join(home, 'worktrees'),
    pool: join(home, 'pool'),
    trash: join(home, 'trash'),
    services: join(home, 'services'),
    sitePort: () => 4748,
    home: join(ground.path, 'people'),
    now: house.now,
  }
  return () => house.close()
})

const faults: unknown[] = []
const keeper = (): Client => localClient(house.execute, { actor: system('runner'), role: 'system' })
const turn = () => makeRunner(keeper(), machine, reason => faults.push(reason)).tick()

/**
 * A turn of a runner that is killed just before it tells of `what`: whatever it had done outside is done, and the house
 * never hears of it, nor of anything after.
 */
async function turnKilledBefore(what: string): Promise<void> {
  const client = keeper()
  const { promise: death, resolve: die } = Promise.withResolvers<void>()
  let killed = false
  const dying: Client = {
    call: async (name, input, options) => {
      const finding = (input as { finding?: { what: string } }).finding?.what
      killed ||= finding === what
      if (killed) die()
      if (killed) return new Promise<never>(() => undefined)
      return client.call(name, input, options)
    },
  }
  const runner = makeRunner(dying, machine, reason => faults.push(reason))
  await Promise.race([runner.tick(), death])
}

const shown = async (worktreeId: number) =>
  (await house.call('worktree.list', { ended: true })).items.find(each => each.id === worktreeId)
const told = async (): Promise<string[]> => (await house.call('trace.list', {})).items.map(each => each.type)

test('a creation whose end was never told is undone and made anew, and that is said', async () => {
  const { worktreeId, path, branch } = await house.call('worktree.create', { name: 'roses' })
  await turnKilledBefore('created')
  expect(existsSync(path)).toBe(true)
  expect(await shown(worktreeId)).toMatchObject({ status: 'creating' })
  await turn()
  expect(await shown(worktreeId)).toMatchObject({ status: 'ready' })
  expect(await ground.git(path, 'branch', '--show-current')).toBe(branch)
  expect(await told()).toContain('worktree_resumed')
})

test('a preparation whose end was never told is gone on with', async () => {
  const { worktreeId, path } = await house.call('worktree.create', { name: 'roses' })
  await turnKilledBefore('prepared')
  expect(await shown(worktreeId)).toMatchObject({ status: 'preparing' })
  await writeFile(join(path, 'mine.md'), 'mine')
  await turn()
  expect(await shown(worktreeId)).toMatchObject({ status: 'ready', dirty: { untracked: 1 } })
  expect(readFileSync(join(path, 'mine.md'), 'utf8')).toBe('mine')
  expect(await told()).toContain('worktree_resumed')
})

test('a removal and a restoring whose ends were never told are gone on with, and nothing is lost', async () => {
  const { worktreeId, path } = await house.call('worktree.create', { name: 'roses' })
  await turn()
  await writeFile(join(path, 'mine.md'), 'mine')
  await house.call('worktree.remove', { worktreeId, confirm: true })
  await turnKilledBefore('removed')
  expect(existsSync(path)).toBe(false)
  expect(await shown(worktreeId)).toMatchObject({ status: 'removing' })
  await turn()
  expect(await shown(worktreeId)).toMatchObject({ status: 'removed', rescue: 'refs/flower/rescue/roses/1' })
  await house.call('worktree.restore', { worktreeId })
  await turnKilledBefore('created')
  await turn()
  expect(await shown(worktreeId)).toMatchObject({ status: 'ready' })
  expect(readFileSync(join(path, 'mine.md'), 'utf8')).toBe('mine')
  expect(await ground.git(garden, 'status', '--porcelain')).toBe('')
})

test('dirt that came after the asking keeps a worktree', async () => {
  const { worktreeId, path } = await house.call('worktree.create', { name: 'roses' })
  await turn()
  await house.call('worktree.remove', { worktreeId })
  await writeFile(join(path, 'late.md'), 'late')
  await turn()
  expect(await shown(worktreeId)).toMatchObject({ status: 'ready', reason: expect.stringContaining('1 untracked') })
  expect(existsSync(join(path, 'late.md'))).toBe(true)
})

test('a worktree begins at MAIN’s tip, or where it was told to', async () => {
  const first = await ground.git(garden, 'rev-parse', 'HEAD')
  await ground.git(garden, 'commit', '-q', '--allow-empty', '-m', 'Second')
  const tip = await ground.git(garden, 'rev-parse', 'HEAD')
  await ground.git(garden, 'switch', '-q', '--detach', first)
  const { worktreeId: usual } = await house.call('worktree.create', { name: 'usual' })
  const { worktreeId: told } = await house.call('worktree.create', { name: 'told', base: first })
  const { worktreeId: lost } = await house.call('worktree.create', { name: 'lost', base: 'no/such' })
  await turn()
  expect(await shown(usual)).toMatchObject({ status: 'ready', base: tip })
  expect(await shown(told)).toMatchObject({ status: 'ready', base: first })
  expect(await shown(lost)).toMatchObject({ status: 'failed', base: null, reason: expect.stringContaining('no/such') })
})

test('records, git and disk are compared, and each mismatch has its cure', async () => {
  const made = await Promise.all(
    ['gone', 'moved', 'drifted', 'fine'].map(name => house.call('worktree.create', { name })),
  )
  await turn()
  const pathOf = (name: string): string => made.find(each => each.name === name)?.path ?? ''
  await rm(pathOf('gone'), { recursive: true })
  await rm(join(garden, '.git', 'worktrees', 'moved'), { recursive: true })
  await ground.git(pathOf('drifted'), 'switch', '-q', '-c', 'elsewhere')
  await ground.git(garden, 'worktree', 'add', '-q', '-b', 'hand', join(ground.path, `hand-${at}`))
  await mkdir(join(machine.root, 'garden', 'stray'))
  const worktrees = (await keeper().call('worktree.errands', { node: 'node-1' })).items.map(each => each.worktree)
  const project = { slug: 'garden', gitDir: join(garden, '.git') }
  const root = join(machine.root, 'garden')
  const places = { outcome: 'fit', root, ours: true, pool: join(machine.pool, 'garden'), isolation: 'code' } as const
  const found = await compareWorktrees({ project, worktrees, places, pool: machine.pool })
  const words = found.map(each => `${each.what} ${each.cure}`)
  expect(words).toHaveLength(5)
  expect(words).toEqual([
    expect.stringMatching(/gone.* is gone\. worktree\.prepare/),
    expect.stringMatching(/does not know .*moved.* git worktree repair/),
    expect.stringMatching(/on elsewhere instead of flower\/drifted.* switch/),
    expect.stringMatching(/hand-\d+ has no record.*worktree\.adopt/),
    expect.stringMatching(/stray is no worktree/),
  ])
})

test('after the first one others stand ready, and a broken one is passed over and thrown away', async () => {
  await house.call('worktree.create', { name: 'first' })
  await turn()
  const pool = join(machine.pool, 'garden')
  const [one = '', ...others] = readdirSync(pool)
  expect(others).toHaveLength(1)
  await writeFile(join(pool, one, 'notes.md'), 'not as committed')
  const made = [
    await house.call('worktree.create', { name: 'second' }),
    await house.call('worktree.create', { name: 'third' }),
  ]
  await turn()
  for (const { worktreeId, path } of made) {
    expect(await shown(worktreeId)).toMatchObject({ status: 'ready' })
    expect(await ground.git(path, 'status', '--porcelain')).toBe('')
  }
  expect(readdirSync(pool)).toHaveLength(2)
  expect(readdirSync(pool)).not.toContain(one)
})

test('no two that are prepared at once are given the same ports', async () => {
  const wanted = 'port: 24000'
  const text = `services:\n  web: { run: node web.js, ${wanted} }\n  api: { run: node api.js, ${wanted} }\n  bell: { run: bell }\n`
  await writeFile(join(garden, 'flower.yaml'), text)
  await house.call('project.trust', { hash: configurationHash(text) })
  for (const name of ['one', 'two', 'three']) await house.call('worktree.create', { name })
  await house.call('worktree.create', { name: 'shared', isolation: 'shared' })
  await turn()
  const { items } = await house.call('worktree.list', {})
  const ports = items.flatMap(each => Object.values(each.ports))
  expect(ports).toHaveLength(6)
  expect(new Set(ports).size).toBe(6)
})

test.skipIf(!hasPostgres)('two servers on one PostgreSQL never do the same errand', async () => {
  const { url, drop } = await freshDatabase()
  const nodes = ['one', 'two'].map(name => ({ node: { id: name, name }, home: join(ground.path, `${name}-${at}`) }))
  const sides = await Promise.all(
    nodes.map(async ({ node, home }) => {
      const root = join(home, 'worktrees')
      const own = await openHouse('postgres', { project: false, at: { url }, worktrees: root, node: node.id })
      const client = localClient(own.execute, { actor: system('runner'), role: 'system' })
      const its = { ...machine, node, root, pool: join(home, 'pool'), trash: join(home, 'trash') }
      return { own, runner: makeRunner(client, its, reason => faults.push(reason)) }
    }),
  )
  const [one, two] = sides
  if (!one || !two) throw new Error('there are two')
  await one.own.call('project.register', { path: garden, name: 'garden' })
  for (const name of ['a', 'b', 'c']) {
    await one.own.call('worktree.create', { name: `one-${name}` })
    await two.own.call('worktree.create', { name: `two-${name}` })
  }
  await Promise.all(sides.flatMap(({ runner }) => [runner.tick(), runner.tick()]))
  const { items } = await two.own.call('worktree.list', {})
  expect(items.map(each => each.status)).toEqual(items.map(() => 'ready'))
  for (const each of items) expect(each.path).toContain(`${each.node}-${at}`)
  const types = (await one.own.call('trace.list', {})).items.map(each => each.type)
  expect(types.filter(type => type === 'worktree_created')).toHaveLength(6)
  expect(types).not.toContain('worktree_resumed')
  for (const { own } of sides) await own.close()
  await drop()
})

test('a folder is measured once it is ready, and not again for a long while', async () => {
  const { worktreeId, path } = await house.call('worktree.create', { name: 'large' })
  await turn()
  expect((await shown(worktreeId))?.disk).toBeNull()
  const round = () => lookAround(keeper(), machine, new AbortController().signal)
  await round()
  const first = (await shown(worktreeId))?.disk
  expect(first?.bytes).toBeGreaterThan(0)
  await writeFile(join(path, 'large'), Buffer.alloc(1_000_000, 1))
  house.pass(3_600_000)
  await round()
  expect((await shown(worktreeId))?.disk).toEqual(first)
  house.pass(6 * 3_600_000)
  await round()
  expect((await shown(worktreeId))?.disk?.bytes).toBeGreaterThan(1_000_000)
})
