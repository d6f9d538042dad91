// Runs one gate to its end, under a limit that holds for all of its processes, with its output in a bounded log on the disk.

import { setTimeout as pass } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import type { CommandLine } from '#domain/configuration/command-line.ts'
import { endTree } from '../service/end-tree.ts'
import { readLog } from '../service/read-log.ts'
import { readopt } from '../service/readopt.ts'
import { startService } from '../service/start.ts'

export interface GateToRun {
  command: CommandLine
  cwd: string
  /** On top of a clean environment. */
  env: Record<string, string>
  /** Milliseconds for the whole tree of processes. */
  timeoutMs: number
  /** Unlike that of any other run; in the environment of all of its processes. */
  marker: string
  /** The run's own folder, for its log and its record; made when missing. `readLog` and `followLog` read it meanwhile. */
  folder: string
  maxLogBytes: number
  /** Ends it. */
  signal?: AbortSignal
}

export type GateEnding = {
  /** The last of what it said, without control characters. */
  lines: string[]
} & (
  | { outcome: 'ended'; exitCode: number | null; signal: string | null }
  | { outcome: 'timed_out' }
  /** By the caller's signal. */
  | { outcome: 'cancelled' }
  /** `reason` is a sentence: no such program, no such folder. */
  | { outcome: 'not_started'; reason: string }
  /** Its keeper was killed, so that nobody saw how it ended. */
  | { outcome: 'lost' }
  /** Some of its processes can't be ended; nothing else may run where they are. */
  | { outcome: 'stuck'; pids: number[] }
)

/** Between looks at whether it has ended: short at first, for gates that take no time. */
const LOOK_MS = { first: 10, longest: 250 }
/** From SIGTERM to SIGKILL, for what is over its time and for what a gate leaves running. */
const GRACE_MS = 5_000
const LINES = 50
const LINE_LENGTH = 500

/** Answers once nothing of it is left, whatever it started in the background included. Throws when `folder` can't be made. */
export async function runGate(gate: GateToRun): Promise<GateEnding> {
  const { command: run, marker, folder, cwd, env, maxLogBytes } = gate
  if (gate.signal?.aborted) return { outcome: 'cancelled', lines: [] }
  const limit = AbortSignal.timeout(gate.timeoutMs)
  const started = await startService({ marker, run, cwd, env, folder, maxLogBytes, host: '127.0.0.1', port: undefined })
  if (started.outcome !== 'started') return { outcome: 'not_started', reason: whyNot(started), lines: [] }
  const ending = await untilEnded(folder, gate.signal ? AbortSignal.any([limit, gate.signal]) : limit)
  const end = await endTree(started.run, GRACE_MS)
  const lines = lastLines(folder)
  if (end.outcome === 'still_running') return { outcome: 'stuck', pids: end.pids, lines }
  if (ending !== undefined) return { ...ending, lines }
  return { outcome: gate.signal?.aborted ? 'cancelled' : 'timed_out', lines }
}

type Seen = { outcome: 'ended'; exitCode: number | null; signal: string | null } | { outcome: 'lost' }

/** Undefined when the signal came first. */
async function untilEnded(folder: string, signal: AbortSignal): Promise<Seen | undefined> {
  for (let pauseMs = LOOK_MS.first; ; pauseMs = Math.min(pauseMs * 1.5, LOOK_MS.longest)) {
    const found = readopt(folder)
    if (found.outcome === 'dead' && found.ending) return { outcome: 'ended', ...found.ending }
    if (found.outcome !== 'living') return { outcome: 'lost' }
    if (signal.aborted) return undefined
    await pass(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

function lastLines(folder: string): string[] {
  const { lines, partial } = readLog({ folder, lines: LINES })
  const all = partial === '' ? lines : [...lines, partial]
  return all.slice(-LINES).map(shown)
}

/** As a terminal would show it at last: what was written over is gone. Without what no store and no surface takes. */
function shown(line: string): string {
  const last = stripVTControlCharacters(line).trimEnd().split('\r').at(-1) ?? ''
  return last
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, LINE_LENGTH)
    .toWellFormed()
}

function whyNot(started: Exclude<Awaited<ReturnType<typeof startService>>, { outcome: 'started' }>): string {
  switch (started.outcome) {
    case 'missing':
      return `There is no program ${started.program}.`
    case 'missing_folder':
      return `The folder ${started.folder} is gone.`
    case 'port_taken':
      return `Port ${started.port} is taken.`
    case 'unusable':
      return `It can't be started: ${started.reason}.`
    default:
      return started satisfies never
  }
}
