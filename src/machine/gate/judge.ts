// One run of one gate on one commit, from a clean checkout to what is to be said of the tree.

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandLine } from '#domain/configuration/command-line.ts'
import type { ConfiguredCommand } from '#domain/configuration/commands-of.ts'
import { worktreeEnvironment } from '#domain/configuration/environment.ts'
import type { GateRun } from '#domain/landing/verdict.ts'
import { openLog } from '../service/log-ring.ts'
import { inTurn } from '../worktree/in-turn.ts'
import { type Check, type CheckWish, changesIn, readyCheck } from './checkout.ts'
import { discardCheck } from './discard.ts'
import { endLeftOver, noteRun } from './left-over.ts'
import { type CheckPlace, type Refs, refsOf } from './own-repository.ts'
import { type GateEnding, runGate } from './run-gate.ts'

export interface JudgeWish extends CheckWish {
  gate: { name: string; definitionHash: string; command: CommandLine; timeoutMs: number }
  toolchain: string
  /** Submissions that it is about; told to whoever asks what runs. */
  mergeIds?: number[]
  logs: string
  maxLogBytes: number
  /** Milliseconds since 1970. */
  now: () => number
}

export type Judgement =
  | { outcome: 'judged'; run: GateRun }
  /** By the caller's signal; there is no verdict. */
  | { outcome: 'cancelled' }
  /** The commands of MAIN's configuration wait for an operator's trust; nothing was run. */
  | { outcome: 'untrusted'; commands: ConfiguredCommand[] }
  /** Nothing is said of the commit: git, the disk or the system stood in the way, and an operator has to look. */
  | { outcome: 'trouble'; reason: string }

/** A run of a gate by its name in `logs`: what `readLog` and `followLog` read. */
export const runFolder = (logs: string, marker: string): string => join(logs, marker)

/** One after the other in each folder of checks. Throws for nothing that git, a disk or a gate does. */
export async function judge(wish: JudgeWish): Promise<Judgement> {
  if (!/^[\w-]+$/.test(wish.marker)) throw new TypeError(`not the name of a run: ${JSON.stringify(wish.marker)}`)
  return inTurn(wish.folder, async () => {
    try {
      return await judgeAlone(wish)
    } catch (error) {
      return { outcome: 'trouble', reason: error instanceof Error ? error.message : String(error) }
    }
  })
}

async function judgeAlone(wish: JudgeWish): Promise<Judgement> {
  const { folder, marker, signal } = wish
  const before = await endLeftOver(folder)
  if (before.outcome === 'still_running') return stuck(before.pids)
  if (signal?.aborted) return { outcome: 'cancelled' }
  const startedAt = wish.now()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const about = { gate: wish.gate.name, commit: wish.commit, mergeIds: wish.mergeIds ?? [] }
  const run = { ...about, startedAt: new Date(startedAt).toISOString() }
  await noteRun(folder, { marker, folder: runFolder(wish.logs, marker), about: run })
  const said = await judgeChecked(wish, await readyCheck(wish))
  // What preparing or the gate left in the background would be there during the next run.
  const after = await endLeftOver(folder)
  if (after.outcome === 'still_running') return stuck(after.pids)
  if (!('tree' in said)) return said
  const { gate, toolchain, commit, now } = wish
  const judged = { gate: gate.name, definitionHash: gate.definitionHash, toolchain, commit, log: marker }
  const times = { startedAt: new Date(startedAt).toISOString(), tookMs: Math.max(0, Math.round(now() - startedAt)) }
  return { outcome: 'judged', run: { ...judged, ...said, ...times } }
}

const stuck = (pids: number[]) => ({
  outcome: 'trouble' as const,
  reason: `Processes of a gate can't be ended: ${pids.join(', ')}. They hang in the system or belong to another user.`,
})

type Said = Pick<GateRun, 'tree' | 'outcome' | 'summary' | 'exitCode' | 'lines'>

async function judgeChecked(wish: JudgeWish, check: Check): Promise<Said | Exclude<Judgement, { outcome: 'judged' }>> {
  if (wish.signal?.aborted) return { outcome: 'cancelled' }
  if (check.outcome === 'trouble' || check.outcome === 'untrusted') return check
  const { tree } = check
  if (check.outcome === 'unprepared') {
    const { step, problem, lastLines: lines } = check
    const summary = `It could not be prepared: ${step}: ${problem}`
    const log = openLog(join(runFolder(wish.logs, wish.marker), 'log'), wish.maxLogBytes)
    log.write(Buffer.from([summary, ...lines, ''].join('\n')))
    return { tree, outcome: 'failed', summary, exitCode: null, lines }
  }
  const ending = await run(wish, check.place)
  if (ending.outcome === 'cancelled') return { outcome: 'cancelled' }
  if (ending.outcome === 'stuck') {
    await discardCheck(check.place)
    return stuck(ending.pids)
  }
  const exitCode = ending.outcome === 'ended' ? ending.exitCode : null
  const touched = await whatItTouched(wish.commit, check.place, check.refs)
  const said = touched === undefined ? whatItSaid(ending, wish.gate.timeoutMs) : voidOf(`It left ${touched}`)
  return { tree, ...said, exitCode, lines: ending.lines }
}

const voidOf = (why: string) => ({ outcome: 'void' as const, summary: `${why}; so it says nothing.` })

function whatItSaid(
  ending: Exclude<GateEnding, { outcome: 'cancelled' | 'stuck' }>,
  timeoutMs: number,
): Pick<GateRun, 'outcome' | 'summary'> {
  switch (ending.outcome) {
    case 'timed_out':
      return { outcome: 'timed_out', summary: `It took longer than ${timeoutMs / 1_000} s and was ended.` }
    case 'not_started':
      return { outcome: 'failed', summary: ending.reason }
    case 'lost':
      return voidOf('Its keeper was killed, and nobody saw how it ended')
    case 'ended':
      if (ending.exitCode === 0) return { outcome: 'passed', summary: 'It passed.' }
      return { outcome: 'failed', summary: `It ended ${howOf(ending)}.` }
    default:
      return ending satisfies never
  }
}

const howOf = ({ exitCode, signal }: { exitCode: number | null; signal: string | null }): string =>
  exitCode === null ? `by ${signal ?? 'a signal'}` : `with exit code ${exitCode}`

function run(wish: JudgeWish, place: CheckPlace): Promise<GateEnding> {
  const { configuration, values, isolation, gate, marker, maxLogBytes, signal } = wish
  const { variables: env } = worktreeEnvironment(configuration, values, isolation)
  const { command, timeoutMs } = gate
  const folder = runFolder(wish.logs, marker)
  return runGate({
    command,
    cwd: place.tree,
    env,
    timeoutMs,
    marker,
    folder,
    maxLogBytes,
    ...(signal ? { signal } : {}),
  })
}

/** A gate that changes what it judges judges something else. Whatever others do in the project's own repository is not seen here. */
async function whatItTouched(commit: string, place: CheckPlace, refs: Refs): Promise<string | undefined> {
  const changed = await changesIn(place, commit, place.index)
  if (changed !== undefined) return changed
  const now = await refsOf(place.gitDir)
  if (now === undefined) return 'refs that git can no longer read'
  const [old, fresh] = [new Set(refs), new Set(now)]
  const moved = [...now.filter(each => !old.has(each)), ...refs.filter(each => !fresh.has(each))]
  const names = [...new Set(moved.map(each => each.slice(each.indexOf(' ') + 1)))]
  return names.length > 0 ? `refs moved: ${names.slice(0, 5).join(', ')}` : undefined
}
