// Every process of a run, also those that left its process group by setsid or were orphaned by a double fork.

import { allProcesses, hasInEnvironment, type ProcessFacts, readProcess } from '../process.ts'
import { MARKER, type Marked } from './run-record.ts'

/** A process of this moment; `startedAt` tells it from a later one of the same number. */
export type Found = { pid: number; startedAt: string }

/** The reach of a search: everything that carries the marker, or only the process group where there is no /proc. */
export const canSeeTrees = (): boolean => process.platform === 'linux'

/**
 * The living processes of a run: those with its marker in their environment, those of its keeper's session, and all that
 * descend from these. One that both cleared its environment and was orphaned after its session's leader died is not found.
 */
export function findTree(run: Marked): Found[] {
  const all = new Map<number, ProcessFacts>()
  for (const pid of allProcesses()) {
    const facts = readProcess(pid)
    if (facts && pid !== process.pid && facts.letter !== 'Z' && facts.letter !== 'X') all.set(pid, facts)
  }
  const leader = run.pid === undefined ? undefined : all.get(run.pid)
  // The number may be another's by now; then so is the session.
  const isLed = leader !== undefined && leader.startedAt === run.startedAt
  const found = new Set<number>()
  for (const [pid, facts] of all)
    if ((isLed && facts.session === run.pid) || hasInEnvironment(pid, MARKER, run.marker)) found.add(pid)
  addDescendants(found, all)
  return [...found].map(pid => ({ pid, startedAt: all.get(pid)?.startedAt ?? '' }))
}

function addDescendants(found: Set<number>, all: Map<number, ProcessFacts>): void {
  const before = found.size
  for (const [pid, facts] of all) if (found.has(facts.parent)) found.add(pid)
  if (found.size > before) addDescendants(found, all)
}
