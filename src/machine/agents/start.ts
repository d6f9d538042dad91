// Starts an agent: a host of its own that outlives flower, in a process group of its own, and in it the harness's program.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Driver } from '#domain/agent/said.ts'
import { startAndHear } from '../command.ts'
import { isFolder } from '../guard/ground.ts'
import type { SealPlan } from '../guard/seal-plan.ts'
import type { WorkingTier } from '../guard/sealing.ts'
import { ownProgram, sourceFlags } from '../own-program.ts'
import { endTree } from '../service/end-tree.ts'
import { MARKER, type RunRecord, readRun } from '../service/run-record.ts'
import { agentEnvironment } from './environment.ts'
import { findProgram } from './find-program.ts'
import { SAID } from './said-file.ts'
import { START, writerIn } from './start-file.ts'

export type AgentStart = {
  /** The run's own. Made when missing. */
  folder: string
  /** Unlike that of any other run. */
  marker: string
  /** The worktree. */
  cwd: string
  harness: {
    driver: Driver
    /** The program and its first words; `scripted` has none. */
    words: string[]
    model?: string
    /** Further words, at the end. Of `scripted` the first is the script's path. */
    args: string[]
  }
  /** FLOWER_URL, FLOWER_TOKEN and the like, and the worktree's own values. Nothing else of flower's environment but what the harness needs. */
  env: Record<string, string>
  /** The first message. Never on a command line. */
  prompt: string
  /** The session to go on with. */
  resume?: string
  /** flower's own tools over HTTP. `stdio`: the words of `flower mcp`, for harnesses that can't do HTTP. */
  mcp: { url: string; stdio?: string[] }
  /** For a shell: asked before each tool, as `guardCommand` makes it. */
  guard?: string
  /** Put into the context again after the harness compacted it. */
  reminder: string
  /** The harness, and all that it starts, can't write what the plan closes. */
  seal?: { tier: WorkingTier; plan: SealPlan }
  /** Of the log, and of what is kept of the words and tools. */
  maxLogBytes: number
}

export type AgentStarted =
  | { outcome: 'started'; run: RunRecord }
  | { outcome: 'missing'; program: string }
  | { outcome: 'missing_folder'; folder: string }
  | { outcome: 'unusable'; reason: string }

const HOST = ownProgram('agents/host')
/** A host moves lines and needs little memory. */
const SMALL = ['--max-old-space-size=96', '--max-semi-space-size=1']
const START_MS = 60_000
const HOST_GOES_MS = 2_000

/** Answers once the harness's program runs or can't; what it says from then on is in the folder. Throws only when that can't be made. */
export async function startAgent(start: AgentStart): Promise<AgentStarted> {
  const { folder, marker, env: own, ...rest } = start
  const [program] = start.harness.driver === 'scripted' ? [process.execPath] : start.harness.words
  if (!program) return { outcome: 'unusable', reason: 'there is no program to run' }
  if (!isFolder(start.cwd)) return { outcome: 'missing_folder', folder: start.cwd }
  const env = agentEnvironment(start.harness.driver, process.env, own)
  if (findProgram(program, env.PATH, start.cwd) === undefined) return { outcome: 'missing', program }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writerIn(folder)(START, JSON.stringify(rest))
  writeFileSync(join(folder, SAID), '', { mode: 0o600, flag: 'a' })
  const host = await startAndHear(process.execPath, [...SMALL, ...sourceFlags, HOST, folder], {
    cwd: start.cwd,
    env: { ...env, [MARKER]: marker },
    timeoutMs: START_MS,
  })
  const run = readRun(folder)
  const begun = host.outcome === 'started' && run?.marker === marker && host.line === 'started'
  if (begun) return { outcome: 'started', run: withoutEnding(run) }
  if (run?.marker === marker) await endTree(run, HOST_GOES_MS)
  if (host.outcome === 'missing_folder') return host
  return { outcome: 'unusable', reason: reasonOf(host) }
}

function withoutEnding({ marker, pid, startedAt, socket }: RunRecord): RunRecord {
  return { marker, pid, startedAt, socket }
}

function reasonOf(host: { outcome: string; line?: string; said?: string; reason?: string }): string {
  return host.reason ?? (host.line || host.said || `its host did not start (${host.outcome})`)
}
