// Starts a service: a process group of its own with a run marker, kept by a keeper that outlives flower.

import { mkdirSync } from 'node:fs'
import { startAndHear } from '../command.ts'
import { ownProgram } from '../own-program.ts'
import { endTree } from './end-tree.ts'
import { isPortFree } from './ports.ts'
import { MARKER, type RunRecord, readRun } from './run-record.ts'

export type Start = {
  /** Unlike that of any other run. */
  marker: string
  /** Words are run as they are; only `shell` sees a shell. */
  run: { words: readonly string[] } | { shell: string }
  cwd: string
  /** The worktree's own values; they win over what flower itself was started with. */
  env: Record<string, string>
  /** The service's own folder, for its record and its log. Made when missing. */
  folder: string
  maxLogBytes: number
  host: string
  /** Given to the program as PORT. */
  port: number | undefined
}

export type Started =
  /** `pid` is the program's own; the run has its keeper's. */
  | { outcome: 'started'; run: RunRecord; pid: number }
  /** Somebody else listens there; they are left in peace. */
  | { outcome: 'port_taken'; port: number }
  | { outcome: 'missing_folder'; folder: string }
  | { outcome: 'missing'; program: string }
  | { outcome: 'unusable'; reason: string }

const KEEPER = ownProgram('service/keeper')
/** A keeper copies bytes and needs next to no memory. */
const SMALL = ['--max-old-space-size=32', '--max-semi-space-size=1']
const START_MS = 20_000
const KEEPER_GOES_MS = 2_000

/** Answers once the program runs or can't; never waits until it is healthy. Throws only when `folder` can't be made. */
export async function startService(start: Start): Promise<Started> {
  const [program, ...args] = 'words' in start.run ? start.run.words : ['/bin/sh', '-c', start.run.shell]
  if (!program) return { outcome: 'unusable', reason: 'there is no command to run' }
  if (start.port !== undefined && !(await isPortFree(start.host, start.port)))
    return { outcome: 'port_taken', port: start.port }
  mkdirSync(start.folder, { recursive: true, mode: 0o700 })
  const port: Record<string, string> = start.port === undefined ? {} : { PORT: String(start.port) }
  const keeper = await startAndHear(
    process.execPath,
    [...SMALL, KEEPER, start.folder, String(start.maxLogBytes), program, ...args],
    { cwd: start.cwd, env: { ...start.env, ...port, [MARKER]: start.marker }, timeoutMs: START_MS },
  )
  if (keeper.outcome === 'missing_folder' || keeper.outcome === 'missing') return keeper
  const answer: Started =
    keeper.outcome === 'started'
      ? whatKeeperSaid(keeper.line, program, start.folder)
      : { outcome: 'unusable', reason: reasonOf(keeper) }
  if (answer.outcome !== 'started') await endWhatBegan(start)
  return answer
}

/** Once we say that it did not start, nothing of it is there: neither its keeper nor what that may have started. */
async function endWhatBegan({ folder, marker }: Start): Promise<void> {
  const run = readRun(folder)
  if (run?.marker === marker) await endTree(run, KEEPER_GOES_MS)
}

function whatKeeperSaid(line: string, program: string, folder: string): Started {
  const said: unknown = JSON.parse(line)
  const run = readRun(folder)
  if (typeof said === 'object' && said !== null) {
    if ('started' in said && typeof said.started === 'number' && run)
      return {
        outcome: 'started',
        run: { marker: run.marker, pid: run.pid, startedAt: run.startedAt },
        pid: said.started,
      }
    if ('failed' in said && (said.failed === 'ENOENT' || said.failed === 'EACCES'))
      return { outcome: 'missing', program }
  }
  return { outcome: 'unusable', reason: `its keeper said ${line}` }
}

function reasonOf(ended: { outcome: string; said?: string; reason?: string }): string {
  return ended.reason ?? (ended.said ? `its keeper said ${ended.said}` : `its keeper did not start (${ended.outcome})`)
}
