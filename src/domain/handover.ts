/** A dispatch from its hand-over to its end. Pure: what stands before, what is asked, what stands after. */
import type { Actor } from './actor.ts'
import { actorName } from './actor.ts'
import type { Brief } from './brief.ts'
import type { Change } from './change.ts'
import {
  type Attempt,
  assertClaimable,
  assertHeldBy,
  type Dispatch,
  later,
  leaseMs,
  usageLimitEnds,
} from './dispatch.ts'
import { newEvent } from './events/catalogue.ts'
import { attemptsAllowed, type FailureReason, failureRule, type Retry } from './failure.ts'
import { Refusal } from './refusal.ts'
import { type BriefStatus, type DispatchKind, isLive, type Leg } from './status.ts'

type Moment = { actor: Actor; now: string }

export type HandOver = Moment & {
  id: number
  leg: Leg
  kind: DispatchKind
  harness?: string | undefined
  worktreeId?: number | undefined
  note?: string | undefined
  branch: string
  packet: string
  template: string
  meantFor: string | null
}

/** Refuses an agent that hands over what failed until its attempts were spent: an operator was asked, and has to look first. */
export function assertAttemptsLeft(brief: Brief, leg: Leg, spent: number, actor: Actor): void {
  if (actor.kind === 'agent' && spent >= attemptsAllowed)
    throw new Refusal('dispatch.spent', { briefId: brief.id, leg, attempts: spent })
}

/** Queues a hand-over. A Brief has one live dispatch at a time, so that what is reviewed holds still. */
export function handOver(
  brief: Brief,
  live: Dispatch[],
  spent: number,
  ask: HandOver,
): Change & { dispatches: [Dispatch] } {
  const [rival] = live
  if (rival) {
    throw new Refusal('dispatch.live', {
      briefId: brief.id,
      dispatchId: rival.id,
      leg: rival.leg,
      status: rival.status,
      holder: rival.holder,
    })
  }
  const dispatch: Dispatch = {
    id: ask.id,
    briefId: brief.id,
    projectId: brief.projectId,
    leg: ask.leg,
    kind: ask.kind,
    status: 'queued',
    attempt: 1,
    attemptsLeft: ask.actor.kind === 'operator' ? attemptsAllowed : Math.max(1, attemptsAllowed - spent),
    harness: ask.harness ?? null,
    worktreeId: ask.worktreeId ?? null,
    branch: ask.branch,
    note: ask.note ?? null,
    packet: ask.packet,
    template: ask.template,
    token: null,
    holder: null,
    meantFor: ask.meantFor,
    leaseExpiresAt: null,
    waitsUntil: null,
    reason: null,
    createdBy: actorName(ask.actor),
    createdAt: ask.now,
    movedAt: ask.now,
    endedAt: null,
  }
  const event = newEvent('dispatched', brief.id, {
    dispatchId: ask.id,
    leg: ask.leg,
    kind: ask.kind,
    harness: ask.harness,
    branch: ask.branch,
    note: ask.note,
  })
  return {
    briefs: [moved(brief, ask.leg === 'review' ? 'in_review' : 'dispatched')],
    dispatches: [dispatch],
    events: [event],
  }
}

const moved = (brief: Brief, status: BriefStatus): Brief => ({ ...brief, status, endedAt: null })

export type Claim = Moment & { attemptId: number; token: number; openDecisions: readonly number[]; workedOnIt: boolean }

/** Exactly one claim wins; it gets the next fencing number, which every later write has to show. */
export function claim(
  brief: Brief,
  dispatch: Dispatch,
  ask: Claim,
): Change & { attempts: [Attempt]; dispatches: [Dispatch] } {
  assertClaimable(dispatch, ask)
  const holder = actorName(ask.actor)
  if (dispatch.leg === 'review' && ask.workedOnIt)
    throw new Refusal('review.own_work', { briefId: brief.id, actor: holder })
  const leaseExpiresAt = later(ask.now, leaseMs)
  const attempt: Attempt = {
    id: ask.attemptId,
    dispatchId: dispatch.id,
    briefId: brief.id,
    leg: dispatch.leg,
    number: dispatch.attempt,
    actor: holder,
    token: ask.token,
    claimedAt: ask.now,
    lastSeenAt: ask.now,
    endedAt: null,
    outcome: null,
    reason: null,
    note: null,
    summary: null,
    evidence: [],
    contextTokens: null,
  }
  const held: Dispatch = {
    ...dispatch,
    status: 'claimed',
    token: ask.token,
    holder,
    leaseExpiresAt,
    waitsUntil: null,
    reason: null,
    movedAt: ask.now,
  }
  const event = newEvent('claimed', brief.id, {
    dispatchId: dispatch.id,
    attempt: dispatch.attempt,
    token: ask.token,
    leaseExpiresAt,
  })
  return {
    briefs: [moved(brief, dispatch.leg === 'review' ? 'in_review' : 'in_progress')],
    dispatches: [held],
    attempts: [attempt],
    events: [event],
  }
}

