/** A checkout apart from MAIN: what the house knows of it. What is on the disk is told by the runner, never assumed. */
import { z } from 'zod'
import type { Actor } from './actor.ts'
import { actorName } from './actor.ts'
import type { Change } from './change.ts'
import { newEvent } from './events/catalogue.ts'
import { ref } from './ref.ts'
import { Refusal } from './refusal.ts'

export const worktreeStatuses = ['creating', 'preparing', 'ready', 'failed', 'removing', 'removed', 'gone'] as const
export const WorktreeStatus = z.enum(worktreeStatuses)
export type WorktreeStatus = z.infer<typeof WorktreeStatus>

/** isolated: own database, ports and prefixes; shared: MAIN's services; code: no services and no secrets. */
export const isolations = ['isolated', 'shared', 'code'] as const
export const Isolation = z.enum(isolations)
export type Isolation = z.infer<typeof Isolation>

/** How its folder stands beside its base and MAIN, when it was last looked at. Counts of files and of commits. */
export const Standing = z.object({
  head: z.string(),
  branch: z.string().nullable(),
  modified: z.int(),
  untracked: z.int(),
  unmerged: z.int(),
  ahead: z.int(),
  behind: z.int(),
  /** What git is in the middle of: rebase, merge, bisect … */
  busy: z.string().nullable(),
  at: z.string(),
})
export type Standing = z.infer<typeof Standing>

/** Times are ISO 8601 in UTC; `base` is a full object id. */
export const Worktree = z.object({
  id: z.int(),
  projectId: z.int(),
  briefId: z.int().nullable(),
  name: z.string(),
  path: z.string(),
  branch: z.string().nullable(),
  base: z.string(),
  isolation: Isolation,
  /** `main`: a read-only checkout that is brought up to date after each landing. */
  follows: z.enum(['main']).nullable(),
  status: WorktreeStatus,
  reason: z.string().nullable(),
  /** Made by somebody else and adopted: never removed without being asked. */
  adopted: z.boolean(),
  ports: z.record(z.string(), z.int()),
  fingerprint: z.string().nullable(),
  warnings: z.array(z.string()),
  standing: Standing.nullable(),
  /** The ref that holds all of its work since it was removed. */
  rescue: z.string().nullable(),
  /** Asked to go although there is unlanded work: the snapshot is made all the same. */
  confirmed: z.boolean(),
  createdBy: z.string(),
  createdAt: z.string(),
  movedAt: z.string(),
  endedAt: z.string().nullable(),
})
export type Worktree = z.infer<typeof Worktree>

export const worktreeRef = (id: number): string => ref('worktree', id)

/** Our own names: what git, a shell and a host name all read as the same. */
export const worktreeNamePattern = /^[a-z0-9][a-z0-9._/-]{0,79}$/

type Moment = { actor: Actor; now: string }

export type Plan = Moment & Pick<Worktree, 'id' | 'projectId' | 'briefId' | 'name' | 'path' | 'branch' | 'base' | 'isolation' | 'follows' | 'adopted'>

/** Records the intent; the runner carries it out and tells what it found. */
export function planWorktree(plan: Plan): Change & { worktrees: [Worktree] } {
  const { actor, now, ...asked } = plan
  const worktree: Worktree = {
    ...asked,
    status: 'creating',
    reason: null,
    ports: {},
    fingerprint: null,
    warnings: [],
    standing: null,
    rescue: null,
    confirmed: false,
    createdBy: actorName(actor),
    createdAt: now,
    movedAt: now,
    endedAt: null,
  }
  const payload = { worktreeId: worktree.id, name: worktree.name, branch: worktree.branch ?? undefined }
  return { worktrees: [worktree], events: [newEvent('worktree_requested', worktree.briefId, payload, worktree.projectId)] }
}

/** What the runner found out; the house takes it as the next state of the worktree. */
export const Finding = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('created'), path: z.string(), branch: z.string().nullable(), base: z.string(), warnings: z.array(z.string()) }),
  z.strictObject({ what: z.literal('prepared'), fingerprint: z.string(), ports: z.record(z.string(), z.int()), standing: Standing }),
  z.strictObject({ what: z.literal('failed'), reason: z.string() }),
  z.strictObject({ what: z.literal('kept'), reason: z.string() }),
  z.strictObject({ what: z.literal('removed'), rescue: z.string().nullable(), branchDeleted: z.boolean() }),
  z.strictObject({ what: z.literal('gone'), reason: z.string() }),
  z.strictObject({ what: z.literal('looked'), standing: Standing }),
])
export type Finding = z.infer<typeof Finding>

