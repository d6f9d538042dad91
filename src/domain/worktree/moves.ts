/** What is asked of a worktree and what the runner found: each as the next record and the events that explain it. */
import { z } from 'zod'
import type { Actor } from '../actor.ts'
import { actorName } from '../actor.ts'
import type { Change } from '../change.ts'
import type { NewEvent } from '../events/catalogue.ts'
import { newEvent } from '../events/catalogue.ts'
import { Refusal } from '../refusal.ts'
import {
  Disk,
  type Errand,
  errands,
  hasEnded,
  Journal,
  restorableDays,
  Standing,
  unsaved,
  type Worktree,
  type WorktreeStatus,
} from './worktree.ts'

type Moment = { actor: Actor; now: string }
export type WorktreeChange = Change & { worktrees: [Worktree] }

export type Plan = Moment & { errand: 'create' | 'adopt' } & Pick<
    Worktree,
    'id' | 'projectId' | 'node' | 'briefId' | 'name' | 'path' | 'branch' | 'wantedBase' | 'isolation' | 'follows'
  >

const about = (worktree: Worktree) => ({ worktreeId: worktree.id, name: worktree.name })

/** Records the intent; the runner carries it out and tells what it found. */
export function planWorktree(plan: Plan): WorktreeChange {
  const { actor, now, ...asked } = plan
  const worktree: Worktree = {
    ...asked,
    base: null,
    status: 'creating',
    reason: null,
    adopted: asked.errand === 'adopt',
    ports: {},
    fingerprint: null,
    warnings: [],
    standing: null,
    disk: null,
    journal: null,
    rescue: null,
    trash: null,
    confirmed: false,
    createdBy: actorName(actor),
    createdAt: now,
    movedAt: now,
    endedAt: null,
  }
  return asking(worktree, asked.errand)
}

/** The errand as the runner hears of it. */
function asking(worktree: Worktree, errand: Errand, confirmed?: boolean): WorktreeChange {
  const payload = { ...about(worktree), errand, branch: worktree.branch ?? undefined, confirmed }
  return {
    worktrees: [{ ...worktree, errand }],
    events: [newEvent('worktree_requested', worktree.briefId, payload, worktree.projectId)],
  }
}

/** Refuses what has ended or is on its way out. */
export function assertLiving(worktree: Worktree): void {
  if (hasEnded(worktree) || worktree.status === 'removing')
    throw new Refusal('worktree.ended', { worktreeId: worktree.id, status: worktree.status })
}

/** Brings a worktree to ready again: makes what was never made, prepares what is there. Nothing when that is under way. */
export function askPreparing(worktree: Worktree, now: string): Change {
  assertLiving(worktree)
  if (worktree.errand) return { events: [] }
  const made = worktree.base !== null
  const status: WorktreeStatus = made ? 'preparing' : 'creating'
  const errand = made ? 'prepare' : worktree.adopted ? 'adopt' : 'create'
  return asking({ ...worktree, status, reason: null, movedAt: now }, errand)
}

/** One that could never be made, as its branch is checked out elsewhere: what is there becomes it. */
export const adoptInstead = (worktree: Worktree, there: Pick<Worktree, 'node' | 'path'>, now: string): WorktreeChange =>
  asking({ ...worktree, ...there, adopted: true, status: 'creating', reason: null, movedAt: now }, 'adopt')

/** Asks for MAIN to be brought in. Refused while something else is done with it. */
export function askSync(worktree: Worktree, now: string): Change {
  assertLiving(worktree)
  if (worktree.errand === 'sync') return { events: [] }
  if (worktree.status !== 'ready' || worktree.errand)
    throw new Refusal('worktree.unready', {
      worktreeId: worktree.id,
      status: worktree.status,
      reason: worktree.reason,
    })
  return asking({ ...worktree, reason: null, movedAt: now }, 'sync')
}

/** Asks for a worktree to go. Live agents refuse always; unlanded work refuses unless `confirm`, which still keeps a snapshot. */
export function askRemoval(
  worktree: Worktree,
  holders: readonly string[],
  ask: { confirm: boolean; now: string },
): Change {
  if (hasEnded(worktree)) throw new Refusal('worktree.ended', { worktreeId: worktree.id, status: worktree.status })
  if (worktree.status === 'removing') return { events: [] }
  if (worktree.status === 'creating')
    throw new Refusal('worktree.unready', { worktreeId: worktree.id, status: worktree.status })
  if (holders.length > 0) throw new Refusal('worktree.held', { worktreeId: worktree.id, holders: holders.join(', ') })
  refuseUnsaved(worktree, ask.confirm)
  const going: Worktree = { ...worktree, status: 'removing', reason: null, confirmed: ask.confirm, movedAt: ask.now }
  return asking(going, 'remove', ask.confirm)
}