/** A sign of life: extends the lease. The first one turns claimed into running. */
export function heartbeat(
  dispatch: Dispatch,
  attempt: Attempt,
  ask: Moment & { token: number; contextTokens?: number | undefined },
): Change & { dispatches: [Dispatch] } {
  assertHeldBy(dispatch, ask.token, actorName(ask.actor))
  return {
    dispatches: [{ ...dispatch, status: 'running', leaseExpiresAt: later(ask.now, leaseMs) }],
    attempts: [{ ...attempt, lastSeenAt: ask.now, contextTokens: ask.contextTokens ?? attempt.contextTokens }],
    events: [],
  }
}

/** What follows a finished leg: the status of the Brief, and the leg that is handed over next. */
export function afterLeg(brief: Brief, leg: Leg, verdict?: 'pass' | 'changes'): { status: BriefStatus; next?: Leg } {
  if (leg === 'design') return brief.designLoop ? { status: 'planned', next: 'build' } : { status: 'planned' }
  if (leg === 'review') return verdict === 'changes' ? { status: 'in_review', next: 'fix' } : { status: 'in_review' }
  return brief.review ? { status: 'in_review', next: 'review' } : { status: 'in_review' }
}

export type Finish = Moment & {
  token: number
  summary: string
  evidence: string[]
  /** Files that lie in its worktree without a commit, where that was looked at. */
  uncommitted?: number | undefined
  verdict?: { verdict: 'pass' | 'changes'; comments: number }
}

/** Ends a dispatch with its work done. A review ends with a verdict, everything else without one. */
export function complete(
  brief: Brief,
  dispatch: Dispatch,
  attempt: Attempt,
  ask: Finish,
): Change & { briefs: [Brief] } {
  assertHeldBy(dispatch, ask.token, actorName(ask.actor))
  if (dispatch.leg === 'review' && !ask.verdict)
    throw new Refusal('dispatch.verdict_needed', { dispatchId: dispatch.id })
  if (dispatch.leg !== 'review' && ask.verdict)
    throw new Refusal('review.none_needed', { dispatchId: dispatch.id, leg: dispatch.leg })
  const verdict = ask.verdict
  const event = verdict
    ? newEvent('verdict_given', brief.id, {
        dispatchId: dispatch.id,
        verdict: verdict.verdict,
        body: ask.summary,
        comments: verdict.comments,
      })
    : newEvent('completed', brief.id, {
        dispatchId: dispatch.id,
        attempt: dispatch.attempt,
        leg: dispatch.leg,
        summary: ask.summary,
        evidence: ask.evidence,
        ...(ask.uncommitted ? { uncommitted: ask.uncommitted } : {}),
      })
  const reviewed = verdict ? verdict.verdict : dispatch.leg === 'design' ? brief.reviewed : null
  return {
    briefs: [{ ...moved(brief, afterLeg(brief, dispatch.leg, verdict?.verdict).status), reviewed }],
    dispatches: [{ ...dispatch, status: 'done', leaseExpiresAt: null, movedAt: ask.now, endedAt: ask.now }],
    attempts: [
      {
        ...attempt,
        endedAt: ask.now,
        lastSeenAt: ask.now,
        outcome: 'done',
        summary: ask.summary,
        evidence: ask.evidence,
      },
    ],
    events: [event],
  }
}

export type GiveUp = Moment & {
  token: number
  reason: FailureReason
  note?: string | undefined
  until?: string | undefined
  outcome: 'released' | 'failed'
  /** Of the Brief. */
  openDecisions: number
}

/** Ends an attempt without its work. The reason decides what becomes of the dispatch. */
export function giveUp(brief: Brief, dispatch: Dispatch, attempt: Attempt, ask: GiveUp): Change {
  assertHeldBy(dispatch, ask.token, actorName(ask.actor))
  const payload = { dispatchId: dispatch.id, attempt: dispatch.attempt, reason: ask.reason, note: ask.note }
  const event =
    ask.outcome === 'released'
      ? newEvent('released', brief.id, payload)
      : newEvent('attempt_ended', brief.id, { ...payload, outcome: ask.outcome })
  return requeue(brief, dispatch, attempt, { ...ask, retry: retryAfter(ask), event })
}

