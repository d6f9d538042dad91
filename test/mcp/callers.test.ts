import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { cleanEnvironment, flowerWords, startServer, type TestServer } from '../server.ts'
import { ask, newClient } from './speak.ts'

const [node, program] = flowerWords

let ground: PracticeGround
let server: TestServer
beforeAll(async () => {
  ground = await practiceGround()
  server = await startServer({ project: await ground.repository('garden') })
})
afterAll(async () => {
  await server.remove()
  await ground.remove()
})

async function overStdio(actor: string, cwd: string, home = server.home): Promise<Client> {
  const client = newClient('2025-11-25')
  const env = { ...cleanEnvironment(), FLOWER_HOME: home, FLOWER_PORT: '0', FLOWER_ACTOR: actor }
  await client.connect(new StdioClientTransport({ command: node, args: [program, 'mcp'], cwd, env, stderr: 'ignore' }))
  return client
}

async function overHttp(actor: string): Promise<Client> {
  const client = newClient('2025-11-25')
  const headers = headersOf(actor)
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }))
  return client
}

const headersOf = (actor: string) => ({ authorization: `Bearer ${server.token}`, 'flower-actor': actor })

type Going = { waits: Promise<unknown>; leave: () => Promise<unknown> }

/** Each waits for work that nobody has handed over yet, and leaves before there is any. */
const goingAway: Record<string, () => Promise<Going>> = {
  'a caller of the operation': async () => {
    const gone = new AbortController()
    const call = fetch(`${server.url}/api/dispatch.claim`, {
      method: 'POST',
      headers: { ...headersOf('agent:gone'), 'content-type': 'application/json' },
      body: JSON.stringify({ wait: 50, project: 'garden' }),
      signal: gone.signal,
    }).catch(() => undefined)
    // Whoever asks later is answered later: the call is in by then.
    return { waits: server.client().call('system.info', {}), leave: () => (gone.abort(), call) }
  },
  'an MCP client over HTTP': async () => {
    const client = await overHttp('agent:gone')
    const { waits } = waitForWork(client)
    return { waits, leave: () => client.close() }
  },
  'an MCP client over stdio that cancels its call': async () => {
    const client = await overStdio('agent:gone', ground.path)
    // Its process is connected by now.
    await ask(client, 'recall_queue', { project: 'garden' })
    const { waits, cancel } = waitForWork(client)
    const arrived = waits.then(() => server.client().call('system.info', {}))
    return { waits: arrived, leave: async () => (cancel(), client.close()) }
  },
}

/** `waits` resolves at the first sign that the call does. */
function waitForWork(client: Client): { waits: Promise<void>; cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const gone = new AbortController()
  const call = { name: 'dispatch_claim', arguments: { wait: 50, project: 'garden' } }
  client.callTool(call, { signal: gone.signal, onprogress: () => resolve() }).catch(() => undefined)
  return { waits: promise, cancel: () => gone.abort() }
}

test.each(Object.keys(goingAway))('%s gets no work once it is gone', async who => {
  const ada = server.client()
  const going = await goingAway[who]?.()
  await going?.waits
  await going?.leave()
  const { briefId } = await ada.call('brief.capture', { text: 'Water the roses', project: 'garden' })
  const { dispatchId } = await ada.call('brief.dispatch', { briefId })
  const there = await overHttp('agent:there')
  expect((await ask(there, 'dispatch_claim', { project: 'garden' })).json()).toMatchObject({ dispatchId })
  await there.close()
})

test('paths that are claimed in the folder of a worktree are that worktree’s, over MCP and on the command line', async () => {
  const ada = server.client()
  const made = await ada.call('worktree.create', { project: 'garden', name: 'beds', wait: 50 })
  const { worktree } = await ada.call('worktree.show', { worktreeId: made.worktreeId })
  const agent = await overStdio('agent:guest', worktree.path)
  expect((await ask(agent, 'file_claim', { paths: ['beds/**'] })).isError).toBe(false)
  await agent.close()
  await flower(['file', 'claim', 'ponds/**'], worktree.path)
  const { items } = await ada.call('file.list', { worktreeId: made.worktreeId })
  expect(items.map(each => [each.path, each.holder])).toEqual([
    ['beds/**', 'agent:guest'],
    ['ponds/**', 'agent:typist'],
  ])
})

function flower(args: string[], cwd: string): Promise<string> {
  const env = { ...cleanEnvironment(), FLOWER_HOME: server.home, FLOWER_ACTOR: 'agent:typist' }
  return new Promise((resolve, reject) =>
    execFile(node, [program, ...args], { cwd, env }, (error, out) =>
      error ? reject(new Error(out, { cause: error })) : resolve(out),
    ),
  )
}

test('an agent is told at once why no server can be started for it, and what to do', async () => {
  const home = mkdtempSync(join(tmpdir(), 'flower-broken-'))
  writeFileSync(join(home, 'flower.db'), 'no database')
  const agent = await overStdio('agent:early', ground.path, home)
  const said = await ask(agent, 'recall_queue')
  const next = 'ended at once.\nNext: Start it with `flower up`, which says why.'
  expect(said).toMatchObject({ isError: true, text: expect.stringContaining(next) })
  await agent.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 10 })
})

test('the official inspector starts `flower mcp`, and that the server, where there is none; both ways lead to one house', async () => {
  const home = mkdtempSync(join(tmpdir(), 'flower-inspected-'))
  const told = ['-e', `FLOWER_HOME=${home}`, '-e', 'FLOWER_PORT=0', '-e', 'FLOWER_ACTOR=agent:inspector']
  const inspected = [...told, ...flowerWords, 'mcp']
  try {
    expect(await inspect(...inspected, '--method', 'tools/list')).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: 'dispatch_claim' })]),
    })
    expect(existsSync(join(home, 'server.json'))).toBe(false)
    const file = ['--method', 'tools/call', '--tool-name', 'feedback_file', '--tool-arg', 'kind=idea', 'summary=Shade']
    expect(await inspect(...inspected, ...file)).toMatchObject({
      content: [{ text: expect.stringContaining('"feedbackId":1') }],
    })
    const { url } = JSON.parse(readFileSync(join(home, 'server.json'), 'utf8')) as { url: string }
    const bearer = `Authorization: Bearer ${readFileSync(join(home, 'token'), 'utf8').trim()}`
    const overHttp = [`${url}/mcp`, '--transport', 'http', '--header', bearer]
    expect(await inspect(...overHttp, ...file)).toMatchObject({
      content: [{ text: expect.stringContaining('"feedbackId":2') }],
    })
  } finally {
    await endServerOf(home)
    rmSync(home, { recursive: true, force: true, maxRetries: 10 })
  }
}, 90_000)

/** What the official inspector's command line prints, as JSON. */
function inspect(...args: string[]): Promise<unknown> {
  const inspector = join(import.meta.dirname, '../../node_modules/.bin/mcp-inspector')
  return new Promise((resolve, reject) =>
    execFile(
      process.execPath,
      [inspector, '--cli', ...args],
      { env: cleanEnvironment(), cwd: ground.path, timeout: 60_000 },
      (error, out, errors) => (error ? reject(new Error(errors || out, { cause: error })) : resolve(JSON.parse(out))),
    ),
  )
}

/** It was started beside us, so its end is seen by its record, which it takes along. */
async function endServerOf(home: string): Promise<void> {
  const record = join(home, 'server.json')
  if (!existsSync(record)) return
  process.kill((JSON.parse(readFileSync(record, 'utf8')) as { pid: number }).pid, 'SIGTERM')
  await expect.poll(() => existsSync(record)).toBe(false)
}
