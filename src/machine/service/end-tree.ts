// Ends a run whole, and says so only once nothing of it is left.

import { setTimeout as pass } from 'node:timers/promises'
import { isAlive } from '../process.ts'
import { canSeeTrees, type Found, findTree } from './find-tree.ts'
import type { Marked } from './run-record.ts'

export type TreeEnd =
  /**
   * Nothing is left within `reach`: the whole tree, or only the process group where the system shows no environments.
   * `ended` processes were there; `forced` when some did not heed SIGTERM.
   */
  | { outcome: 'stopped'; reach: 'tree' | 'group'; ended: number; forced: boolean }
  /** These are still there after SIGKILL: they hang in the system, or belong to another user. */
  | { outcome: 'still_running'; pids: number[] }

/** From one look to the next, and how often a look is at all processes rather than at the known ones. */
const LOOK_MS = 40
const LOOKS_UNTIL_ALL = 10
const KILL_MS = 5_000
/** The keeper writes down how its program ended before it goes too. */
const KEEPER_MS = 500

/**
 * SIGTERM to every process of the run, SIGKILL after `graceMs` to what is left. Nothing is signalled but what carries the
 * run's marker, is of its keeper's session or descends from these; what was ended before is an end too.
 */
export async function endTree(run: Marked, graceMs: number): Promise<TreeEnd> {
  if (!canSeeTrees()) return endGroup(run, graceMs)
  const told = new Map<number, Found>()
  const left = await tellUntilGone(run, 'SIGTERM', graceMs, told)
  if (left.length === 0) return { outcome: 'stopped', reach: 'tree', ended: told.size, forced: false }
  const stubborn = left.filter(each => each.pid !== run.pid)
  const killed = new Map<number, Found>()
  // The keeper last, for it notes how the others ended.
  if (stubborn.length > 0) await tellUntilGone(run, 'SIGKILL', KILL_MS, killed, run.pid)
  const rest = await tellUntilGone(run, 'SIGTERM', KEEPER_MS, new Map())
  const last = rest.length === 0 ? [] : await tellUntilGone(run, 'SIGKILL', KILL_MS, new Map())
  if (last.length > 0) return { outcome: 'still_running', pids: last.map(each => each.pid) }
  return { outcome: 'stopped', reach: 'tree', ended: new Set([...told.keys(), ...killed.keys()]).size, forced: true }
}

/** Signals everything of the run once, whatever joins it meanwhile included; answers what is left when the time is over. */
async function tellUntilGone(
  run: Marked,
  signal: NodeJS.Signals,
  forMs: number,
  told: Map<number, Found>,
  spared?: number,
): Promise<Found[]> {
  const until = performance.now() + forMs
  let known: Found[] = []
  for (let look = 0; ; look += 1) {
    known = known.filter(each => isAlive(each.pid, each.startedAt))
    if (known.length === 0 || look % LOOKS_UNTIL_ALL === 0) known = findAll(run, told, spared)
    if (known.length === 0) return []
    for (const each of known) if (told.get(each.pid)?.startedAt !== each.startedAt) tell(each, signal, told)
    if (performance.now() >= until) return known
    await pass(LOOK_MS)
  }
}

/** What was once seen to belong to the run still does, even if its marks are gone with its parent. */
function findAll(run: Marked, told: Map<number, Found>, spared: number | undefined): Found[] {
  const found = new Map(findTree(run).map(each => [each.pid, each]))
  for (const each of told.values()) if (isAlive(each.pid, each.startedAt)) found.set(each.pid, each)
  return [...found.values()].filter(each => each.pid !== spared)
}

function tell(each: Found, signal: NodeJS.Signals, told: Map<number, Found>): void {
  told.set(each.pid, each)
  if (isAlive(each.pid, each.startedAt)) signalQuietly(each.pid, signal)
}

/** Without /proc a process can only be told from a later one by being in the group that we made. */
async function endGroup({ pid }: Marked, graceMs: number): Promise<TreeEnd> {
  if (pid === undefined) return { outcome: 'stopped', reach: 'group', ended: 0, forced: false }
  const isThere = (): boolean => signalQuietly(-pid, 0)
  const goneWithin = async (forMs: number): Promise<boolean> => {
    const until = performance.now() + forMs
    while (isThere() && performance.now() < until) await pass(LOOK_MS)
    return !isThere()
  }
  if (!isThere()) return { outcome: 'stopped', reach: 'group', ended: 0, forced: false }
  signalQuietly(-pid, 'SIGTERM')
  if (await goneWithin(graceMs)) return { outcome: 'stopped', reach: 'group', ended: 1, forced: false }
  signalQuietly(-pid, 'SIGKILL')
  if (await goneWithin(KILL_MS)) return { outcome: 'stopped', reach: 'group', ended: 1, forced: true }
  return { outcome: 'still_running', pids: [pid] }
}

function signalQuietly(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}
