/** Who works in a project: one row for each actor, and how alive it is, derived from what was heard of it. */
import { z } from 'zod'
import { later, leaseMs } from '../dispatch.ts'
import { Role } from '../role.ts'
import type { Run } from './run.ts'

export const RosterEntry = z.object({
  id: z.int(),
  projectId: z.int(),
  actor: z.string(),
  role: Role,
  harness: z.string().nullable(),
  /** Seconds within which it says that it is there, as it declared. */
  cadence: z.int().nullable(),
  seenAt: z.string(),
  contextTokens: z.int().nullable(),
  lastWords: z.string().nullable(),
  parkedAt: z.string().nullable(),
  /** When its run ended: it is not waited for. */
  goneAt: z.string().nullable(),
  createdAt: z.string(),
})
export type RosterEntry = z.infer<typeof RosterEntry>

export const livenesses = ['starting', 'working', 'waiting_input', 'waiting_permission', 'waiting_limit', 'idle', 'parked', 'stale', 'gone'] as const // biome-ignore format: a list of words
export const Liveness = z.enum(livenesses)
export type Liveness = z.infer<typeof Liveness>

/** Milliseconds after which whoever holds nothing and says nothing is gone. */
const goneMs = 60 * 60_000
/** Milliseconds of silence after which a run that is said to work is in doubt. */
export const silentMs = 10 * 60_000

export type Heard = {
  entry: Pick<RosterEntry, 'seenAt' | 'cadence' | 'parkedAt' | 'goneAt'>
  run: Pick<Run, 'status' | 'state' | 'activeAt'> | undefined
  /** It holds a lease. */
  holds: boolean
}

/** A run tells by its process and its words; whoever was not started by flower only by its check-ins. */
export function livenessOf({ entry, run, holds }: Heard, now: string): Liveness {
  if (entry.parkedAt !== null && run === undefined && !holds) return 'parked'
  if (run) {
    if (run.status === 'starting') return 'starting'
    if (run.state === 'input') return 'waiting_input'
    if (run.state === 'permission') return 'waiting_permission'
    if (run.state === 'limit') return 'waiting_limit'
    if (run.state === 'attached') return 'working'
    return run.activeAt < later(now, -silentMs) ? 'stale' : 'working'
  }
  if (entry.goneAt !== null && !holds) return 'gone'
  const patience = entry.cadence === null ? leaseMs / 2 : entry.cadence * 2_000
  const silent = entry.seenAt < later(now, -patience)
  if (holds) return silent ? 'stale' : 'working'
  if (entry.seenAt < later(now, -goneMs)) return 'gone'
  return silent && entry.cadence !== null ? 'stale' : 'idle'
}
