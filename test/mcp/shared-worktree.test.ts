import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse, type TestHouse } from '../house.ts'
import { makeWorktreeReady, plan } from '../work.ts'
import { openDoor, type TestDoor } from './door.ts'
import { ask, overHttp } from './speak.ts'

let house: TestHouse
let door: TestDoor
const clients: Record<string, Client> = {}

beforeAll(async () => {
  house = await openHouse('sqlite')
  door = await openDoor(house)
  for (const name of ['one', 'two', 'guest'])
    clients[name] = await overHttp(door.url, { actor: `agent:${name}`, role: 'builder' }, '2026-07-28')
})
afterAll(async () => {
  for (const each of Object.values(clients)) await each.close()
  await door.close()
  await house.close()
})

const call = async (name: string, tool: string, input: Record<string, unknown> = {}) => {
  const client = clients[name]
  if (!client) throw new Error(`nobody is called ${name}`)
  const said = await ask(client, tool, input)
  if (said.isError) throw new Error(said.text)
  return said.json()
}

test('two agents in one worktree are both told where their paths meet, each at its own next call', async () => {
  const first = await house.call('brief.dispatch', { briefId: await plan(house, 'Roses') })
  const worktreeId = first.worktreeId ?? 0
  await makeWorktreeReady(house, worktreeId)
  const second = await house.call('brief.dispatch', { briefId: await plan(house, 'Tulips'), worktreeId })
  await makeWorktreeReady(house, worktreeId)
  const one = await call('one', 'dispatch_claim', { dispatchId: first.dispatchId })
  const two = await call('two', 'dispatch_claim', { dispatchId: second.dispatchId })
  for (const claimed of [one, two]) expect(claimed).toMatchObject({ worktree: { worktreeId, state: 'ready' } })
  const { worktree } = await house.call('worktree.show', { worktreeId })
  expect(worktree.agents.map(each => each.actor)).toEqual(['agent:one', 'agent:two'])

  expect(await call('one', 'file_claim', { paths: ['beds/**', 'notes.md'] })).toMatchObject({ overlaps: [] })
  // Whoever comes second is told at once …
  expect(await call('two', 'file_claim', { paths: ['beds/roses.md'] })).toMatchObject({
    overlaps: [{ path: 'beds/roses.md', otherPath: 'beds/**', holder: 'agent:one', worktreeId }],
    next: expect.stringContaining('agent:one'),
  })
  // … and whoever was first at its next sign of life, without having asked for it.
  const beat = { dispatchId: first.dispatchId, token: one.token }
  const meets = { path: 'beds/**', otherPath: 'beds/roses.md', holder: 'agent:two' }
  expect(await call('one', 'dispatch_heartbeat', beat)).toMatchObject({ overlaps: [meets] })
  // Whatever it claims next, it is told of that too.
  expect(await call('one', 'file_claim', { paths: ['sheds'] })).toMatchObject({
    overlaps: [meets],
    next: expect.stringContaining('agent:two'),
  })
  // Once one has given it back neither is told of it any more.
  await call('two', 'file_release', {})
  expect(await call('one', 'dispatch_heartbeat', beat)).toMatchObject({ overlaps: [] })
  for (const { briefId } of [first, second]) {
    const types = (await house.call('trace.list', { briefId })).items.map(each => each.type)
    expect(types).toContain('file_overlapped')
  }
})

test('somebody without a dispatch, in another worktree, is told and makes the holder be told', async () => {
  const { dispatchId } = await house.call('brief.dispatch', { briefId: await plan(house, 'Lilies') })
  const { token } = await call('two', 'dispatch_claim', { dispatchId })
  await call('two', 'file_claim', { paths: ['ponds/**'] })
  expect(await call('guest', 'file_claim', { paths: ['ponds/a.md'], project: 'garden' })).toMatchObject({
    overlaps: [{ holder: 'agent:two' }],
  })
  expect(await call('two', 'dispatch_heartbeat', { dispatchId, token })).toMatchObject({
    overlaps: [{ holder: 'agent:guest', otherPath: 'ponds/a.md' }],
  })
  expect(await call('guest', 'file_claim', { paths: ['lawn'], project: 'garden' })).toMatchObject({
    overlaps: [{ path: 'ponds/a.md', holder: 'agent:two' }],
  })
})
