// What a service's keeper writes down about the run, so that it can be found again after flower itself was started anew.

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ending } from '#domain/serving/service.ts'

/** The variable that every process of a run has in its environment. */
export const MARKER = 'FLOWER_RUN'

/** A run of a service. `pid` is its keeper's, which is the number of its process group too. */
export type RunRecord = {
  marker: string
  pid: number
  /** As `processStartedAt` says it; undefined where the system can't say. */
  startedAt?: string | undefined
  /** Where an agent's host takes orders; services have none. */
  socket?: string | undefined
}

/** All that carries one marker, whether a keeper leads it or not. */
export type Marked = Pick<RunRecord, 'marker'> & Partial<RunRecord>

/** As it stands in the file; `ending` once the program itself has ended, whatever it left running. */
type KeptRun = RunRecord & { ending?: Pick<Ending, 'exitCode' | 'signal'> | undefined }

const pathOf = (folder: string): string => join(folder, 'run.json')

/** Whole or not at all. Not synced to the disk: after a power loss there is no process to find. */
export function writeRun(folder: string, run: KeptRun): void {
  const path = pathOf(folder)
  writeFileSync(`${path}.part`, JSON.stringify(run), { mode: 0o600 })
  renameSync(`${path}.part`, path)
}

/** The last run that was started in this folder; undefined when there was none, or when the file says nothing. */
export function readRun(folder: string): KeptRun | undefined {
  try {
    const run: unknown = JSON.parse(readFileSync(pathOf(folder), 'utf8'))
    return isRun(run) ? run : undefined
  } catch {
    return undefined
  }
}

function isRun(run: unknown): run is KeptRun {
  if (typeof run !== 'object' || run === null || !('marker' in run) || !('pid' in run)) return false
  return typeof run.marker === 'string' && run.marker !== '' && Number.isSafeInteger(run.pid)
}