function refuseUnsaved(worktree: Worktree, confirm: boolean): void {
  const counts = unsaved(worktree.standing)
  if (!counts || confirm) return
  const { modified, untracked, unmerged, ahead, underWay } = worktree.standing ?? {}
  throw new Refusal('worktree.dirty', {
    worktreeId: worktree.id,
    counts,
    modified,
    untracked,
    unmerged,
    ahead,
    underWay,
  })
}

/** Asks for a removed one to come back as it was. */
export function askRestoring(worktree: Worktree, now: string): WorktreeChange | { events: [] } {
  if (worktree.errand === 'restore') return { events: [] }
  const ended = worktree.endedAt ? Date.parse(worktree.endedAt) : Date.parse(now)
  if (!hasEnded(worktree))
    throw new Refusal('worktree.unrestorable', { worktreeId: worktree.id, because: `it is ${worktree.status}` })
  if (!worktree.rescue)
    throw new Refusal('worktree.unrestorable', { worktreeId: worktree.id, because: 'nothing of it was kept' })
  if (Date.parse(now) - ended > restorableDays * 86_400_000)
    throw new Refusal('worktree.unrestorable', {
      worktreeId: worktree.id,
      because: `it was removed more than ${restorableDays} days ago`,
    })
  return asking(
    { ...worktree, status: 'creating', reason: null, confirmed: false, movedAt: now, endedAt: null },
    'restore',
  )
}

const warnings = z.array(z.string())

/** What the runner found out; the house takes it as the next state of the worktree. */
export const Finding = z.discriminatedUnion('what', [
  /** Written down before anything is changed. */
  z.strictObject({ what: z.literal('begun'), journal: Journal }),
  /** It had begun and was cut off, by a kill of flower; `how` says whether that is undone or gone on with. */
  z.strictObject({ what: z.literal('resumed'), how: z.string(), journal: Journal.nullable() }),
  z.strictObject({
    what: z.literal('created'),
    path: z.string(),
    branch: z.string().nullable(),
    base: z.string(),
    warnings,
    /** The ref under which an earlier tip of the branch was kept. */
    kept: z.string().optional(),
    /** Left out when nobody looked since. */
    standing: Standing.optional(),
  }),
  z.strictObject({
    what: z.literal('prepared'),
    fingerprint: z.string(),
    ports: z.record(z.string(), z.int()),
    warnings,
    standing: Standing,
  }),
  z.strictObject({
    what: z.literal('synced'),
    outcome: z.enum(['merged', 'current']),
    head: z.string(),
    standing: Standing,
  }),
  z.strictObject({ what: z.literal('failed'), reason: z.string() }),
  /** It stays: the removal can't be done. */
  z.strictObject({ what: z.literal('kept'), reason: z.string(), standing: Standing.optional() }),
  z.strictObject({
    what: z.literal('removed'),
    rescue: z.string().nullable(),
    trash: z.string().nullable(),
    leftOut: z.array(z.string()),
    branchDeleted: z.boolean(),
  }),
  z.strictObject({ what: z.literal('gone'), reason: z.string() }),
  z.strictObject({ what: z.literal('looked'), standing: Standing }),
  z.strictObject({ what: z.literal('measured'), disk: Disk }),
  /** Too old to be restored: its folder in the trash is deleted, and the ref too, unless that could not be. */
  z.strictObject({ what: z.literal('emptied'), rescueDeleted: z.boolean() }),
])
export type Finding = z.infer<typeof Finding>

const every = errands

/** What the worktree has to be at for a finding to be news. */
const awaits: Record<Finding['what'], readonly (Errand | 'none')[]> = {
  begun: every,
  resumed: every,
  created: ['create', 'adopt', 'restore'],
  prepared: ['prepare'],
  synced: ['sync'],
  failed: ['create', 'adopt', 'restore', 'prepare', 'sync'],
  kept: ['remove'],
  removed: ['remove'],
  gone: [...every, 'none'],
  looked: ['none', 'prepare', 'sync'],
  measured: ['none'],
  emptied: [],
}

/** A finding that comes late, about a state that has passed, changes nothing. */
export function settle(worktree: Worktree, finding: Finding, now: string): Change {
  if (finding.what === 'emptied') return hasEnded(worktree) ? emptied(worktree, finding.rescueDeleted) : { events: [] }
  if (hasEnded(worktree) || !awaits[finding.what].includes(worktree.errand ?? 'none')) return { events: [] }
  if (finding.what === 'begun') return { worktrees: [{ ...worktree, journal: finding.journal }], events: [] }
  if (finding.what === 'looked') return { worktrees: [{ ...worktree, standing: finding.standing }], events: [] }
  if (finding.what === 'measured') return { worktrees: [{ ...worktree, disk: finding.disk }], events: [] }
  if (finding.what === 'resumed') {
    const payload = { ...about(worktree), errand: worktree.errand ?? '', how: finding.how }
    const told = newEvent('worktree_resumed', worktree.briefId, payload, worktree.projectId)
    return { worktrees: [{ ...worktree, journal: finding.journal }], events: [told] }
  }
  const { next, events } = after(worktree, finding, now)
  return { worktrees: [{ ...worktree, errand: null, journal: null, movedAt: now, ...next }], events }
}

