import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

const builder = 'agent:builder-1'
const claim = (dispatchId: number) => runner.house.call('dispatch.claim', { dispatchId }, builder)
const reconcile = () => runner.client.call('dispatch.reconcile', { wasAway: false })
/** Where git says that somebody who stands in the folder is. */
const placeOf = async (path = '') => ({
  top: await ground.git(path, 'rev-parse', '--show-toplevel'),
  branch: await ground.git(path, 'branch', '--show-current'),
})

test('a hand-over finds its agent in a prepared worktree on the Brief’s branch, which is where it says', async () => {
  const { dispatchId } = await handOver(runner.house, 'Water the roses')
  await runner.turn()
  const { worktree, branch, next } = await claim(dispatchId)
  expect(worktree.state).toBe('ready')
  expect(await placeOf(worktree.worktreePath)).toEqual({ top: worktree.worktreePath, branch })
  expect(next).toMatch(/^Do what the packet says/)
})

test('a later attempt goes on from what an earlier one committed, and what it left lying is still there', async () => {
  const { briefId, dispatchId } = await handOver(runner.house, 'Prune')
  await runner.turn()
  const first = await claim(dispatchId)
  const path = first.worktree.worktreePath ?? ''
  await ground.git(path, 'commit', '-q', '--allow-empty', '-m', 'Half of it')
  const tip = await ground.git(path, 'rev-parse', 'HEAD')
  await writeFile(join(path, 'draft.md'), 'half')
  await runner.house.call('dispatch.fail', { dispatchId, token: first.token, reason: 'agent_error' }, builder)
  await runner.turn()
  const second = await claim(dispatchId)
  expect(second.worktree).toMatchObject({ worktreeId: first.worktree.worktreeId, worktreePath: path })
  expect(await ground.git(path, 'rev-parse', 'HEAD')).toBe(tip)
  expect(readFileSync(join(path, 'draft.md'), 'utf8')).toBe('half')
  // Even once the worktree was removed in between, the branch goes on from its tip.
  await runner.house.call('dispatch.cancel', { dispatchId })
  const worktreeId = first.worktree.worktreeId ?? 0
  await runner.house.call('worktree.remove', { worktreeId, confirm: true })
  await runner.turn()
  const again = await runner.house.call('brief.dispatch', { briefId })
  await runner.turn()
  const third = await claim(again.dispatchId)
  expect(third.worktree).toMatchObject({ state: 'ready' })
  expect(third.branch).toBe(first.branch)
  expect(await ground.git(third.worktree.worktreePath ?? '', 'rev-parse', 'HEAD')).toBe(tip)
})

test('a folder that somebody deleted is made anew before an agent begins, and never MAIN in its stead', async () => {
  const { dispatchId } = await handOver(runner.house, 'Cut the hedge')
  await runner.turn()
  const lost = (await runner.house.call('worktree.list', {})).items[0]
  await rm(lost?.path ?? '', { recursive: true })
  // Whoever claims after a while has the folder looked at first.
  runner.house.pass(10 * 60_000)
  const held = await claim(dispatchId)
  expect(held.worktree.state).toBe('preparing')
  await runner.turn()
  const beat = () => runner.house.call('dispatch.heartbeat', { dispatchId, token: held.token }, builder)
  expect((await beat()).worktree.state).toBe('gone')
  await reconcile()
  await runner.turn()
  const { worktree } = await beat()
  expect(worktree).toMatchObject({ state: 'ready', worktreePath: lost?.path })
  expect(await placeOf(worktree.worktreePath)).toEqual({ top: lost?.path, branch: held.branch })
  expect(await ground.git(garden, 'status', '--porcelain')).toBe('')
})

test('in a project whose MAIN is gone a hand-over says why there is no worktree, and how to mend it', async () => {
  await rm(garden, { recursive: true })
  const { dispatchId } = await handOver(runner.house, 'Where to')
  await runner.turn()
  const { worktree, next } = await claim(dispatchId)
  expect(worktree).toMatchObject({ state: 'none', reason: expect.stringContaining(`MAIN is not at ${garden}`) })
  expect(next).toContain('project.register')
  expect(existsSync(garden)).toBe(false)
})

test('a branch that somebody has checked out already is named with where, and stops the agent', async () => {
  const { briefId, dispatchId } = await handOver(runner.house, 'Mine already')
  const hand = join(ground.path, `hand-${at}`)
  await ground.git(garden, 'worktree', 'add', '-q', '-b', `flower/${briefId}-mine-already`, hand)
  await runner.turn()
  expect((await runner.house.call('worktree.list', { briefId })).items).toMatchObject([
    { status: 'failed', reason: expect.stringContaining(hand) },
  ])
  const { worktree, token } = await claim(dispatchId)
  await runner.turn()
  const beat = await runner.house.call('dispatch.heartbeat', { dispatchId, token }, builder)
  expect(beat).toMatchObject({
    worktree: { worktreeId: worktree.worktreeId, state: 'failed', reason: expect.stringContaining('adopt') },
    next: expect.stringMatching(/^Begin nothing/),
  })
  // Adopted as the reason says, it is the one that the agent waits for.
  await runner.house.call('worktree.adopt', { path: hand })
  await runner.turn()
  const after = await runner.house.call('dispatch.heartbeat', { dispatchId, token }, builder)
  expect(after.worktree).toMatchObject({ worktreeId: worktree.worktreeId, worktreePath: hand, state: 'ready' })
})
