// Finds an agent again after flower was started anew, and ends one whole.

import type { Ending } from '#domain/serving/service.ts'
import { endTree, type TreeEnd } from '../service/end-tree.ts'
import { readopt } from '../service/readopt.ts'
import type { RunRecord } from '../service/run-record.ts'
import { clearOrders } from './orders.ts'

export type AgentFound =
  | { is: 'living'; run: RunRecord }
  /**
   * `ending`: how its program ended, if its host saw that; without it the host was killed, and the program may live.
   * `remains` of its processes are there: end the run.
   */
  | { is: 'ended'; run: RunRecord; ending: Pick<Ending, 'exitCode' | 'signal'> | undefined; remains: number }
  | { is: 'none' }

/** By number, start time and marker of its host together. */
export function findAgent(folder: string): AgentFound {
  const found = readopt(folder)
  if (found.outcome === 'none') return { is: 'none' }
  if (found.outcome === 'living') return { is: 'living', run: found.run }
  const { run, ending, remains } = found
  return { is: 'ended', run, ending, remains }
}

/**
 * SIGTERM to the harness and all that it ever started, also what has a session of its own, SIGKILL after `graceMs` to what
 * is left. `exited` is said before the host goes.
 */
export async function endAgent(run: RunRecord, graceMs: number): Promise<TreeEnd> {
  const ended = await endTree(run, graceMs)
  if (ended.outcome === 'stopped' && run.socket !== undefined) clearOrders(run.socket)
  return ended
}
