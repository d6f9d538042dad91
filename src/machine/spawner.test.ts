import { afterEach, expect, test } from 'vitest'
import { isAlive } from './process.ts'
import { makeSpawner } from './spawner.ts'

const spawner = makeSpawner()
afterEach(() => spawner.end())

const options = {
  cwd: '/',
  env: { PATH: process.env.PATH ?? '', GREETING: 'good morning' },
  timeoutMs: 20_000,
  maxBytes: 4_000_000,
}
const node = (script: string, more: Partial<Parameters<typeof spawner.run>[2]> = {}) =>
  spawner.run(process.execPath, ['-e', script], { ...options, ...more })
const said = (result: Awaited<ReturnType<typeof node>>) =>
  'stdout' in result ? new TextDecoder().decode(result.stdout) : result.outcome

test('what is asked at once is answered each by its own bytes', async () => {
  const sizes = [0, 1, 70_000, 3_000_000]
  const all = await Promise.all(
    sizes.map(size => node('process.stdin.pipe(process.stdout)', { input: new Uint8Array(size).fill(size % 251) })),
  )
  expect(all.map(each => each.outcome === 'ok' && each.stdout)).toEqual(
    sizes.map(size => new Uint8Array(size).fill(size % 251)),
  )
})

test('a program gets the environment that was named, and no other', async () => {
  expect(said(await node('process.stdout.write(`${process.env.GREETING} ${process.env.NODE_CHANNEL_FD}`)'))).toBe(
    'good morning undefined',
  )
})

test('an end, an exit, a missing program and a limit are told apart as they are without it', async () => {
  const outcomes = await Promise.all([
    node('process.exit(3)'),
    spawner.run('no-such-program', [], options),
    node('', { cwd: '/no/such/folder' }),
    node('setInterval(() => {}, 1000)', { timeoutMs: 200 }),
    node('process.stdout.write("x".repeat(5000))', { maxBytes: 1000 }),
  ])
  expect(outcomes).toMatchObject([
    { outcome: 'failed', exitCode: 3 },
    { outcome: 'missing', program: 'no-such-program' },
    { outcome: 'missing_folder', folder: '/no/such/folder' },
    { outcome: 'timeout', timeoutMs: 200 },
    { outcome: 'too_large', maxBytes: 1000 },
  ])
})

test('who asked takes it back', async () => {
  const asked = new AbortController()
  const running = node('setInterval(() => {}, 1000)', { signal: asked.signal })
  asked.abort()
  expect(await running).toEqual({ outcome: 'cancelled' })
  expect(await node('', { signal: asked.signal })).toEqual({ outcome: 'cancelled' })
})

test('after the spawner was killed its work has failed, and the next is done by another', async () => {
  const ppid = Number(said(await node('process.stdout.write(String(process.ppid))')))
  const running = node('setInterval(() => {}, 1000)')
  process.kill(ppid, 'SIGKILL')
  expect(await running).toMatchObject({ outcome: 'failed', exitCode: undefined })
  expect(Number(said(await node('process.stdout.write(String(process.ppid))')))).not.toBe(ppid)
})

test('a spawner that is ended takes what it runs with it', async () => {
  const ppid = Number(said(await node('process.stdout.write(String(process.ppid))')))
  const running = node('setInterval(() => {}, 1000)')
  spawner.end()
  expect(await running).toMatchObject({ outcome: 'failed' })
  await expect.poll(() => isAlive(ppid)).toBe(false)
})
