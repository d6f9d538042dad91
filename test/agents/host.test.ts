import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { endAgent, findAgent } from '#machine/agents/find.ts'
import { tellAgent } from '#machine/agents/orders.ts'
import type { Script } from '#machine/agents/script.ts'
import { type AgentStart, startAgent } from '#machine/agents/start.ts'
import { run } from '#machine/command.ts'
import { findTree } from '#machine/service/find-tree.ts'
import { logFiles } from '#machine/service/log-ring.ts'
import { hosting } from './hosting.ts'

const { root, folder, asked, begun, minds, following, endAll, remove } = hosting()
afterEach(endAll)
afterAll(() => remove())

const byCommand = (script: string, wish: Partial<AgentStart> = {}): AgentStart =>
  asked({ ...wish, harness: { driver: 'command', words: [process.execPath], args: ['-e', script] } })

function byScript(steps: Script['steps'], wish: Partial<AgentStart> = {}): AgentStart {
  const path = join(folder('script'), 'script.json')
  writeFileSync(path, JSON.stringify({ steps } satisfies Script))
  return asked({ ...wish, harness: { driver: 'scripted', words: [], args: [path] } })
}

test('a program has the packet in a file and on its input, and its last words and its exit are told', async () => {
  const script = `const { readFileSync } = require('node:fs')
    const packet = readFileSync(process.env.FLOWER_PACKET, 'utf8')
    console.log(packet === readFileSync(0, 'utf8') ? packet : 'two packets')
    console.log(process.argv.join(' ').includes('rose') ? 'on the command line' : 'out of band')
    process.exit(3)`
  const start = byCommand(script)
  await begun(start)
  const said = await following(start.folder).kind('exited')
  expect(said).toEqual([
    { kind: 'turn_ended', outcome: 'failed', words: 'Plant a rose\nout of band' },
    { kind: 'exited', exitCode: 3, signal: null },
  ])
  await expect.poll(() => findAgent(start.folder)).toMatchObject({ is: 'ended', ending: { exitCode: 3 }, remains: 0 })
  expect(await tellAgent(start.folder, { do: 'interrupt' })).toBe('gone')
})

test('a secret in the words of a program is in nothing that is kept of it', async () => {
  const start = byCommand(`console.log('DB_PASSWORD=hunter2-and-more')`)
  await begun(start)
  const said = await following(start.folder).kind('exited')
  expect(said[0]).toEqual({ kind: 'turn_ended', outcome: 'done', words: 'DB_PASSWORD=[redacted: value]' })
})

test('a program can be interrupted, but not told anything', async () => {
  const start = byCommand(`console.log('at work'); setInterval(() => {}, 1e6)`)
  await begun(start)
  expect(findAgent(start.folder)).toMatchObject({ is: 'living' })
  expect(await tellAgent(start.folder, { do: 'send', text: 'hello' })).toBe('deaf')
  expect(await tellAgent(start.folder, { do: 'interrupt' })).toBe('taken')
  const said = await following(start.folder).kind('exited')
  expect(said).toContainEqual({ kind: 'turn_ended', outcome: 'interrupted', words: expect.any(String) as string })
})

test('nothing is started without its program or its folder, and what is told names them', async () => {
  const harness = { driver: 'claude' as const, words: ['no-such-program-here'], args: [] }
  expect(await startAgent(asked({ harness }))).toEqual({ outcome: 'missing', program: 'no-such-program-here' })
  const cwd = join(root, 'gone')
  expect(await startAgent(byCommand('', { cwd }))).toEqual({ outcome: 'missing_folder', folder: cwd })
  const empty = asked({ harness: { ...harness, driver: 'command', words: [] } })
  expect(await startAgent(empty)).toMatchObject({ outcome: 'unusable' })
  expect(findAgent(empty.folder)).toEqual({ is: 'none' })
})

test('an agent has what its run was given and nothing of flower', async () => {
  process.env.ANTHROPIC_API_KEY = 'key'
  process.env.FLOWER_HOME = '/elsewhere'
  const start = byCommand('console.log(JSON.stringify(process.env))', {
    env: { FLOWER_TOKEN: 'secret', DATABASE: 'mine' },
  })
  await begun(start)
  const said = await following(start.folder).kind('turn_ended')
  delete process.env.ANTHROPIC_API_KEY
  delete process.env.FLOWER_HOME
  const env = JSON.parse((said[0] as { words: string }).words) as Record<string, string>
  expect(env).toMatchObject({ FLOWER_TOKEN: 'secret', DATABASE: 'mine', FLOWER_RUN: start.marker })
  expect(env).not.toHaveProperty('ANTHROPIC_API_KEY')
  expect(env).not.toHaveProperty('FLOWER_HOME')
  expect(readFileSync(join(start.folder, 'start.json'), 'utf8')).not.toContain('secret')
})

