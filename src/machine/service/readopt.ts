// After flower was started anew: which of the services that it had started still live.

import type { Ending } from '#domain/serving/service.ts'
import { hasInEnvironment, isAlive } from '../process.ts'
import { canSeeTrees, findTree } from './find-tree.ts'
import { MARKER, type RunRecord, readRun } from './run-record.ts'

export type Readoption =
  | { outcome: 'living'; run: RunRecord }
  /**
   * Its program or its keeper is gone. `ending` says how the program ended, if its keeper saw that. `remains` of its
   * processes are still there (0 where the system can't show): end the tree before starting it again.
   */
  | { outcome: 'dead'; run: RunRecord; ending: Pick<Ending, 'exitCode' | 'signal'> | undefined; remains: number }
  /** Nothing was ever started in this folder, or its record is unreadable. */
  | { outcome: 'none' }

/** Looks by number, start time and marker together: a number that was given to somebody else is nobody of ours. */
export function readopt(folder: string): Readoption {
  const kept = readRun(folder)
  if (kept === undefined) return { outcome: 'none' }
  const { ending: _, ...run } = kept
  if (kept.ending === undefined && isItself(run)) return { outcome: 'living', run }
  // Its keeper may have written the end down, and gone, since the record was read.
  const last = kept.ending === undefined ? readRun(folder) : kept
  const ending = last?.marker === run.marker ? last.ending : undefined
  return { outcome: 'dead', run, ending, remains: canSeeTrees() ? findTree(run).length : 0 }
}

/** Whether the run's keeper is alive and is the one that we started. */
export function isItself(run: RunRecord): boolean {
  return isAlive(run.pid, run.startedAt) && (!canSeeTrees() || hasInEnvironment(run.pid, MARKER, run.marker))
}
