import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#client/client.ts'
import { localClient } from '#client/local.ts'
import { system } from '#domain/actor.ts'
import type { MainFinding } from '#domain/main/moves.ts'
import { writeLines } from '../../../test/guard/lines.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { openRunner, type TestRunner } from '../../../test/worktree/runner.ts'
import { type MainKeeper, makeMainKeeper } from './keeper.ts'

let ground: PracticeGround
let runner: TestRunner
let garden: string
beforeAll(async () => {
  ground = await practiceGround()
  garden = await ground.repository('garden')
  runner = await openRunner(join(ground.path, 'home'), garden)
})
afterAll(async () => {
  await runner.close()
  await ground.remove()
})

/** What was told of MAIN, in order. */
const told: MainFinding[] = []
const faults: unknown[] = []

function keeper(): MainKeeper {
  const client = localClient(runner.house.execute, { actor: system('main'), role: 'system' })
  const listening: Client = {
    call: (name, input, options) => {
      if (name === 'main.settle') told.push((input as { finding: MainFinding }).finding)
      return client.call(name, input, options)
    },
  }
  const { node, root, now } = runner.machine
  const home = (name: string): string => join(ground.path, 'home', name)
  const machine = {
    node: node.id,
    root,
    rescues: home('rescues'),
    journals: home('landings'),
    tokens: home('tokens'),
    agents: home('agents'),
    refusals: home('refusals'),
    now,
  }
  return makeMainKeeper(listening, machine, reason => faults.push(reason))
}

const standing = async () => (await runner.house.call('main.status', {})).main.standing

test('whoever waits for the end of a rescue finds MAIN clean: no look from before it is told after it', async () => {
  await writeFile(join(garden, 'notes.md'), 'scribbled over\n')
  const hand = keeper()
  await hand.tick()
  expect(await standing()).toMatchObject({ status: 'dirty', changed: 1 })
  await runner.house.call('main.rescue', {})
  told.length = 0
  await hand.tick()
  const words = told.map(each => (each.what === 'looked' ? each.standing.status : each.what))
  expect(words.slice(0, 4)).toEqual(['begun', 'saved', 'clean', 'rescued'])
  expect(words.slice(4)).not.toContain('dirty')
  expect(await standing()).toMatchObject({ status: 'clean' })
  await hand.stop()
  expect(faults).toEqual([])
})

test('what somebody writes in MAIN while it is rescued comes into the worktree too, and its names are told', async () => {
  const notes = join(garden, 'notes.md')
  const writer = await writeLines(notes)
  const hand = keeper()
  await hand.tick()
  await runner.house.call('main.rescue', { name: 'written-on' })
  await hand.tick()
  await writer.more(3)
  const count = await writer.end()
  // What was written after that is MAIN's again, and told as ever.
  await expect.poll(async () => (await standing())?.status).toBe('dirty')
  await hand.stop()
  const { saved } = (await runner.house.call('main.status', {})).main
  const moved = saved.find(each => each.worktreeId !== null)
  const { worktree } = await runner.house.call('worktree.show', { worktreeId: moved?.worktreeId ?? 0 })
  const late = moved?.late?.files ?? []
  expect(late).toContain('notes.md.late-1')
  const files = [notes, ...['notes.md', ...late].map(file => join(worktree.path, file))]
  const texts = await Promise.all(files.map(file => readFile(file, 'utf8')))
  const there = new Set(texts.join('\n').split('\n'))
  const lines = Array.from({ length: count }, (_, at) => `line ${at + 1}`)
  expect(lines.filter(line => !there.has(line))).toEqual([])
  const { items } = await runner.house.call('trace.list', { limit: 20 })
  expect(items.find(each => each.type === 'main_rescued')).toMatchObject({ payload: { late: moved?.late } })
  expect(faults).toEqual([])
})

test('a rescue that failed on its way is gone on with when it is asked for again, and not begun anew', async () => {
  const rescue = async (name?: string) => {
    await runner.house.call('main.rescue', name === undefined ? {} : { name })
    await hand.tick()
    return (await runner.house.call('main.status', {})).main
  }
  await writeFile(join(garden, 'notes.md'), 'mine\n')
  const hand = keeper()
  await hand.tick()
  // As if another git had it.
  const lock = join(garden, '.git/index.lock')
  await writeFile(lock, '')
  const held = await rescue()
  const ref = /main\.rescue goes on with it, as (refs\/flower\/rescue\/main\/\d+)\./.exec(held.reason ?? '')?.[1] ?? ''
  expect(await ground.git(garden, 'cat-file', 'blob', `${ref}:files/notes.md`)).toBe('mine')
  expect(await readFile(join(garden, 'notes.md'), 'utf8')).not.toBe('mine\n')
  await rm(lock)
  const other = await ground.git(garden, 'commit-tree', 'HEAD^{tree}', '-m', 'Other')
  await ground.git(garden, 'branch', 'flower/taken', other)
  const taken = await rescue('taken')
  expect(taken.reason).toContain('flower/taken is taken')
  expect(taken.reason).toContain(ref)
  expect(taken).toMatchObject({ standing: { status: 'clean' }, unfinished: ref })
  // What another errand comes to is nothing to it.
  const configLock = join(garden, '.git/config.lock')
  await writeFile(configLock, '')
  await runner.house.call('main.guard', {})
  await hand.tick()
  expect((await runner.house.call('main.status', {})).main.reason).toContain(configLock)
  await rm(configLock)
  const { reason, saved, errand, unfinished } = await rescue('gone-on-with')
  expect({ reason, errand, unfinished }).toEqual({ reason: null, errand: null, unfinished: undefined })
  const moved = saved.find(each => each.ref === ref)
  const { worktree } = await runner.house.call('worktree.show', { worktreeId: moved?.worktreeId ?? 0 })
  expect(worktree.name).toBe('gone-on-with')
  expect(await readFile(join(worktree.path, 'notes.md'), 'utf8')).toBe('mine\n')
  await expect(rescue()).rejects.toMatchObject({ code: 'main.nothing_to_rescue' })
  await hand.stop()
  expect(faults).toEqual([])
})
