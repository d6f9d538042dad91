import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Client } from '#client/client.ts'
import { configurationHash } from '#domain/configuration/hash.ts'
import { isAlive } from '#machine/process.ts'
import { endTree } from '#machine/service/end-tree.ts'
import { findTree } from '#machine/service/find-tree.ts'
import { readLive } from '../live.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { startServer, type TestServer } from '../server.ts'
import { plantProject, removeServing, runOf, sitesOf } from '../serving.ts'

const wait = 50
const node = JSON.stringify(process.execPath)

/** Listens where it is told, says so, and answers who it is. */
const web = `const { createServer } = require('node:http')
createServer((q, a) => a.end(process.env.FLOWER_WORKTREE)).listen(process.env.PORT, '127.0.0.1', () => console.log('ready'))
`
/** Leaves a child in a session of its own, and says its number. */
const forest = `const { spawn } = require('node:child_process')
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true, stdio: 'ignore' })
child.unref()
require('node:fs').writeFileSync('child', String(child.pid))
setInterval(() => {}, 1e6)
`
/** Writes down what it was given. */
const see = `require('node:fs').writeFileSync(process.argv[2], JSON.stringify(process.env))
if (process.argv[3] === 'stay') setInterval(() => {}, 1e6)
`

describe('services of a real flower', () => {
  let ground: PracticeGround
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    ground = await practiceGround()
    // What whoever starts flower has exported is nobody's in there.
    const exported = { PORT: '1', APP_INSTANCE: 'one', DATABASE_URL: 'postgres://main', FLOWER_WORKTREE: 'other' }
    server = await startServer({ env: { ...exported, FLOWER_RUN: 'mine' } })
    client = server.client()
  })
  afterAll(async () => {
    await removeServing(server)
    await ground.remove()
  })

  const plant = (name: string, plant: Parameters<typeof plantProject>[2]) =>
    plantProject({ ground, client }, name, plant)
  const make = async (project: string, name: string) => client.call('worktree.create', { project, name, wait })
  const restart = async (): Promise<void> => {
    server = await server.again()
    client = server.client()
  }
  const list = async (worktreeId: number) => (await client.call('service.list', { worktreeId })).items
  const projectId = async (slug: string) =>
    (await client.call('project.list', {})).items.find(each => each.slug === slug)?.id
  const becomes = (what: () => Promise<unknown>, wanted: unknown) => expect.poll(what).toMatchObject(wanted as object)

  it('an occupied port moves on and is told, twins get different ones, and whoever was there stays', async () => {
    const occupant = createServer().listen(0, '127.0.0.1')
    await once(occupant, 'listening')
    const { port: wanted } = occupant.address() as { port: number }
    await plant('ports', {
      files: { 'web.js': web },
      yaml: `services: { web: { run: [${node}, web.js], port: ${wanted} } }\n`,
    })
    const [one, two] = [await make('ports', 'one'), await make('ports', 'two')]
    await client.call('service.start', { worktreeId: one.worktreeId, wait })
    const before = runOf(server.home, `w${one.worktreeId}/web`)
    await client.call('service.start', { worktreeId: two.worktreeId, wait })
    const [first] = await list(one.worktreeId)
    const [second] = await list(two.worktreeId)
    for (const each of [first, second]) expect(each).toMatchObject({ status: 'healthy', wantedPort: wanted })
    expect(new Set([first?.port, second?.port, wanted]).size).toBe(3)
    // The first was left alone, and so is the one who had the port.
    expect(runOf(server.home, `w${one.worktreeId}/web`)).toEqual(before)
    expect(occupant.listening).toBe(true)
    for (const [each, name] of [
      [first, 'one'],
      [second, 'two'],
    ] as const)
      expect(await (await fetch(`http://127.0.0.1:${each?.port}`)).text()).toBe(name)

    // Taken by somebody while it was stopped: it moves on, and everything there is told.
    await client.call('service.stop', { worktreeId: one.worktreeId, wait })
    const thief = createServer().listen(first?.port ?? 0, '127.0.0.1')
    await once(thief, 'listening')
    const { items } = await client.call('service.start', { worktreeId: one.worktreeId, wait })
    expect(items).toMatchObject([{ status: 'healthy' }])
    expect(items[0]?.port).not.toBe(first?.port)
    const { worktree } = await client.call('worktree.show', { worktreeId: one.worktreeId })
    expect(worktree.ports).toEqual({ web: items[0]?.port })
    for (const each of [occupant, thief]) each.close()
  })

  it('those of a killed flower live on and are found again; what ended meanwhile is started anew', async () => {
    await plant('lives', {
      files: { 'web.js': web },
      yaml: `services: { web: { run: [${node}, web.js], port: 24300 } }\n`,
    })
    const [lives, dies] = [await make('lives', 'lives'), await make('lives', 'dies')]
    for (const { worktreeId } of [lives, dies]) await client.call('service.start', { worktreeId, wait })
    const runs = [lives, dies].map(each => runOf(server.home, `w${each.worktreeId}/web`))
    const [{ port } = { port: null }] = await list(lives.worktreeId)
    await server.kill()
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('lives')
    if (runs[1]) await endTree(runs[1], 0)
    await restart()
    await vi.waitFor(() => expect(runOf(server.home, `w${dies.worktreeId}/web`)?.marker).not.toBe(runs[1]?.marker), {
      timeout: 60_000,
    })
    for (const { worktreeId } of [lives, dies]) await becomes(() => list(worktreeId), [{ status: 'healthy' }])
    expect(runOf(server.home, `w${lives.worktreeId}/web`)).toEqual(runs[0])
    expect((await list(lives.worktreeId))[0]?.port).toBe(port)
    // In order, too: a flower that is stopped leaves them.
    expect(await server.stop()).toBe(0)
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('lives')
    await restart()
    await becomes(() => list(lives.worktreeId), [{ status: 'healthy' }])
    for (const { worktreeId } of [lives, dies]) await client.call('service.stop', { worktreeId, wait })
    expect(findTree({ marker: runs[0]?.marker ?? '' })).toEqual([])
    await server.kill()
    await restart()
    // What somebody stopped stays so.
    expect(await list(lives.worktreeId)).toMatchObject([{ status: 'stopped', wanted: 'stopped' }])
  })

  it('stopping ends the whole tree, a child in a session of its own too', async () => {
    await plant('forest', {
      files: { 'forest.js': forest },
      yaml: `services: { forest: { run: [${node}, forest.js] } }\n`,
    })
    const { worktreeId, path } = await make('forest', 'oak')
    await client.call('service.start', { worktreeId, wait })
    await expect.poll(() => readFileSync(join(path, 'child'), 'utf8')).not.toBe('')
    const child = Number(readFileSync(join(path, 'child'), 'utf8'))
    expect(isAlive(child)).toBe(true)
    const stopped = await client.call('service.stop', { worktreeId, wait })
    expect(stopped.items).toMatchObject([{ status: 'stopped' }])
    expect(isAlive(child)).toBe(false)
  })

  it('preparing, services and the file for shells have one environment, with nothing of who started flower', async () => {
    const path = await plant('env', {
      files: { 'see.js': see },
      yaml: `worktrees:
  prepare: [[${node}, see.js, prepared.json]]
  env: { API: 'http://127.0.0.1:{{port.api}}', DATABASE_URL: 'postgres://localhost/{{database}}', HERE: '{{site}}' }
services:
  web: { run: [${node}, see.js, web.json, stay], port: 24400, health: { run: test -s web.json } }
  api: { run: [${node}, see.js, api.json, stay], port: 24400, health: { run: test -s api.json } }
sites: { shop: web }
`,
    })
    const { worktreeId, path: folder } = await make('env', 'rose')
    const { items } = await client.call('service.start', { worktreeId, wait })
    const read = (file: string, from = folder): Record<string, string> =>
      JSON.parse(readFileSync(join(from, file), 'utf8')) as Record<string, string>
    const [prepared, inWeb, inApi] = ['prepared.json', 'web.json', 'api.json'].map(file => read(file))
    for (const each of [prepared, inWeb, inApi]) {
      expect(each).not.toHaveProperty('APP_INSTANCE')
      expect(each).toMatchObject({
        FLOWER_WORKTREE: 'rose',
        FLOWER_WORKTREE_PATH: folder,
        API: `http://127.0.0.1:${items[1]?.port}`,
        DATABASE_URL: expect.stringMatching(/^postgres:\/\/localhost\/env_rose_[0-9a-f]{8}$/),
        HERE: `${(await sitesOf(server))('env', 'rose')}/`,
      })
    }
    expect(prepared).not.toHaveProperty('PORT')
    expect([inWeb?.PORT, inApi?.PORT]).toEqual(items.map(each => String(each.port)))
    const marks = [prepared, inWeb, inApi].map(each => each?.FLOWER_RUN)
    expect(new Set([...marks, 'mine']).size).toBe(4)
    const shell = readFileSync(join(folder, '.flower', 'env'), 'utf8')
    for (const name of ['API', 'DATABASE_URL', 'HERE', 'FLOWER_WORKTREE']) expect(shell).toContain(prepared?.[name])
    // MAIN has its own database, which flower does not name.
    await client.call('service.start', { project: 'env', wait })
    expect(read('web.json', path)).toMatchObject({ HERE: `${(await sitesOf(server))('env')}/` })
    expect(read('web.json', path)).not.toHaveProperty('DATABASE_URL')
    await client.call('service.stop', { project: 'env', wait })
  })

  it('one that is well but does not listen is answered for by name', async () => {
    await plant('deaf', {
      yaml: `services: { web: { run: [${node}, -e, "setInterval(() => {}, 1e6)"], port: 24500, health: { run: 'true' } } }\n`,
    })
    const { worktreeId } = await make('deaf', 'feat/an-upstream-that-does-not-listen')
    const { items } = await client.call('service.start', { worktreeId, wait })
    expect(items).toMatchObject([{ status: 'healthy' }])
    // Undici asks the system for the name, which need not know it.
    const { port } = new URL(items[0]?.site ?? '')
    const host = new URL(items[0]?.site ?? '').host
    const answer = await import('node:http').then(
      ({ get }) =>
        new Promise<{ status: number; text: string }>(resolve => {
          get({ host: '127.0.0.1', port, headers: { host } }, response => {
            let text = ''
            response.setEncoding('utf8').on('data', (part: string) => {
              text += part
            })
            response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
          })
        }),
    )
    expect(answer).toMatchObject({ status: 502, text: expect.stringContaining(`localhost:${items[0]?.port}`) })
  })

  it('a folder that is gone breaks no list, and what ran there is ended', async () => {
    await plant('gone', {
      files: { 'web.js': web },
      yaml: `services: { web: { run: [${node}, web.js], port: 24600 } }\n`,
    })
    const [stays, goes] = [await make('gone', 'stays'), await make('gone', 'goes')]
    for (const { worktreeId } of [stays, goes]) await client.call('service.start', { worktreeId, wait })
    const run = runOf(server.home, `w${goes.worktreeId}/web`)
    rmSync(goes.path, { recursive: true })
    expect((await client.call('service.list', { project: 'gone' })).items.map(each => each.worktree)).toEqual([
      null,
      'stays',
      'goes',
    ])
    const stopped = await client.call('service.stop', { worktreeId: goes.worktreeId, wait })
    expect(stopped.items).toMatchObject([{ status: 'stopped' }])
    const started = await client.call('service.start', { worktreeId: goes.worktreeId, wait })
    expect(started.items).toMatchObject([{ status: 'parked', reason: expect.stringContaining('is gone') }])
    await client.call('worktree.prepare', { worktreeId: goes.worktreeId, wait })
    await becomes(
      async () => (await client.call('service.list', { project: 'gone' })).items,
      [{ worktree: null }, { worktree: 'stays', status: 'healthy' }],
    )
    expect(findTree({ marker: run?.marker ?? '' })).toEqual([])
    const folder = join(server.home, 'services', `w${goes.worktreeId}`)
    await becomes(async () => ({ there: existsSync(folder) }), { there: false })
  })

  it('a worktree goes once what runs there is stopped, and comes back with it stopped', async () => {
    const quiet = `fetch('http://127.0.0.1:' + process.env.FLOWER_PORT_WEB).then(() => process.exit(7), () => process.exit(0))`
    await plant('remove', {
      files: { 'web.js': web },
      yaml: `worktrees: { teardown: [[${node}, -e, ${JSON.stringify(quiet)}]] }
services: { web: { run: [${node}, web.js], port: 24700 } }\n`,
    })
    const made = await make('remove', 'tree')
    await client.call('service.start', { worktreeId: made.worktreeId, wait })
    const run = runOf(server.home, `w${made.worktreeId}/web`)
    // The teardown ends well only when nobody answers any more.
    const gone = await client.call('worktree.remove', { worktreeId: made.worktreeId, wait })
    expect(gone).toMatchObject({ status: 'removed' })
    expect(findTree({ marker: run?.marker ?? '' })).toEqual([])
    await client.call('worktree.restore', { worktreeId: made.worktreeId, wait })
    await client.call('worktree.prepare', { worktreeId: made.worktreeId, wait })
    expect(await list(made.worktreeId)).toMatchObject([{ status: 'stopped', wanted: 'stopped' }])
  })

  it('one that was kept after all has what was wanted there again', async () => {
    await plant('kept', {
      files: { 'web.js': web },
      yaml: `worktrees: { teardown: [[${node}, -e, "process.exit(1)"]] }
services: { web: { run: [${node}, web.js], port: 24800 } }\n`,
    })
    const { worktreeId } = await make('kept', 'tree')
    await client.call('service.start', { worktreeId, wait })
    const before = runOf(server.home, `w${worktreeId}/web`)
    expect(await client.call('worktree.remove', { worktreeId, wait })).toMatchObject({
      status: 'ready',
      reason: expect.stringContaining('exit code 1'),
    })
    await becomes(() => list(worktreeId), [{ status: 'healthy' }])
    expect(runOf(server.home, `w${worktreeId}/web`)?.marker).not.toBe(before?.marker)
    await client.call('service.stop', { worktreeId, wait })
  })

  it('one that keeps failing is parked with its last words, which its Brief tells; its log is read as it grows', async () => {
    await plant('parks', {
      yaml: `services:
  boom: { run: [${node}, -e, "console.log('no database'); process.exit(3)"] }
  bell: { run: [${node}, -e, "process.stdin.resume(); process.on('SIGUSR2', () => console.log('two')); console.log('one'); setInterval(() => {}, 1e6)"] }
`,
    })
    const { briefId } = await client.call('brief.capture', { text: 'Mend the bell', project: 'parks' })
    const { worktreeId } = await client.call('worktree.create', { briefId, wait })
    await client.call('service.start', { worktreeId, service: 'boom' })
    // What has no health check is taken for well while it lives, each time for a moment.
    await becomes(
      async () => (await client.call('service.list', { worktreeId })).items.filter(each => each.service === 'boom'),
      [{ status: 'parked', reason: expect.stringContaining('code 3') }],
    )
    const trace = (await client.call('trace.list', { briefId })).items
    expect(trace.find(each => each.type === 'service_parked')).toMatchObject({
      body: expect.stringContaining('no database'),
    })
    await client.call('service.start', { worktreeId, service: 'bell', wait })
    const logs = (more: object) => client.call('service.logs', { worktreeId, service: 'bell', ...more })
    const first = await logs({ wait: 25 })
    expect(first.lines).toEqual(['one'])
    const next = logs({ after: first.after, wait: 25 })
    // Its keeper has the script among its arguments too.
    for (const each of findTree({ marker: runOf(server.home, `w${worktreeId}/bell`)?.marker ?? '' }))
      if (!readFileSync(`/proc/${each.pid}/cmdline`, 'utf8').includes('keeper')) process.kill(each.pid, 'SIGUSR2')
    expect((await next).lines).toEqual(['two'])
    await client.call('service.stop', { worktreeId, wait })
  })

  it('a change of flower.yaml waits for trust: what runs goes on, what is asked for is refused, what is taken out ends', async () => {
    const yaml = (more: string) => `services: { web: { run: [${node}, web.js], port: 24900 }${more} }\n`
    const path = await plant('trust', {
      files: { 'web.js': web },
      yaml: yaml(`, other: { run: [${node}, web.js], port: 24900 }`),
    })
    await client.call('service.start', { project: 'trust', wait })
    const other = (await client.call('service.list', { project: 'trust' })).items[1]
    expect(other).toMatchObject({ service: 'other', status: 'healthy' })
    const changed = yaml('')
    writeFileSync(join(path, 'flower.yaml'), changed)
    const hash = configurationHash(changed)
    const no = await client.call('service.start', { project: 'trust' }).catch((reason: unknown) => reason)
    expect(no).toMatchObject({ code: 'configuration.untrusted', data: { hash } })
    expect(await (await fetch(`http://127.0.0.1:${other?.port}`)).text()).toBe('main')
    await client.call('project.trust', { project: 'trust', hash })
    await becomes(
      async () => (await client.call('service.list', { project: 'trust' })).items,
      [{ service: 'web', status: 'healthy' }],
    )
    await expect(fetch(`http://127.0.0.1:${other?.port}`)).rejects.toThrow('fetch failed')
    // A project that is not flower's any more has none, and nothing of it runs.
    const run = runOf(server.home, `p${await projectId('trust')}/web`)
    expect(findTree({ marker: run?.marker ?? '' })).not.toEqual([])
    await client.call('project.remove', { project: 'trust' })
    await expect.poll(() => findTree({ marker: run?.marker ?? '' })).toEqual([])
  })

  it('what a cut-off preparation left running is ended before it goes on', async () => {
    const hang = `const fs = require('node:fs')
if (!fs.existsSync('first')) {
  fs.writeFileSync('first', String(process.pid))
  setInterval(() => {}, 1e6)
}`
    await plant('cut', {
      files: { 'hang.js': hang, '.gitignore': 'first\n' },
      yaml: `worktrees: { prepare: [[${node}, hang.js]] }\n`,
    })
    const live = await readLive(server, 0)
    const made = await client.call('worktree.create', { project: 'cut', name: 'off' })
    await live.until(
      event =>
        event.type === 'worktree_created' && (event.payload as { worktreeId: number }).worktreeId === made.worktreeId,
    )
    live.close()
    const first = join(made.path, 'first')
    await expect.poll(() => readFileSync(first, 'utf8')).not.toBe('')
    const pid = Number(readFileSync(first, 'utf8'))
    await server.kill()
    expect(isAlive(pid)).toBe(true)
    await restart()
    const whole = await client.call('worktree.prepare', { worktreeId: made.worktreeId, wait })
    expect(whole).toMatchObject({ status: 'ready' })
    expect(isAlive(pid)).toBe(false)
  })
})
