/** A hand-over: queued, claimed by exactly one agent under a lease, and ended. The fencing token refuses late writers. */
import { z } from 'zod'
import { FailureReason, spokenFailure } from './failure.ts'
import { decisionRef } from './ref.ts'
import { Refusal } from './refusal.ts'
import { DispatchKind, DispatchStatus, isHeld, isLive, Leg } from './status.ts'

/** Times are ISO 8601 in UTC; `attempt` is the number of the live attempt, or of the next while queued. */
export const Dispatch = z.object({
  id: z.int(),
  briefId: z.int(),
  projectId: z.int(),
  leg: Leg,
  kind: DispatchKind,
  status: DispatchStatus,
  attempt: z.int(),
  attemptsLeft: z.int(),
  harness: z.string().nullable(),
  worktreeId: z.int().nullable(),
  branch: z.string(),
  note: z.string().nullable(),
  packet: z.string(),
  /** `name@version` of the template that the packet was rendered from. */
  template: z.string(),
  /** The fencing number of the live claim. */
  token: z.int().nullable(),
  holder: z.string().nullable(),
  /** Who is offered it first: the agent that worked on the Brief before (`continue`), or null for anybody. See `keptFor`. */
  meantFor: z.string().nullable(),
  leaseExpiresAt: z.string().nullable(),
  waitsUntil: z.string().nullable(),
  /** Why it is back in the queue, or how it ended. */
  reason: FailureReason.nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
  movedAt: z.string(),
  endedAt: z.string().nullable(),
})
export type Dispatch = z.infer<typeof Dispatch>

export const attemptOutcomes = ['done', 'failed', 'released', 'lost', 'cancelled', 'relieved'] as const

/** One claim of a dispatch; immutable once ended. */
export const Attempt = z.object({
  id: z.int(),
  dispatchId: z.int(),
  briefId: z.int(),
  leg: Leg,
  number: z.int(),
  actor: z.string(),
  token: z.int(),
  claimedAt: z.string(),
  lastSeenAt: z.string(),
  endedAt: z.string().nullable(),
  outcome: z.enum(attemptOutcomes).nullable(),
  reason: FailureReason.nullable(),
  note: z.string().nullable(),
  summary: z.string().nullable(),
  evidence: z.array(z.string()),
  contextTokens: z.int().nullable(),
})
export type Attempt = z.infer<typeof Attempt>

/** Milliseconds for which a claim holds without a heartbeat. */
export const leaseMs = 5 * 60_000
/** Milliseconds that a usage limit waits where the agent named no time, at the least, and at the most: a week has passed then. */
export const usageLimitWaitMs = 60 * 60_000
const usageLimitLeastMs = 60_000
const usageLimitMostMs = 8 * 24 * 3_600_000

/** Refuses a late writer by name: only the live token writes, and nothing is written otherwise. */
export function assertHeldBy(dispatch: Dispatch, token: number, actor: string): void {
  if (!isHeld(dispatch.status) || dispatch.token !== token) {
    throw new Refusal('dispatch.stale_token', {
      dispatchId: dispatch.id,
      yours: token,
      holder: isHeld(dispatch.status) ? dispatch.holder : null,
      leaseExpiresAt: dispatch.leaseExpiresAt,
      status: dispatch.status,
      actor,
    })
  }
  if (dispatch.holder !== actor) {
    throw new Refusal('dispatch.not_yours', { dispatchId: dispatch.id, holder: dispatch.holder, actor })
  }
}

/** `openDecisions`: the open ones of its Brief, blocking or not. */
export type Waiting = { now: string; openDecisions: readonly number[] }

/** Refuses a claim of what somebody holds, what has ended and what waits for its time or an answer. */
export function assertClaimable(dispatch: Dispatch, context: Waiting): void {
  if (isHeld(dispatch.status)) {
    throw new Refusal('dispatch.taken', {
      dispatchId: dispatch.id,
      holder: dispatch.holder,
      leaseExpiresAt: dispatch.leaseExpiresAt,
    })
  }
  if (!isLive(dispatch.status))
    throw new Refusal('dispatch.ended', { dispatchId: dispatch.id, briefId: dispatch.briefId, status: dispatch.status })
  const because = waitsBecause(dispatch, context)
  if (because) throw new Refusal('dispatch.waiting', { dispatchId: dispatch.id, because })
}

/** Why a queued dispatch can't be claimed yet, in words; undefined when it can. */
export function waitsBecause(dispatch: Pick<Dispatch, 'waitsUntil' | 'reason'>, context: Waiting): string | undefined {
  if (dispatch.waitsUntil && dispatch.waitsUntil > context.now)
    return `until ${dispatch.waitsUntil} (${dispatch.reason ? spokenFailure(dispatch.reason) : 'its time'})`
  const asked = context.openDecisions.map(decisionRef)
  if (dispatch.reason === 'needs_decision' && asked.length > 0)
    return `for the ${asked.length === 1 ? 'answer' : 'answers'} to ${asked.join(', ')}`
  return undefined
}

/**
 * When a usage limit ends. A time that has passed, or is about to, would make the queue spin, and one that is far off, by whatever
 * slip, would leave the work to nobody.
 */
export function usageLimitEnds(now: string, until: string | undefined): string {
  if (until === undefined) return later(now, usageLimitWaitMs)
  const least = later(now, usageLimitLeastMs)
  const most = later(now, usageLimitMostMs)
  const named = later(until, 0)
  if (named < least) return least
  return named < most ? named : most
}

/**
 * For whom a queued dispatch is kept: the agent that worked on the Brief before, for as long as a lease lasts; null when
 * anybody may have it. That agent may be gone for good, so what is meant for it is never kept longer.
 */
export function keptFor(
  dispatch: Pick<Dispatch, 'meantFor' | 'movedAt' | 'waitsUntil'>,
  now: string,
): { agent: string; until: string } | null {
  if (!dispatch.meantFor) return null
  const free = dispatch.waitsUntil && dispatch.waitsUntil > dispatch.movedAt ? dispatch.waitsUntil : dispatch.movedAt
  const until = later(free, leaseMs)
  return now < until ? { agent: dispatch.meantFor, until } : null
}

export const branchOf = (briefId: number, slug: string): string => `flower/${briefId}-${slug}`

export const later = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString()
