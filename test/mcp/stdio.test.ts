import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHouse, type TestHouse } from '../house.ts'
import { openDoor, type TestDoor } from './door.ts'
import { ask, newClient, type Revision, revisions } from './speak.ts'

let house: TestHouse
let door: TestDoor
let folder: string

beforeAll(async () => {
  house = await openHouse('sqlite')
  await house.call('project.register', { path: '/srv/orchard' })
  door = await openDoor(house)
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'flower-mcp-')))
  for (const name of ['garden', 'orchard']) mkdirSync(join(folder, name))
})

afterAll(async () => {
  await door.close()
  await house.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

const args = ['--conditions=flower-source', join(import.meta.dirname, 'session.ts')]

/** Nothing of this machine's own sessions comes along. */
const environment = (more: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  USER: 'ada',
  FLOWER_URL: door.url,
  ...more,
})

async function session(
  revision: Revision,
  env: Record<string, string> = {},
  cwd = join(folder, 'garden'),
): Promise<Client> {
  const client = newClient(revision)
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: environment(env), cwd, stderr: 'ignore' }),
  )
  return client
}

const start = (env: Record<string, string> = {}): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, args, { env: environment(env), cwd: join(folder, 'garden') })

const request = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`

const initialize = request(0, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '0.0.0' },
})

const lastActor = async (briefId: unknown): Promise<string> => {
  const event = await house.store.read(tx =>
    tx.db
      .selectFrom('events')
      .select(['actor_kind', 'actor_ref'])
      .where('brief_id', '=', Number(briefId))
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow(),
  )
  return `${event.actor_kind}:${event.actor_ref}`
}

describe.each(revisions)('revision %s', revision => {
  test('a session lists and calls the tools', async () => {
    const client = await session(revision)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    expect((await client.listTools()).tools.map(each => each.name)).toContain('brief_capture')
    expect((await ask(client, 'brief_capture', { text: 'Water' })).json()).toMatchObject({ project: 'garden' })
    await client.close()
  })
})

test('two sessions are two agents, each in the project of its own folder', async () => {
  const one = await session('2025-11-25', { CLAUDE_CODE_SESSION_ID: '1f2e3d4c-aaaa-4000-8000-000000000000' })
  const two = await session('2025-11-25', { FLOWER_ACTOR: 'agent:builder-2' }, join(folder, 'orchard'))
  const first = (await ask(one, 'brief_capture', { text: 'One' })).json()
  const second = (await ask(two, 'brief_capture', { text: 'Two' })).json()
  expect([first['project'], second['project']]).toEqual(['garden', 'orchard'])
  expect(await lastActor(first['briefId'])).toBe('agent:claude-1f2e3d4c')
  expect(await lastActor(second['briefId'])).toBe('agent:builder-2')
  await Promise.all([one.close(), two.close()])
})

test('a harness that names its thread only with each call is known by it', async () => {
  const client = await session('2025-11-25')
  const _meta = { 'x-codex-turn-metadata': JSON.stringify({ thread_id: '019a6c1e-7d2f-7000-8000-0123456789ab' }) }
  const { briefId } = (await ask(client, 'brief_capture', { text: 'Rake' }, _meta)).json()
  expect(await lastActor(briefId)).toBe('agent:codex-456789ab')
  await client.close()
})

test('every line on stdout is protocol, and whoever closes stdin gets the answers first', async () => {
  const child = start({ FLOWER_ROLE: 'orchestrator' })
  const [out, errors] = [text(child.stdout), text(child.stderr)]
  const call = { name: 'brief_capture', arguments: { text: 'Dig' } }
  child.stdin.end(initialize + request(1, 'tools/list') + request(2, 'tools/call', call))
  const [code] = await once(child, 'exit')
  const lines = (await out)
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines.map(each => each.jsonrpc)).toEqual(['2.0', '2.0', '2.0'])
  expect(new Set(lines.map(each => each.id))).toEqual(new Set([0, 1, 2]))
  expect(await errors).toContain('a line on stdout from a deep import')
  expect(await errors).toContain('connecting as agent:ada')
  expect(code).toBe(0)
})

test('a probe that no server of before knew, a broken line and an unknown method leave the session alive', async () => {
  const child = start()
  const out = text(child.stdout)
  child.stdin.write('not JSON\n')
  child.stdin.end(initialize + request(1, 'no/such') + request(2, 'ping'))
  await once(child, 'exit')
  const answers = (await out)
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(answers.find(each => each.id === 1).error.code).toBe(-32_601)
  expect(answers.find(each => each.id === 2).result).toEqual({})
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends a session cleanly', async signal => {
  const child = start()
  child.stdin.write(initialize)
  await once(child.stdout, 'data')
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a session ends when its parent is killed, though somebody else holds its stdin', async () => {
  // The parent hands its own stdin, which stays open here, to the session, and prints the pid.
  const script = `const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ${JSON.stringify(args)}, { stdio: ['inherit', 'ignore', 'ignore'] });
    child.once('spawn', () => console.log(child.pid)); setInterval(() => {}, 1e6)`
  const parent = spawn(process.execPath, ['-e', script], { env: environment(), cwd: folder })
  const [data] = await once(parent.stdout, 'data')
  const pid = Number(String(data))
  parent.kill('SIGKILL')
  await expect.poll(() => lives(pid)).toBe(false)
  parent.stdin.end()
})

test('the role of a token comes from the server, not from the environment', async () => {
  const client = await session('2025-11-25', { FLOWER_TOKEN: 'orchestrator', FLOWER_ROLE: 'builder' })
  expect((await client.listTools()).tools.map(each => each.name)).toContain('brief_dispatch')
  await client.close()
})

test('a call that finds no server fails alone, and the next one works', async () => {
  const early = await openDoor(house)
  const client = await session('2025-11-25', { FLOWER_URL: early.url })
  await early.close()
  const failed = await ask(client, 'brief_capture', { text: 'Weed' })
  expect(failed).toMatchObject({ isError: true, text: expect.stringMatching(/^server\.unreachable: .*\nNext: /) })
  const again = await openDoor(house, Number(new URL(early.url).port))
  expect((await ask(client, 'brief_capture', { text: 'Weed' })).isError).toBe(false)
  await client.close()
  await again.close()
})

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
