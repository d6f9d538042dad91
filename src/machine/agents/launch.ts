// Starts a harness's program for its host: sealed when that is asked for, its outputs into the log and, line by line, to the driver.

import { setTimeout as pass } from 'node:timers/promises'
import { startFed } from '../command.ts'
import { seal } from '../guard/sealing.ts'
import { allProcesses, readProcess } from '../process.ts'
import type { Child, HostStart, Launch, ProgramEnd } from './driver.ts'
import { splitLines } from './lines.ts'

/** How long the outputs of an ended program may stay open in the hands of what it left behind. */
const DRAIN_MS = 1_000

export type Outputs = { log: (chunk: Uint8Array) => void }

/** Throws what the system says when the program can't be started. */
export async function launch(wanted: Launch, start: HostStart, outputs: Outputs): Promise<Child> {
  const [program = '', ...args] = wanted.words
  const command = start.seal
    ? await seal({ program, args }, start.seal.plan, start.seal.tier)
    : { program, args: [...args] }
  const child = startFed(command.program, command.args, {
    cwd: start.cwd,
    env: { ...process.env, ...wanted.env },
  })
  child.stdin.on('error', () => undefined)
  const started = Promise.withResolvers<void>()
  child.once('spawn', started.resolve)
  child.once('error', started.reject)
  const ended = endOf(child, wanted.hear, outputs)
  await started.promise
  if (wanted.input !== undefined) child.stdin.end(wanted.input)
  return {
    process: child,
    write: text => {
      if (child.stdin.writable) child.stdin.write(text)
    },
    signal: signal => {
      for (const pid of harnessOf(child.pid ?? 0)) signalQuietly(pid, signal)
    },
    ended,
  }
}

async function endOf(
  child: Child['process'],
  hear: ((line: string) => void) | undefined,
  { log }: Outputs,
): Promise<ProgramEnd> {
  const lines = hear && splitLines(hear)
  child.stdout.on('data', log)
  child.stderr.on('data', log)
  if (lines) child.stdout.on('data', lines.write)
  const { promise, resolve } = Promise.withResolvers<ProgramEnd>()
  const closed = new Promise<void>(done => child.once('close', () => done()))
  child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }))
  child.once('error', () => resolve({ exitCode: null, signal: null }))
  const end = await promise
  await Promise.race([closed, pass(DRAIN_MS, undefined, { ref: false })])
  child.stdout.destroy()
  child.stderr.destroy()
  lines?.end()
  return end
}

/**
 * The launched process and what descends from it in our own process group: a seal may stay as the harness's parent and
 * passes no signal on, while the tools of a harness have groups of their own.
 */
function harnessOf(pid: number): number[] {
  const all = allProcesses().flatMap(each => {
    const facts = readProcess(each)
    return facts?.group === process.pid && each !== process.pid ? [{ pid: each, parent: facts.parent }] : []
  })
  const found = [pid]
  for (const above of found) found.push(...all.filter(each => each.parent === above).map(each => each.pid))
  return found.toReversed()
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone already.
  }
}
