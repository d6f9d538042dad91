/** A checkout apart from MAIN: what the house knows of it. What is on the disk is told by the runner, never assumed. */
import { z } from 'zod'
import { ref } from '../ref.ts'

export const worktreeStatuses = ['creating', 'preparing', 'ready', 'failed', 'removing', 'removed', 'gone'] as const
export const WorktreeStatus = z.enum(worktreeStatuses)
export type WorktreeStatus = z.infer<typeof WorktreeStatus>

/** isolated: own database, ports and prefixes; shared: MAIN's services; code: no services and no secrets. */
export const isolations = ['isolated', 'shared', 'code'] as const
export const Isolation = z.enum(isolations)
export type Isolation = z.infer<typeof Isolation>

/** What the runner was asked to do with it, until it says how that went. */
export const errands = ['create', 'adopt', 'restore', 'prepare', 'sync', 'remove'] as const
export const Errand = z.enum(errands)
export type Errand = z.infer<typeof Errand>

/** How its folder stands, when it was last looked at. Counts of files and of commits; `ahead` and `behind` of MAIN's tip. */
export const Standing = z.object({
  head: z.string().nullable(),
  /** What HEAD is on; another branch than the recorded one is a drift. Null when detached. */
  branch: z.string().nullable(),
  modified: z.int(),
  untracked: z.int(),
  unmerged: z.int(),
  ahead: z.int().nullable(),
  behind: z.int().nullable(),
  /** Every commit is in MAIN, whichever way it landed; null when that was not looked at. */
  landed: z.boolean().nullable(),
  /** What git is in the middle of: rebase, merge, bisect … */
  underWay: z.array(z.string()),
  at: z.string(),
})
export type Standing = z.infer<typeof Standing>

/**
 * What the runner writes down before it changes anything outside, so that it can complete or undo it after a kill: where the
 * branch stood before a creation, or where a removal keeps everything.
 */
export const Journal = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('create'),
    head: z.string(),
    before: z.string().optional(),
    start: z.enum(['base', 'continued', 'remote']),
    rescue: z.string().optional(),
  }),
  z.object({ of: z.literal('remove'), rescue: z.string(), trash: z.string() }),
  z.object({ of: z.literal('prepare') }),
  z.object({ of: z.literal('restore') }),
  z.object({ of: z.literal('sync'), head: z.string() }),
])
export type Journal = z.infer<typeof Journal>

/** What its folder takes of the disk, in bytes, when it was last measured. `atLeast` when measuring it whole would take too long. */
export const Disk = z.object({ bytes: z.int(), at: z.string(), atLeast: z.literal(true).optional() })
export type Disk = z.infer<typeof Disk>

/** Times are ISO 8601 in UTC. */
export const Worktree = z.object({
  id: z.int(),
  projectId: z.int(),
  /** The id of the node on whose disk it lies: only the runner there carries out what is asked of it. Empty while none is known. */
  node: z.string(),
  briefId: z.int().nullable(),
  name: z.string(),
  /** Absolute; while it is a record, nobody else is given this place. */
  path: z.string(),
  /** Null for one that follows MAIN, and for an adopted one with a detached HEAD. */
  branch: z.string().nullable(),
  /** The ref that was asked for; null stands for MAIN's tip at the time of its making. */
  wantedBase: z.string().nullable(),
  /** The full object id that it began at; null until it was made. */
  base: z.string().nullable(),
  isolation: Isolation,
  /** `main`: a read-only checkout that is brought up to date after each landing. */
  follows: z.enum(['main']).nullable(),
  status: WorktreeStatus,
  errand: Errand.nullable(),
  /** Why it failed or was kept. */
  reason: z.string().nullable(),
  /** Made by somebody else and adopted. */
  adopted: z.boolean(),
  ports: z.record(z.string(), z.int()),
  /** Of what it was prepared from; null until it was. */
  fingerprint: z.string().nullable(),
  warnings: z.array(z.string()),
  standing: Standing.nullable(),
  disk: Disk.nullable(),
  journal: Journal.nullable(),
  /** The ref that holds all of its work since it was removed, and the folder in the trash. */
  rescue: z.string().nullable(),
  trash: z.string().nullable(),
  /** Asked to go although there is unlanded work: the snapshot is made all the same. */
  confirmed: z.boolean(),
  createdBy: z.string(),
  createdAt: z.string(),
  movedAt: z.string(),
  endedAt: z.string().nullable(),
})
export type Worktree = z.infer<typeof Worktree>

export const worktreeRef = (id: number): string => ref('worktree', id)

/** Days for which a removed worktree can be restored. */
export const restorableDays = 30

export const hasEnded = (worktree: Pick<Worktree, 'status'>): boolean =>
  worktree.status === 'removed' || worktree.status === 'gone'

/** What would only live in the snapshot, in words; undefined when every file and commit is elsewhere too, or nobody looked yet. */
export function unsaved(standing: Standing | null): string | undefined {
  if (!standing) return undefined
  const { modified, untracked, unmerged, underWay } = standing
  const ahead = standing.landed ? 0 : (standing.ahead ?? 0)
  const parts = [
    modified > 0 && `${modified} modified`,
    untracked > 0 && `${untracked} untracked`,
    unmerged > 0 && `${unmerged} unmerged`,
    ahead > 0 && `${ahead} ${ahead === 1 ? 'commit that is' : 'commits that are'} not in MAIN`,
    underWay.length > 0 && `a ${underWay.join(' and a ')} under way`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : undefined
}