function emptied(worktree: Worktree, rescueDeleted: boolean): Change {
  const { rescue } = worktree
  const told = newEvent(
    'worktree_expired',
    worktree.briefId,
    { ...about(worktree), rescue: rescue ?? '' },
    worktree.projectId,
  )
  return {
    worktrees: [{ ...worktree, trash: null, rescue: rescueDeleted ? null : rescue }],
    events: rescue !== null && rescueDeleted ? [told] : [],
  }
}

type After = { next: Partial<Worktree>; events: NewEvent[] }
type News = Exclude<Finding, { what: 'begun' | 'resumed' | 'looked' | 'measured' | 'emptied' }>

const madeBy = { create: 'worktree_created', adopt: 'worktree_adopted', restore: 'worktree_restored' } as const

function after(worktree: Worktree, finding: News, now: string): After {
  const { briefId, projectId } = worktree
  switch (finding.what) {
    case 'created':
      return afterMaking(worktree, finding)
    case 'prepared': {
      const { fingerprint, ports, standing } = finding
      const payload = { ...about(worktree), path: worktree.path, warnings: finding.warnings }
      const told = newEvent('worktree_prepared', briefId, payload, projectId)
      // The same again is a no-op, and no news.
      const same = fingerprint === worktree.fingerprint
      const disk = same ? worktree.disk : null
      return {
        next: { status: 'ready', reason: null, fingerprint, ports, standing, disk, warnings: finding.warnings },
        events: same ? [] : [told],
      }
    }
    case 'synced': {
      const payload = { ...about(worktree), head: finding.head }
      const told = newEvent('worktree_synced', briefId, payload, projectId)
      return { next: { reason: null, standing: finding.standing }, events: finding.outcome === 'current' ? [] : [told] }
    }
    case 'failed':
      return afterFailing(worktree, finding.reason, now)
    case 'kept': {
      const told = newEvent('worktree_kept', briefId, { ...about(worktree), reason: finding.reason }, projectId)
      const standing = finding.standing ?? worktree.standing
      return {
        next: { status: restingStatus(worktree), reason: finding.reason, confirmed: false, standing },
        events: [told],
      }
    }
    case 'removed':
      return afterRemoval(worktree, finding, now)
    case 'gone': {
      const told = newEvent('worktree_gone', briefId, { ...about(worktree), reason: finding.reason }, projectId)
      return { next: { status: 'gone', reason: finding.reason, endedAt: now }, events: [told] }
    }
  }
}

const restingStatus = (worktree: Worktree): WorktreeStatus => (worktree.fingerprint === null ? 'failed' : 'ready')

function afterMaking(worktree: Worktree, finding: Extract<Finding, { what: 'created' }>): After {
  const { path, branch, base } = finding
  const making = worktree.errand === 'adopt' || worktree.errand === 'restore' ? worktree.errand : 'create'
  const payload = {
    ...about(worktree),
    path,
    branch: branch ?? undefined,
    base,
    kept: finding.kept,
    warnings: finding.warnings,
  }
  // What comes back as it was is as it was; only what had never been ready is still to be prepared.
  const ready = making === 'restore' && worktree.fingerprint !== null
  return {
    next: {
      status: ready ? 'ready' : 'preparing',
      errand: ready ? null : 'prepare',
      path,
      branch,
      base,
      warnings: finding.warnings,
      standing: finding.standing ?? worktree.standing,
      trash: null,
    },
    events: [newEvent(madeBy[making], worktree.briefId, payload, worktree.projectId)],
  }
}

function afterFailing(worktree: Worktree, reason: string, now: string): After {
  const { briefId, projectId, errand } = worktree
  const told = newEvent(
    'worktree_failed',
    briefId,
    { ...about(worktree), errand: errand ?? 'create', reason },
    projectId,
  )
  // What could not be brought back is still kept, and can be asked for again; what could not be synced is as it was.
  if (errand === 'restore') return { next: { status: 'removed', reason, endedAt: now }, events: [told] }
  if (errand === 'sync') return { next: { reason }, events: [told] }
  return { next: { status: 'failed', reason, fingerprint: null }, events: [told] }
}

function afterRemoval(worktree: Worktree, finding: Extract<Finding, { what: 'removed' }>, now: string): After {
  const { rescue, trash, leftOut, branchDeleted } = finding
  const { briefId, projectId, branch } = worktree
  const kept = rescue ? [newEvent('work_snapshotted', briefId, { ...about(worktree), rescue, leftOut }, projectId)] : []
  const payload = {
    ...about(worktree),
    rescue: rescue ?? undefined,
    branch: branch ?? undefined,
    branchDeleted,
  }
  return {
    next: { status: 'removed', reason: null, rescue, trash, disk: null, endedAt: now },
    events: [...kept, newEvent('worktree_removed', briefId, payload, projectId)],
  }
}
