import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { isAlive, processStartedAt, readProcess } from '../process.ts'
import { endTree } from './end-tree.ts'
import { findTree } from './find-tree.ts'
import { readLog } from './read-log.ts'
import { readopt } from './readopt.ts'
import { type RunRecord, readRun } from './run-record.ts'
import { startService } from './start.ts'

const root = mkdtempSync(join(tmpdir(), 'tree-'))
const runs: RunRecord[] = []
afterEach(async () => {
  for (const run of runs.splice(0)) await endTree(run, 0)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Starts a shell script as a service and waits until it has said as many process numbers as it should. */
async function started(shell: string, numbers = 0) {
  const folder = mkdtempSync(join(root, 'service-'))
  const answer = await startService({
    marker: randomUUID(),
    run: { shell },
    cwd: folder,
    env: {},
    folder,
    maxLogBytes: 100_000,
    host: '127.0.0.1',
    port: undefined,
  })
  if (answer.outcome !== 'started') throw new Error(JSON.stringify(answer))
  runs.push(answer.run)
  const { lines } = await vi.waitFor(
    () => {
      const part = readLog({ folder, lines: 20 })
      if (part.lines.length < numbers) throw new Error(`it said ${part.lines.join(', ')}`)
      return part
    },
    { timeout: 90_000 },
  )
  return { folder, run: answer.run, pid: answer.pid, numbers: lines.map(Number) }
}

const alive = (numbers: number[]): number[] => numbers.filter(pid => isAlive(pid))

describe.runIf(process.platform === 'linux')('ending a tree', () => {
  test('a program that heeds SIGTERM is interrupted, which is no success', async () => {
    const { run, folder, pid } = await started('trap "exit 0" TERM; echo $$; while :; do sleep 0.05; done', 1)
    expect(await endTree(run, 10_000)).toMatchObject({ outcome: 'stopped', reach: 'tree', forced: false })
    expect(alive([pid, run.pid])).toEqual([])
    expect(readRun(folder)?.ending).toEqual({ exitCode: 0, signal: null })
  })

  test('one that ignores SIGTERM is killed, and its keeper still says how it ended', async () => {
    const { run, folder, numbers } = await started('trap "" TERM; echo $$; while :; do sleep 0.05; done', 1)
    expect(await endTree(run, 200)).toMatchObject({ outcome: 'stopped', forced: true })
    expect(alive([...numbers, run.pid])).toEqual([])
    expect(readRun(folder)?.ending).toEqual({ exitCode: null, signal: 'SIGKILL' })
  })

  test('children that called setsid, were orphaned by a double fork, or cleared their environment go too', async () => {
    const script = `
      setsid sh -c 'echo $$; exec sleep 1000' &
      ( ( setsid sh -c 'trap "" TERM HUP; echo $$; while :; do sleep 0.05; done' & ) & )
      env -i /bin/sh -c 'echo $$; exec sleep 1000' &
      env -i setsid /bin/sh -c 'echo $$; while :; do sleep 0.05; done' &
      echo $$; wait`
    const { run, numbers, pid } = await started(script, 5)
    const facts = numbers.map(number => readProcess(number))
    expect(facts.filter(each => each?.session !== run.pid).length).toBe(3)
    expect(facts.some(each => each?.parent !== pid && each?.session !== run.pid)).toBe(true)
    expect(await endTree(run, 500)).toMatchObject({ outcome: 'stopped', forced: true })
    expect(alive([...numbers, run.pid])).toEqual([])
    expect(findTree(run)).toEqual([])
  })

  test('one that starts another whenever it is ended does not outrun us', async () => {
    const again = `again() { trap '(setsid sh -c "$S" &)' TERM; echo $$; while :; do sleep 0.02; done; }; again`
    const { run } = await started(`S='${again.replaceAll("'", `'\\''`)}'; export S; ${again}`, 1)
    expect(await endTree(run, 300)).toMatchObject({ outcome: 'stopped' })
    expect(findTree(run)).toEqual([])
  })

  test('what is left when the program itself has gone is found by its marker and ended', async () => {
    const { run, folder, numbers } = await started(`(setsid sh -c 'echo $$; exec sleep 1000' &) ; exit 3`, 1)
    await expect.poll(() => readopt(folder).outcome).toBe('dead')
    expect(readopt(folder)).toMatchObject({ ending: { exitCode: 3, signal: null } })
    expect(alive(numbers)).toEqual(numbers)
    expect(await endTree(run, 5_000)).toMatchObject({ outcome: 'stopped' })
    expect(alive(numbers)).toEqual([])
  })

  test('nobody else is touched: not another run, not a process that took over the number', async () => {
    const other = await started('echo $$; exec sleep 1000', 1)
    const stranger = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
    await once(stranger, 'spawn')
    const pid = stranger.pid ?? 0
    // As if the number of a keeper that died long ago were the stranger's now.
    const old = { marker: randomUUID(), pid, startedAt: processStartedAt(pid)?.replace(/\d+$/, '1') }
    expect(await endTree(old, 100)).toEqual({ outcome: 'stopped', reach: 'tree', ended: 0, forced: false })
    expect(alive([pid, ...other.numbers])).toEqual([pid, ...other.numbers])
    process.kill(pid, 'SIGKILL')
  })
})

describe('after flower was started anew', () => {
  test('a living one is found again, and one that ended says how', async () => {
    const { folder, run, pid } = await started('read -r _ < /dev/zero; exec sleep 1000')
    expect(readopt(folder)).toEqual({ outcome: 'living', run })
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => readopt(folder)).toMatchObject({ outcome: 'dead', ending: { signal: 'SIGKILL' } })
  })

  test('a record whose number is another process by now is dead, and says nothing runs', async () => {
    const { folder, run } = await started('exec sleep 1000')
    await endTree(run, 5_000)
    expect(readopt(folder)).toMatchObject({ outcome: 'dead', remains: 0 })
    expect(readopt(mkdtempSync(join(root, 'empty-')))).toEqual({ outcome: 'none' })
  })
})
