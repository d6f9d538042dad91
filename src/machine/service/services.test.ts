import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { isAlive } from '../process.ts'
import { findTree } from './find-tree.ts'
import { holdPorts } from './ports.ts'
import { makeServices, type ServiceSpec, type Services, type ServiceView } from './services.ts'

const root = mkdtempSync(join(tmpdir(), 'services-'))
const made: Services[] = []
afterEach(async () => {
  for (const services of made.splice(0)) {
    await Promise.all(services.all().map(each => services.stop(each.key)))
    services.close()
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** `haste`: how many times faster its pauses pass. */
function household(haste = 1) {
  const changes: ServiceView[] = []
  const services = makeServices({
    clock: {
      now: Date.now,
      later: (inMs, action) => {
        const timer = setTimeout(action, inMs / haste)
        return () => clearTimeout(timer)
      },
    },
    newMarker: randomUUID,
    rules: { probeEveryMs: 50, startWithinMs: 20_000, probeWithinMs: 2_000 },
    onChange: change => changes.push(change),
  })
  made.push(services)
  const becomes = (key: string, status: string) =>
    vi.waitFor(
      () => {
        const now = services.status(key)
        if (now?.status !== status) throw new Error(`${key} is ${now?.status}: ${now?.reason}`)
        return now
      },
      { timeout: 90_000 },
    )
  return { services, changes, becomes }
}

function spec(key: string, rest: Partial<ServiceSpec>): ServiceSpec {
  const folder = mkdtempSync(join(root, 'service-'))
  const usual = { cwd: folder, env: {}, maxLogBytes: 100_000, host: '127.0.0.1', port: undefined, health: undefined }
  return { key, folder, run: { shell: 'exec sleep 1000' }, graceMs: 2_000, ...usual, ...rest }
}

const server = `require('node:http').createServer((q, a) => { a.statusCode = q.url === '/health' ? 200 : 404; a.end() })
  .listen(process.env.PORT, '127.0.0.1')`

test('a service gets its held port, is healthy once it answers, and is stopped whole', async () => {
  const { services, changes, becomes } = household()
  const range = { from: 47_500, to: 47_599 }
  const held = await holdPorts({ host: '127.0.0.1', wanted: { web: undefined }, kept: {}, taken: new Set(), range })
  if (held.outcome !== 'held') throw new Error(held.outcome)
  const run = { words: [process.execPath, '-e', server] }
  const health = { http: '/health' }
  const beforeStart = () => held.release('web')
  await services.start(spec('a/web', { run, health, port: held.ports.web?.got, beforeStart }))
  const { run: record } = await becomes('a/web', 'healthy')
  expect(await services.stop('a/web')).toMatchObject({ status: 'stopped', ending: { interrupted: true } })
  expect(isAlive(record?.pid ?? 0)).toBe(false)
  const statuses = changes.map(change => change.status).filter((each, at, all) => each !== all[at - 1])
  expect(statuses).toEqual(['starting', 'healthy', 'stopping', 'stopped'])
})

test('a crash loop is paused ever longer and parked with its last lines', async () => {
  const { services, changes, becomes } = household(20)
  await services.start(spec('a/api', { run: { shell: 'echo "no database"; exit 7' }, port: 47_601 }))
  const parked = await becomes('a/api', 'parked')
  expect(parked.reason).toBe('failed 5 times in a minute, the last time: ended by itself with code 7')
  expect(parked.lastLines).toEqual(Array.from({ length: 5 }, () => 'no database'))
  expect(parked.ending).toEqual({ exitCode: 7, signal: null, interrupted: false })
  expect(changes.filter(change => change.status === 'restarting')).toHaveLength(5)
})

test('a probe that answers only when its program is gone leaves the next start as it was planned', async () => {
  const { services, becomes } = household(0.2)
  const failing = spec('a/web', {})
  const asked = join(failing.folder, 'asked')
  const run = { shell: `echo begun; until [ -e ${asked} ]; do sleep 0.02; done; rm ${asked}; exit 7` }
  const health = { run: ['sh', '-c', `touch ${asked}; sleep 0.5; exit 1`] }
  await services.start({ ...failing, run, health })
  await becomes('a/web', 'restarting')
  await expect.poll(() => services.logs('a/web', { lines: 10 })?.lines.length).toBeGreaterThan(1)
})

test('a probe of the run before says nothing of a start that is under way', async () => {
  const { services, changes, becomes } = household(20)
  const failing = spec('a/web', {})
  const [asked, go, well] = ['asked', 'go', 'well'].map(name => join(failing.folder, name)) as [string, string, string]
  const run = {
    shell: `if [ -e ${asked} ]; then exec sleep 1000; fi; until [ -e ${asked} ]; do sleep 0.02; done; exit 7`,
  }
  const health = { run: ['sh', '-c', `touch ${asked}; until [ -e ${go} ]; do sleep 0.02; done; test -e ${well}`] }
  let starts = 0
  const beforeStart = async () => {
    if (++starts < 2) return
    // The first run's probe answers now; meanwhile others are started and ended.
    writeFileSync(go, '')
    for (const name of ['b/pump', 'b/lamp']) {
      await services.start(spec(name, {}))
      await services.stop(name)
    }
    writeFileSync(well, '')
  }
  await services.start({ ...failing, run, health, beforeStart })
  await becomes('a/web', 'healthy')
  expect(changes.filter(each => each.key === 'a/web' && each.status === 'restarting')).toHaveLength(1)
})

test('one that is killed from outside comes back by itself, as another process', async () => {
  const { services, becomes } = household()
  const first = await services.start(spec('a/web', {}))
  await becomes('a/web', 'healthy')
  process.kill(-(first.run?.pid ?? 0), 'SIGKILL')
  await expect.poll(() => services.status('a/web')?.run?.marker).not.toBe(first.run?.marker)
  const again = await becomes('a/web', 'healthy')
  expect(isAlive(first.run?.pid ?? 0)).toBe(false)
  expect(isAlive(again.run?.pid ?? 0)).toBe(true)
})

test.runIf(process.platform === 'linux')('when only its keeper is killed, it never runs twice', async () => {
  const { services, becomes } = household()
  const first = await services.start(spec('a/web', {}))
  await becomes('a/web', 'healthy')
  const tree = findTree({ marker: first.run?.marker ?? '' })
  expect(tree.length).toBe(2)
  process.kill(first.run?.pid ?? 0, 'SIGKILL')
  await expect.poll(() => services.status('a/web')?.run?.marker).not.toBe(first.run?.marker)
  expect(tree.filter(each => isAlive(each.pid, each.startedAt))).toEqual([])
  await becomes('a/web', 'healthy')
})

test('one that stops answering is unhealthy, then ended and started again', async () => {
  const { services, changes, becomes } = household()
  const probed = spec('a/web', {})
  const well = join(probed.folder, 'well')
  writeFileSync(well, '')
  const first = await services.start({ ...probed, health: { run: ['test', '-e', well] } })
  await becomes('a/web', 'healthy')
  rmSync(well)
  await expect.poll(() => services.status('a/web')?.run?.marker).not.toBe(first.run?.marker)
  expect(changes.map(change => change.status)).toContain('unhealthy')
  writeFileSync(well, '')
  await becomes('a/web', 'healthy')
})

test('a restart is an end and a start, and a stop during a start leaves nothing behind', async () => {
  const { services } = household()
  const first = await services.start(spec('a/web', {}))
  const second = await services.restart('a/web')
  expect(second?.run?.marker).not.toBe(first.run?.marker)
  expect(isAlive(first.run?.pid ?? 0)).toBe(false)
  const starting = services.start(spec('b/web', {}))
  expect(await services.stop('b/web')).toMatchObject({ status: 'stopped' })
  await starting
  expect(isAlive(services.status('b/web')?.run?.pid ?? 0)).toBe(false)
})

test('a folder that is gone parks its service, and the others go on', async () => {
  const { services, becomes } = household()
  const gone = join(root, 'gone')
  const [lost] = await Promise.all([services.start(spec('a/web', { cwd: gone })), services.start(spec('b/web', {}))])
  expect(lost).toMatchObject({ status: 'parked', reason: `the folder ${gone} is gone` })
  await becomes('b/web', 'healthy')
  expect(services.forget('a/web')).toBe(true)
  expect(services.forget('b/web')).toBe(false)
})

test('the next flower adopts what lives, and says of the rest how it ended', async () => {
  const before = household()
  const lives = spec('a/web', {})
  const dies = spec('b/web', { run: { shell: 'exec sleep 1000' } })
  await before.services.start(lives)
  const { run: dead } = await before.services.start(dies)
  before.services.close()
  made.splice(0)
  process.kill(-(dead?.pid ?? 0), 'SIGKILL')
  await expect.poll(() => isAlive(dead?.pid ?? 0)).toBe(false)

  const { services, becomes } = household()
  expect(await services.adopt(lives)).toMatchObject({ outcome: 'living' })
  expect((await becomes('a/web', 'healthy')).run).toEqual(before.services.status('a/web')?.run)
  const lost = await services.adopt(dies)
  expect(lost).toMatchObject({ outcome: 'dead', service: { status: 'stopped' } })
  expect(lost.service.reason).toMatch(/^while flower was away: /)
  expect(await services.adopt(spec('c/web', {}))).toMatchObject({ outcome: 'none' })
  expect(await services.start(dies)).toMatchObject({ status: 'starting' })
  expect(await services.stop('a/web')).toMatchObject({ status: 'stopped' })
})

test('its log can be read by a place in it, and nobody has one that was never started', async () => {
  const { services } = household()
  await services.start(spec('a/web', { run: { shell: 'echo one; echo two; exec sleep 1000' } }))
  const read = () => services.logs('a/web', { lines: 10 })
  await expect.poll(() => read()?.lines).toEqual(['one', 'two'])
  const part = read()
  expect(services.logs('a/web', { after: part?.cursor ?? 0 })?.lines).toEqual([])
  expect(services.logs('z/web', { lines: 1 })).toBeUndefined()
})
