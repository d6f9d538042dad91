import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CommandOptions,
  cleanEnvironment,
  run,
  runForBytes,
  runForTail,
  startAndHear,
  startAndLeave,
} from './command.ts'

let folder = ''
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'command-')))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const node = (script: string, options: Partial<CommandOptions> = {}, args: string[] = []) =>
  run(process.execPath, ['-e', script, ...args], { cwd: folder, timeoutMs: 20_000, maxBytes: 100_000, ...options })

test('arguments arrive byte for byte, whatever a shell would make of them', async () => {
  const args = ['$(touch pwned)', '; rm -rf x', '`id`', 'My Projéct é', '-x', '"quoted"', '', '*', 'a\nb']
  const result = await node('process.stdout.write(JSON.stringify(process.argv.slice(1)))', {}, ['--', ...args])
  expect(result).toMatchObject({ outcome: 'ok' })
  if (result.outcome === 'ok') expect(JSON.parse(result.stdout)).toEqual(args)
})

test('a child process sees neither secrets nor the location variables that git sets for hooks', async () => {
  const passed = { PATH: '/bin', Path: 'C:\\bin', HOME: '/home/ada', LC_ALL: 'C', NODE_EXTRA_CA_CERTS: '/ca.pem' }
  const clean = cleanEnvironment({
    ...passed,
    GIT_DIR: '/elsewhere/.git',
    GIT_INDEX_FILE: '/elsewhere/.git/index',
    GIT_WORK_TREE: '/elsewhere',
    GIT_OBJECT_DIRECTORY: '/elsewhere/objects',
    GIT_COMMON_DIR: '/elsewhere/.git',
    GIT_CONFIG_PARAMETERS: "'core.bare=true'",
    GIT_PREFIX: 'below/',
    SECRET_TOKEN: 's3cret',
    NODE_OPTIONS: '--inspect',
    LD_PRELOAD: '/x.so',
  })
  expect(clean).toEqual(passed)
})

test('what the caller names in the environment is added', async () => {
  const result = await node('process.stdout.write(process.env.WANTED ?? "none")', { env: { WANTED: 'yes' } })
  expect(result).toEqual({ outcome: 'ok', stdout: 'yes', stderr: '' })
})

test('a non-zero exit is a failure with its code and both outputs', async () => {
  const result = await node('console.log("half"); console.error("why"); process.exitCode = 3')
  expect(result).toEqual({ outcome: 'failed', exitCode: 3, stdout: 'half\n', stderr: 'why\n' })
})

test('a process that never ends is ended at its time limit, and so is its grandchild that holds the pipe', async () => {
  const script = `
    const { spawn } = require('node:child_process')
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
    setInterval(() => {}, 1000)`
  expect(await node(script, { timeoutMs: 500 })).toEqual({ outcome: 'timeout', timeoutMs: 500 })
})

test('the caller can cancel', async () => {
  const controller = new AbortController()
  controller.abort()
  expect(await node('setInterval(() => {}, 1000)', { signal: controller.signal })).toEqual({ outcome: 'cancelled' })
})

test('output beyond the limit ends the process and says so', async () => {
  const result = await node('for (;;) process.stdout.write("x".repeat(10_000))', { maxBytes: 50_000 })
  expect(result).toEqual({ outcome: 'too_large', maxBytes: 50_000 })
})

test('the limit counts bytes, not characters', async () => {
  const result = await node('process.stdout.write("é".repeat(600))', { maxBytes: 1_000 })
  expect(result).toEqual({ outcome: 'too_large', maxBytes: 1_000 })
})

test('a missing program and a missing folder are told apart', async () => {
  const options = { cwd: folder, timeoutMs: 5_000, maxBytes: 1_000 }
  expect(await run('no-such-program-here', [], options)).toEqual({
    outcome: 'missing',
    program: 'no-such-program-here',
  })
  const gone = join(folder, 'gone')
  expect(await run(process.execPath, ['-v'], { ...options, cwd: gone })).toEqual({
    outcome: 'missing_folder',
    folder: gone,
  })
})

test('an argument with a NUL byte is refused, never cut', async () => {
  expect(await node('0', {}, ['a\0b'])).toMatchObject({ outcome: 'unusable' })
})

test('standard input is what the caller gives, and empty otherwise', async () => {
  const echo = 'process.stdin.pipe(process.stdout)'
  expect(await node(echo, { input: 'né\r\n$1 $&' })).toMatchObject({ outcome: 'ok', stdout: 'né\r\n$1 $&' })
  expect(await node(echo)).toMatchObject({ outcome: 'ok', stdout: '' })
})

test('bytes come through untouched', async () => {
  const script = 'process.stdout.write(Buffer.from([0, 255, 254, 13, 10]))'
  const options = { cwd: folder, timeoutMs: 20_000, maxBytes: 100 }
  const result = await runForBytes(process.execPath, ['-e', script], options)
  expect(result.outcome === 'ok' ? [...result.stdout] : result).toEqual([0, 255, 254, 13, 10])
})

test('of a program that talks without end only its last words are kept, and it is not ended for it', async () => {
  const script = `for (let i = 0; i < 20000; i++) console.log("line " + i)
    console.error("last words")
    process.exitCode = 4`
  const options = { cwd: folder, timeoutMs: 20_000, maxBytes: 1_000 }
  const result = await runForTail(process.execPath, ['-e', script], options)
  expect(result).toMatchObject({ outcome: 'failed', exitCode: 4 })
  expect(result.stdout.length).toBe(1_000)
  expect(result.stdout).toMatch(/line 19999\n$/)
  expect(result.stderr).toBe('last words\n')
})

test('what a program said before its time limit is kept', async () => {
  const options = { cwd: folder, timeoutMs: 1_500, maxBytes: 1_000 }
  const result = await runForTail(
    process.execPath,
    ['-e', 'console.log("on it"); setInterval(() => {}, 1000)'],
    options,
  )
  expect(result).toEqual({ outcome: 'timeout', timeoutMs: 1_500, stdout: 'on it\n', stderr: '' })
  expect(await runForTail('no-such-program-here', [], options)).toMatchObject({ outcome: 'missing', stderr: '' })
})

test('a program that is started and left is not waited for, and a missing one is said to be missing', async () => {
  const started = await startAndLeave(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { cwd: folder })
  expect(started.outcome).toBe('started')
  if (started.outcome === 'started') process.kill(started.pid, 'SIGKILL')
  expect(await startAndLeave('no-such-program-here', [], { cwd: folder })).toMatchObject({ outcome: 'missing' })
})

test('a program that says that it is ready is left running, and one that says nothing in time is ended', async () => {
  const options = { cwd: folder, timeoutMs: 20_000 }
  const hear = (script: string, timeoutMs = options.timeoutMs) =>
    startAndHear(process.execPath, ['-e', script], { ...options, timeoutMs })
  const ready = await hear('console.log("ready", process.pid); setInterval(() => {}, 1000)')
  if (ready.outcome !== 'started') throw new Error(ready.outcome)
  expect(ready.line).toBe(`ready ${ready.pid}`)
  process.kill(ready.pid, 'SIGKILL')
  expect(await hear('process.stdout.write("half")')).toEqual({ outcome: 'ended', said: 'half' })
  expect(await hear('setInterval(() => {}, 1000)', 300)).toEqual({ outcome: 'ended', said: '' })
  expect(await startAndHear('no-such-program-here', [], options)).toMatchObject({ outcome: 'missing' })
})