/** Who waits for a decision that nobody was asked waits for nothing: that counts, or it would come back for ever. */
function retryAfter(ask: Pick<GiveUp, 'reason' | 'openDecisions'>): Retry {
  return ask.reason === 'needs_decision' && ask.openDecisions === 0 ? 'counted' : failureRule(ask.reason).retry
}

/** The lease ran out: back to the queue with the next attempt. */
export function expire(brief: Brief, dispatch: Dispatch, attempt: Attempt, now: string): Change {
  const event = newEvent('lease_expired', brief.id, {
    dispatchId: dispatch.id,
    attempt: dispatch.attempt,
    holder: dispatch.holder ?? attempt.actor,
    next: dispatch.attemptsLeft > 1 ? dispatch.attempt + 1 : undefined,
  })
  return requeue(brief, dispatch, attempt, { now, reason: 'lost', retry: 'counted', outcome: 'lost', event })
}

type Requeue = {
  now: string
  reason: FailureReason
  retry: Retry
  outcome: 'released' | 'failed' | 'lost'
  note?: string | undefined
  until?: string | undefined
  event: Change['events'][number]
}

function requeue(brief: Brief, dispatch: Dispatch, attempt: Attempt, ask: Requeue): Change {
  const { retry } = ask
  const attemptsLeft = retry === 'counted' ? dispatch.attemptsLeft - 1 : dispatch.attemptsLeft
  const again = retry !== 'never' && attemptsLeft > 0
  const waitsUntil = again && ask.reason === 'usage_limit' ? usageLimitEnds(ask.now, ask.until) : null
  const free = {
    token: null,
    holder: null,
    leaseExpiresAt: null,
    reason: ask.reason,
    movedAt: ask.now,
    attemptsLeft,
    waitsUntil,
  }
  const next: Dispatch = again
    ? { ...dispatch, ...free, status: 'queued', attempt: dispatch.attempt + 1 }
    : { ...dispatch, ...free, status: retry === 'never' ? 'cancelled' : 'failed', endedAt: ask.now }
  const spent =
    next.status === 'failed'
      ? [
          newEvent('attempts_spent', brief.id, {
            dispatchId: dispatch.id,
            leg: dispatch.leg,
            attempts: dispatch.attempt,
          }),
        ]
      : []
  return {
    briefs: [moved(brief, again ? waitingStatus(dispatch.leg) : restingStatus(dispatch.leg))],
    dispatches: [next],
    attempts: [{ ...attempt, endedAt: ask.now, outcome: ask.outcome, reason: ask.reason, note: ask.note ?? null }],
    events: [ask.event, ...spent],
  }
}

const waitingStatus = (leg: Leg): BriefStatus => (leg === 'review' ? 'in_review' : 'dispatched')
/** Where a Brief rests when a leg ended without its work. */
const restingStatus = (leg: Leg): BriefStatus => (leg === 'review' || leg === 'fix' ? 'in_review' : 'planned')

/** Takes a hand-over back, held or not. The holder's next write is refused by name. */
export function cancelDispatch(
  brief: Brief,
  dispatch: Dispatch,
  attempt: Attempt | undefined,
  ask: Moment & { note?: string | undefined },
): Change {
  if (!isLive(dispatch.status))
    throw new Refusal('dispatch.ended', { dispatchId: dispatch.id, briefId: brief.id, status: dispatch.status })
  const ended = attempt
    ? [
        {
          ...attempt,
          endedAt: ask.now,
          outcome: 'cancelled' as const,
          reason: 'cancelled' as const,
          note: ask.note ?? null,
        },
      ]
    : []
  return {
    briefs: [moved(brief, restingStatus(dispatch.leg))],
    dispatches: [
      {
        ...dispatch,
        status: 'cancelled',
        token: null,
        holder: null,
        leaseExpiresAt: null,
        reason: 'cancelled',
        movedAt: ask.now,
        endedAt: ask.now,
      },
    ],
    attempts: ended,
    events: [
      newEvent('dispatch_cancelled', brief.id, {
        dispatchId: dispatch.id,
        holder: dispatch.holder ?? undefined,
        note: ask.note,
      }),
    ],
  }
}
