import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { run } from '../command.ts'
import { isAlive } from '../process.ts'
import { endTree } from './end-tree.ts'
import { readLog } from './read-log.ts'
import { readopt } from './readopt.ts'
import type { RunRecord } from './run-record.ts'
import { type Start, startService } from './start.ts'

const root = mkdtempSync(join(tmpdir(), 'start-'))
const runs: RunRecord[] = []
beforeAll(() => {
  process.env.ORCHARD_INSTANCE = 'of the parent'
  process.env.PORT = '1'
})
afterEach(async () => {
  for (const each of runs.splice(0)) await endTree(each, 0)
})
afterAll(() => {
  delete process.env.ORCHARD_INSTANCE
  delete process.env.PORT
  rmSync(root, { recursive: true, force: true })
})

function asked(start: Partial<Start>): Start {
  const folder = mkdtempSync(join(root, 'service-'))
  const rest = { cwd: folder, env: {}, maxLogBytes: 1_000_000, host: '127.0.0.1', port: undefined }
  return { marker: randomUUID(), run: { words: ['true'] }, folder, ...rest, ...start }
}

async function begun(start: Start) {
  const answer = await startService(start)
  if (answer.outcome !== 'started') throw new Error(JSON.stringify(answer))
  runs.push(answer.run)
  return answer
}

const saidBy = (folder: string, line: RegExp) =>
  vi.waitFor(
    () => {
      const { lines } = readLog({ folder, lines: 1_000 })
      const found = lines.find(each => line.test(each))
      if (found === undefined) throw new Error(`it said: ${lines.slice(-5).join('\n')}`)
      return found
    },
    { timeout: 90_000 },
  )

const tellsEnvironment = [
  process.execPath,
  '-e',
  'console.log(JSON.stringify(process.env)); setInterval(() => {}, 1e6)',
]

test('a service has the values of its worktree, its port and its marker, and nothing leaks in from the parent', async () => {
  const start = asked({ run: { words: tellsEnvironment }, env: { DATABASE: 'mine', PATH: '/mine' }, port: 47_451 })
  await begun(start)
  const seen = JSON.parse(await saidBy(start.folder, /^\{/)) as Record<string, string>
  expect(seen).toMatchObject({ DATABASE: 'mine', PATH: '/mine', PORT: '47451', FLOWER_RUN: start.marker })
  expect(seen).not.toHaveProperty('ORCHARD_INSTANCE')
})

test('words reach the program as they are, and only a shell makes more of them', async () => {
  const words = asked({ run: { words: [process.execPath, '-e', 'console.log(process.argv[1])', '$(id); `id` | x'] } })
  await begun(words)
  expect(await saidBy(words.folder, /./)).toBe('$(id); `id` | x')
  const shell = asked({ run: { shell: 'echo one | tr a-z A-Z' } })
  await begun(shell)
  expect(await saidBy(shell.folder, /./)).toBe('ONE')
})

test('without its folder nothing is started, anywhere', async () => {
  const cwd = join(root, 'gone')
  const start = asked({ cwd })
  expect(await startService(start)).toEqual({ outcome: 'missing_folder', folder: cwd })
  expect(readopt(start.folder)).toEqual({ outcome: 'none' })
})

test('a program that is not there is named', async () => {
  const start = asked({ run: { words: ['no-such-program-here', 'x'] } })
  expect(await startService(start)).toEqual({ outcome: 'missing', program: 'no-such-program-here' })
  expect(readopt(start.folder)).toMatchObject({ outcome: 'dead', remains: 0 })
  expect(await startService(asked({ run: { words: [] } }))).toMatchObject({ outcome: 'unusable' })
})

test('whoever has the port keeps it and goes on', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await startService(asked({ port }))).toEqual({ outcome: 'port_taken', port })
  expect(server.listening).toBe(true)
  server.close()
})

test('a service outlives a flower that is killed: it is found again, its log goes on, and its end is written down', async () => {
  const words = [process.execPath, '-e', 'let n = 0; setInterval(() => console.log("tick", ++n), 20)']
  const start = asked({ run: { words } })
  const program = join(import.meta.dirname, '../../../test/stories/start-and-die.ts')
  const flower = await run(process.execPath, ['--conditions=flower-source', program, JSON.stringify(start)], {
    cwd: root,
    timeoutMs: 25_000,
    maxBytes: 10_000,
  })
  if (flower.outcome !== 'failed') throw new Error(JSON.stringify(flower))
  const { run: record, pid } = JSON.parse(flower.stdout) as { run: RunRecord; pid: number }
  runs.push(record)
  const { lines } = readLog({ folder: start.folder, lines: 1 })
  const later = Number(lines[0]?.split(' ')[1] ?? 0) + 20
  await saidBy(start.folder, new RegExp(`^tick ${later}$`))
  expect(readopt(start.folder)).toEqual({ outcome: 'living', run: record })
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => readopt(start.folder)).toMatchObject({ ending: { signal: 'SIGKILL' } })
})

test.runIf(process.platform === 'linux')('fifty megabytes of output leave a small log and a small keeper', async () => {
  const flood = `
    const block = ('x'.repeat(99) + '\\n').repeat(1_000)
    let left = 500
    const more = () => { while (left-- > 0) if (!process.stdout.write(block)) return process.stdout.once('drain', more); console.log('done') }
    more(); setInterval(() => {}, 1e6)`
  const start = asked({ run: { words: [process.execPath, '-e', flood] } })
  const { run: record } = await begun(start)
  await saidBy(start.folder, /^done$/)
  const log = join(start.folder, 'log')
  const size = readdirSync(log).reduce((sum, name) => sum + statSync(join(log, name)).size, 0)
  expect(size).toBeLessThanOrEqual(1_000_000)
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${record.pid}/status`, 'utf8'))?.[1]
  expect(Number(peak)).toBeLessThan(110_000)
})

test('a log that cannot be written stops nobody', async () => {
  const shell = 'i=0; while :; do i=$((i+1)); echo tick $i; echo $i > count; sleep 0.01; done'
  const start = asked({ run: { shell }, maxLogBytes: 400 })
  const { pid } = await begun(start)
  await saidBy(start.folder, /tick/)
  rmSync(join(start.folder, 'log'), { recursive: true })
  writeFileSync(join(start.folder, 'log'), 'no folder')
  const count = () => Number(readFileSync(join(start.folder, 'count'), 'utf8'))
  const before = count()
  await expect.poll(() => count()).toBeGreaterThan(before + 100)
  expect(isAlive(pid)).toBe(true)
})