test('a scripted agent calls the house, uses its answers, edits, commits and ends its turn', async () => {
  const asks: unknown[] = []
  const server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.on('data', chunk => (body += chunk))
    incoming.on('end', () => {
      asks.push([incoming.url, incoming.headers.authorization, incoming.headers['flower-actor'], JSON.parse(body)])
      if (incoming.url !== '/api/dispatch.fail') return outgoing.end(JSON.stringify({ token: 7, next: 'go on' }))
      outgoing.writeHead(409)
      return outgoing.end(JSON.stringify({ code: 'dispatch.ended', detail: 'It is over.' }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const start = byScript(
    [
      { call: 'dispatch.claim', input: { dispatchId: '{{dispatchId}}' }, as: 'claim' },
      { call: 'dispatch.fail', refused: 'dispatch.ended' },
      { write: 'beds/rose.md', text: 'for #{{briefId}}: {{claim.next}}' },
      { commit: 'Plant a rose' },
      { context: 1_200 },
      { usage: { input: 5, output: 2 }, usd: 0.01 },
      { call: 'dispatch.complete', input: { token: '{{token}}' } },
      { turn: 'done', words: 'Planted.' },
      { say: 'heard {{message}}' },
    ],
    {
      env: {
        FLOWER_URL: `http://127.0.0.1:${port}`,
        FLOWER_TOKEN: 'secret',
        FLOWER_ACTOR: 'agent:builder',
        FLOWER_BRIEF: '12',
        FLOWER_DISPATCH: '3',
      },
    },
  )
  const git = (...args: string[]) => run('git', args, { cwd: start.cwd, timeoutMs: 20_000, maxBytes: 10_000 })
  await git('init', '-q')
  await begun(start)
  const follow = following(start.folder)
  const said = await follow.kind('turn_ended')
  expect(said[0]).toMatchObject({ kind: 'session', model: 'scripted-1', mcp: 'connected' })
  expect(said).toContainEqual({ kind: 'context', tokens: 1_200, window: 200_000 })
  expect(said.at(-1)).toEqual({ kind: 'turn_ended', outcome: 'done', words: 'Planted.' })
  expect(asks).toEqual([
    ['/api/dispatch.claim', 'Bearer secret', 'agent:builder', { dispatchId: 3 }],
    ['/api/dispatch.fail', 'Bearer secret', 'agent:builder', {}],
    ['/api/dispatch.complete', 'Bearer secret', 'agent:builder', { token: 7 }],
  ])
  expect(await git('show', '--format=%an: %B', 'HEAD')).toMatchObject({
    stdout: expect.stringMatching(/^builder: Plant a rose\n\nBrief: #12\n[^]*\+for #12: go on/) as string,
  })
  expect(await tellAgent(start.folder, { do: 'send', text: 'water it' })).toBe('taken')
  expect(await follow.kind('turn_ended', 2)).toContainEqual({ kind: 'text', text: 'heard water it' })
  expect(await tellAgent(start.folder, { do: 'finish' })).toBe('taken')
  expect((await follow.kind('exited')).at(-1)).toEqual({ kind: 'exited', exitCode: 0, signal: null })
  server.close()
})

test('an interrupt ends what an agent waits for, and the next message goes on after it', async () => {
  const start = byScript([{ hang: true }, { say: 'again: {{message}}' }, { exit: 4 }])
  await begun(start)
  const follow = following(start.folder)
  await follow.kind('session')
  await tellAgent(start.folder, { do: 'interrupt' })
  expect((await follow.kind('turn_ended')).at(-1)).toMatchObject({ outcome: 'interrupted' })
  await tellAgent(start.folder, { do: 'send', text: 'go on' })
  const said = await follow.kind('exited')
  expect(said).toContainEqual({ kind: 'text', text: 'again: go on' })
  expect(said.at(-1)).toEqual({ kind: 'exited', exitCode: 4, signal: null })
})

test('a usage limit and a crash are told as what they are', async () => {
  const limited = byScript([{ limit: 'You have used it up', until: '2026-12-01T08:00:00Z' }])
  const crashed = byScript([{ say: 'so far' }, { crash: true }])
  for (const each of [limited, crashed]) await begun(each)
  expect((await following(limited.folder).kind('exited')).slice(1)).toEqual([
    { kind: 'limit', words: 'You have used it up', until: '2026-12-01T08:00:00Z' },
    { kind: 'turn_ended', outcome: 'failed', words: 'You have used it up' },
    { kind: 'exited', exitCode: 1, signal: null },
  ])
  expect((await following(crashed.folder).kind('exited')).slice(1)).toEqual([
    { kind: 'text', text: 'so far' },
    { kind: 'exited', exitCode: null, signal: 'SIGKILL' },
  ])
})

test('a script that goes wrong says why', async () => {
  const start = byScript([{ say: 'for {{nobody.at.all}}' }])
  await begun(start)
  const words = 'the script asks for {{nobody.at.all}}, which is not known'
  const said = await following(start.folder).kind('exited')
  expect(said.slice(1)).toMatchObject([{ kind: 'error', words }, { outcome: 'failed', words }, { exitCode: 1 }])
})

test('an agent outlives a flower that is killed: it is found, heard on from the same place and told things', async () => {
  const go = join(root, 'go')
  const start = byScript([{ say: 'one' }, { wait: 'file', path: go }, { say: 'two' }, { turn: 'done' }])
  const program = join(import.meta.dirname, 'start-and-die.ts')
  const flower = await run(process.execPath, ['--conditions=flower-source', program, JSON.stringify(start)], {
    cwd: root,
    timeoutMs: 25_000,
    maxBytes: 10_000,
  })
  if (flower.outcome !== 'failed') throw new Error(JSON.stringify(flower))
  const found = findAgent(start.folder)
  if (found.is !== 'living') throw new Error(JSON.stringify(found))
  minds(found.run)
  const before = following(start.folder)
  await before.kind('text')
  writeFileSync(go, '')
  const after = following(start.folder, before.place())
  const said = await after.kind('turn_ended')
  expect(said.filter(each => each.kind === 'text')).toEqual([{ kind: 'text', text: 'two' }])
  expect(await tellAgent(start.folder, { do: 'finish' })).toBe('taken')
  await after.kind('exited')
})

test('when an agent is ended nothing of it is left, neither what has a session of its own nor its socket', async () => {
  const long = join(root, 'long'.repeat(30))
  mkdirSync(long)
  const leaves: Script['steps'] = [{ leave: ['tail', '-f', '/dev/null'] }, { say: 'left' }, { hang: true }]
  const start = byScript(leaves, { folder: long })
  const run = await begun(start)
  const follow = following(start.folder)
  await follow.kind('text')
  // Its host, itself, and what it left.
  await expect.poll(() => findTree(run)).toHaveLength(3)
  expect(statSync(long).mode & 0o077).toBe(0o055)
  expect(statSync(dirname(run.socket ?? '')).mode & 0o077).toBe(0)
  expect(await endAgent(run, 5_000)).toMatchObject({ outcome: 'stopped', forced: false })
  expect(findTree(run)).toEqual([])
  expect(existsSync(dirname(run.socket ?? ''))).toBe(false)
  expect((await follow.kind('exited')).at(-1)).toEqual({ kind: 'exited', exitCode: null, signal: 'SIGTERM' })
})

test('what is left of an agent whose host was killed is seen, and can be ended', async () => {
  const start = byScript([{ say: 'here' }, { hang: true }])
  const run = await begun(start)
  await following(start.folder).kind('text')
  process.kill(run.pid, 'SIGKILL')
  await expect.poll(() => findAgent(start.folder)).toMatchObject({ is: 'ended', ending: undefined })
  expect(await tellAgent(start.folder, { do: 'interrupt' })).toBe('gone')
  expect(await endAgent(run, 5_000)).toMatchObject({ outcome: 'stopped' })
  expect(findAgent(start.folder)).toMatchObject({ is: 'ended', remains: 0 })
})

test('fifty megabytes of output, and words without end, leave small files and a small host', async () => {
  const talk: Script['steps'] = [{ say: 'x'.repeat(900) }, { context: 5 }, { usage: { input: 9 } }]
  const start = byScript([{ flood: 50_000_000 }, { repeat: 3_000, steps: talk }, { turn: 'done' }, { hang: true }])
  const run = await begun(start)
  const said = await following(start.folder).kind('turn_ended')
  expect(said.slice(-3).map(each => each.kind)).toEqual(['context', 'usage', 'turn_ended'])
  expect(statSync(join(start.folder, 'said.jsonl')).size).toBeLessThan(1_010_000)
  const size = logFiles(join(start.folder, 'log')).reduce((sum, { begin, end }) => sum + end - begin, 0)
  expect(size).toBeLessThanOrEqual(1_000_000)
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${run.pid}/status`, 'utf8'))?.[1]
  expect(Number(peak)).toBeLessThan(140_000)
})
