/** A Brief's life. `blocked` is derived and never a status. */
import { z } from 'zod'

export const briefStatuses = [
  'idea', 'refining', 'planned', 'dispatched', 'in_progress', 'in_review', 'complete', 'deferred', 'cancelled', 'abandoned',
] as const // biome-ignore format: one row of petals
export const BriefStatus = z.enum(briefStatuses)
export type BriefStatus = z.infer<typeof BriefStatus>

/** Ended: nothing more is expected of it. */
export const closedStatuses = ['complete', 'cancelled', 'abandoned'] as const satisfies readonly BriefStatus[]
/** Set by hand-overs, never by hand. */
const machineStatuses: readonly BriefStatus[] = ['dispatched', 'in_progress', 'in_review']

export const isClosed = (status: BriefStatus): boolean => (closedStatuses as readonly BriefStatus[]).includes(status)
export const isMachineStatus = (status: BriefStatus): boolean => machineStatuses.includes(status)

export const origins = ['note', 'agent', 'import', 'feedback', 'incident', 'review'] as const
export const Origin = z.enum(origins)
export type Origin = z.infer<typeof Origin>

export const legs = ['design', 'build', 'review', 'fix'] as const
export const Leg = z.enum(legs)
export type Leg = z.infer<typeof Leg>

/** fresh: a new agent; continue: the agent that worked on it before; direct: start an agent now. */
export const dispatchKinds = ['fresh', 'continue', 'direct'] as const
export const DispatchKind = z.enum(dispatchKinds)
export type DispatchKind = z.infer<typeof DispatchKind>

export const dispatchStatuses = ['queued', 'claimed', 'running', 'done', 'failed', 'cancelled'] as const
export const DispatchStatus = z.enum(dispatchStatuses)
export type DispatchStatus = z.infer<typeof DispatchStatus>

const liveStatuses: readonly DispatchStatus[] = ['queued', 'claimed', 'running']
/** Queued or held: not yet at an end. */
export const isLive = (status: DispatchStatus): boolean => liveStatuses.includes(status)
/** Somebody holds its lease. */
export const isHeld = (status: DispatchStatus): boolean => status === 'claimed' || status === 'running'