const follows: Record<Finding['what'], readonly WorktreeStatus[]> = {
  created: ['creating'],
  prepared: ['preparing', 'ready', 'failed'],
  failed: ['creating', 'preparing', 'ready'],
  kept: ['removing'],
  removed: ['removing'],
  gone: ['creating', 'preparing', 'ready', 'failed', 'removing'],
  looked: ['ready', 'failed', 'preparing'],
}

/** A finding that comes late, about a state that has passed, changes nothing. */
export function settle(worktree: Worktree, finding: Finding, now: string): Change {
  if (!follows[finding.what].includes(worktree.status)) return { events: [] }
  const next = { ...worktree, movedAt: now }
  const about = { worktreeId: worktree.id, name: worktree.name }
  const tell = (change: Partial<Worktree>, event?: Change['events'][number]): Change => ({ worktrees: [{ ...next, ...change }], events: event ? [event] : [] })
  const on = worktree.briefId
  const where = worktree.projectId
  switch (finding.what) {
    case 'created':
      return tell(
        { status: 'preparing', path: finding.path, branch: finding.branch, base: finding.base, warnings: finding.warnings },
        newEvent('worktree_created', on, { ...about, path: finding.path, branch: finding.branch ?? undefined, base: finding.base, warnings: finding.warnings }, where),
      )
    case 'prepared':
      return tell(
        { status: 'ready', reason: null, fingerprint: finding.fingerprint, ports: finding.ports, standing: finding.standing },
        finding.fingerprint === worktree.fingerprint && worktree.status === 'ready' ? undefined : newEvent('worktree_prepared', on, about, where),
      )
    case 'failed':
      return tell({ status: 'failed', reason: finding.reason }, newEvent('worktree_failed', on, { ...about, reason: finding.reason }, where))
    case 'kept':
      return tell({ status: 'ready', reason: finding.reason, confirmed: false }, newEvent('worktree_kept', on, { ...about, reason: finding.reason }, where))
    case 'removed':
      return tell({ status: 'removed', reason: null, rescue: finding.rescue, endedAt: now }, newEvent('worktree_removed', on, { ...about, rescue: finding.rescue ?? undefined }, where))
    case 'gone':
      return tell({ status: 'gone', reason: finding.reason, endedAt: now }, newEvent('worktree_gone', on, { ...about, reason: finding.reason }, where))
    case 'looked':
      return tell({ standing: finding.standing })
  }
}

/** Asks for a worktree to go. Live leases and unlanded work refuse; `confirm` goes on, still with a snapshot. */
export function askRemoval(worktree: Worktree, holders: string[], ask: Moment & { confirm: boolean }): Change {
  if (worktree.status === 'removed' || worktree.status === 'gone') throw new Refusal('worktree.ended', { worktreeId: worktree.id, status: worktree.status })
  if (worktree.status === 'removing') return { events: [] }
  if (holders.length > 0) throw new Refusal('worktree.held', { worktreeId: worktree.id, holders: holders.join(', ') })
  const dirty = unsaved(worktree)
  if (dirty && !ask.confirm) throw new Refusal('worktree.dirty', { worktreeId: worktree.id, ...worktree.standing, counts: dirty })
  return {
    worktrees: [{ ...worktree, status: 'removing', reason: null, confirmed: ask.confirm, movedAt: ask.now }],
    events: [newEvent('worktree_removal_asked', worktree.briefId, { worktreeId: worktree.id, name: worktree.name, confirmed: ask.confirm }, worktree.projectId)],
  }
}

/** What would only live in the snapshot, in words; undefined when all is in a commit that another branch holds, or nobody looked yet. */
function unsaved(worktree: Worktree): string | undefined {
  const at = worktree.standing
  if (!at) return undefined
  const parts = [
    at.modified > 0 && `${at.modified} modified`,
    at.untracked > 0 && `${at.untracked} untracked`,
    at.unmerged > 0 && `${at.unmerged} unmerged`,
    at.ahead > 0 && `${at.ahead} commits that are not in MAIN`,
    at.busy && `a ${at.busy} in progress`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : undefined
}
