// What a gate left running when flower was killed: found again by its marker and ended, before anything else runs there.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readFileIfThere, writeFileDurably } from '../files.ts'
import { endTree } from '../service/end-tree.ts'
import { canSeeTrees } from '../service/find-tree.ts'
import { readRun } from '../service/run-record.ts'

/** A run as it is noted before anything of it starts. `folder` is the run's own, in which its keeper leaves its record. */
export interface NotedRun {
  marker: string
  folder: string
  about: RunAbout
}

/** What it judges, for whoever asks meanwhile. */
export interface RunAbout {
  gate: string
  commit: string
  /** Submissions whose commits it judges. */
  mergeIds: number[]
  startedAt: string
}

const unknown: RunAbout = { gate: '', commit: '', mergeIds: [], startedAt: '' }
const NotedRun = z.object({
  marker: z.string().min(1),
  folder: z.string(),
  // What an older flower noted says no more than where it is.
  about: z
    .object({ gate: z.string(), commit: z.string(), mergeIds: z.array(z.int()), startedAt: z.string() })
    .default(unknown),
})

const pathOf = (checkFolder: string): string => join(checkFolder, 'running.json')

export const noteRun = (checkFolder: string, run: NotedRun): Promise<void> =>
  writeFileDurably(pathOf(checkFolder), JSON.stringify(run), 0o600)

export type LeftOver =
  | { outcome: 'none' }
  /** Its verdict is nobody's: `marker` tells which run it was, `processes` how many of it still lived. */
  | { outcome: 'ended'; marker: string; processes: number }
  | { outcome: 'still_running'; marker: string; pids: number[] }

const GRACE_MS = 2_000

/** For a check in which nothing of ours runs: after a start of flower, and before each run. */
export async function endLeftOver(checkFolder: string): Promise<LeftOver> {
  const noted = await readNoted(checkFolder)
  if (noted === undefined) return { outcome: 'none' }
  const kept = readRun(noted.folder)
  const record = kept?.marker === noted.marker ? kept : undefined
  // Without a record there is no group to be told from another's; where environments are seen, the marker is enough.
  const end = record || canSeeTrees() ? await endTree(record ?? { marker: noted.marker, pid: 0 }, GRACE_MS) : undefined
  if (end?.outcome === 'still_running') return { ...end, marker: noted.marker }
  await rm(pathOf(checkFolder), { force: true })
  return { outcome: 'ended', marker: noted.marker, processes: end?.ended ?? 0 }
}

/** What runs in a check right now, or ran there when flower was killed. */
export const runningIn = (checkFolder: string): Promise<NotedRun | undefined> => readNoted(checkFolder)

async function readNoted(checkFolder: string): Promise<NotedRun | undefined> {
  const text = (await readFileIfThere(pathOf(checkFolder)))?.toString('utf8')
  try {
    return NotedRun.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    return undefined
  }
}
