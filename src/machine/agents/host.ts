// A program of its own for each agent's run, which outlives flower: it owns the harness's program, speaks its protocol, writes
// down what the agent says and how it ended, and takes orders. Argument: the run's folder, with start.json in it.
// The environment is the agent's whole environment. Says one line: `started`, or why not.

import { join } from 'node:path'
import type { Driver } from '#domain/agent/said.ts'
import { processStartedAt } from '../process.ts'
import { openLog } from '../service/log-ring.ts'
import { MARKER, type RunRecord, writeRun } from '../service/run-record.ts'
import type { Begin, Child, Conversation, Host, ProgramEnd } from './driver.ts'
import { launch } from './launch.ts'
import { clearOrders, placeForOrders, takeOrders } from './orders.ts'
import { openSaid } from './said-file.ts'
import { readStart, writerIn } from './start-file.ts'

/** A driver's own library is loaded by its own hosts alone. */
const DRIVERS: Record<Driver, () => Promise<Begin>> = {
  claude: async () => (await import('./claude.ts')).beginClaude,
  codex: async () => (await import('./codex.ts')).beginCodex,
  acp: async () => (await import('./acp.ts')).beginAcp,
  command: async () => (await import('./command.ts')).beginCommand,
  scripted: async () => (await import('./scripted.ts')).beginScripted,
}
const TAIL_BYTES = 16_000

const folder = process.argv[2] ?? ''
const start = readStart(folder)
const log = openLog(join(folder, 'log'), start.maxLogBytes)
const say = openSaid(folder, start.maxLogBytes)
const socket = placeForOrders(folder)
const run: RunRecord = {
  marker: process.env[MARKER] ?? '',
  pid: process.pid,
  startedAt: processStartedAt(process.pid),
  socket,
}
const children = new Set<Child>()
let tail = Buffer.alloc(0)
let conversation: Conversation | undefined

const host: Host = {
  folder,
  start,
  env: process.env,
  say,
  launch: async wanted => {
    const child = await launch(wanted, start, { log: keep })
    children.add(child)
    void child.ended.then(() => children.delete(child))
    return child
  },
  write: writerIn(folder),
  lastWords: lines => tail.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n'),
  leave,
}

// Whoever ends the whole tree ends the harness too; this one stays to see how. Without one it is the end itself.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    conversation?.end?.()
    if (children.size === 0) leave({ exitCode: null, signal })
  })
// A fault of ours is told; the agent, and what it says, goes on.
for (const fault of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(fault, (error: unknown) => say({ kind: 'error', words: `its host: ${String(error)}` }))
// Nobody listens any more once flower has heard that it started.
process.stdout.on('error', () => undefined)

try {
  // Before there is anything to find: a kill in between leaves a record too many, never a process too many.
  writeRun(folder, run)
  const begin = await DRIVERS[start.harness.driver]()
  conversation = await begin(host)
  const orders = conversation
  await takeOrders(socket, order => {
    if (order.do === 'send') return orders.send(order.text) ? 'taken' : 'deaf'
    if (order.do === 'answer') return orders.answer?.(order.allow) ? 'taken' : 'deaf'
    if (order.do === 'interrupt') orders.interrupt()
    else orders.finish()
    return 'taken'
  })
  process.stdout.write('started\n')
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  process.stdout.write(`${reason.replaceAll('\n', ' ')}\n`, () => leave({ exitCode: null, signal: null }))
}

function keep(chunk: Uint8Array): void {
  log.write(chunk)
  tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES)
}

function leave(ending: ProgramEnd): void {
  say({ kind: 'exited', ...ending })
  try {
    writeRun(folder, { ...run, ending })
  } catch {
    // A full disk: that it ended is seen all the same, only not how.
  }
  clearOrders(socket)
  process.exit(0)
}
