/** Why a Brief is not moving, in one line; since when, who can change that, and with which call. */
import { type BlockReason, describeBlock } from '../blocked.ts'
import { type Brief, isUnapproved } from '../brief.ts'
import type { Dispatch } from '../dispatch.ts'
import { spokenFailure } from '../failure.ts'
import { mergeRef, type Submission } from '../landing/submission.ts'
import { briefRef, decisionRef, dispatchRef } from '../ref.ts'
import { isClosed, isHeld } from '../status.ts'

/** Where a Brief stands. Times are ISO 8601 in UTC. */
export type Stillness = {
  brief: Pick<
    Brief,
    | 'id'
    | 'status'
    | 'needsApproval'
    | 'approvedAt'
    | 'autoDispatch'
    | 'review'
    | 'reviewed'
    | 'movedAt'
    | 'foldedInto'
    | 'createdBy'
  > &
    // Lists leave it out.
    Partial<Pick<Brief, 'integration'>>
  blocked: BlockReason[]
  /** Live ones, each with why it can't be claimed yet. */
  live: (Pick<Dispatch, 'id' | 'leg' | 'status' | 'holder' | 'meantFor' | 'leaseExpiresAt' | 'movedAt'> & {
    waits?: string | undefined
    /** Its lease has run out and flower has not turned yet: it is tried again, or its attempts are spent by that. */
    lapsed?: 'again' | 'spent' | undefined
    /** Where flower starts the agent: why it has not yet. */
    unstarted?: string | undefined
  })[]
  openDecisions: { id: number; header: string; assignee: string | null; askedAt: string }[]
  openChildren: number
  /** Those that are at their end, and how many of them are complete. */
  closedChildren?: { all: number; complete: number } | undefined
  /** The newest dispatch, when it failed for good. */
  failed?: Pick<Dispatch, 'id' | 'leg' | 'reason' | 'movedAt'> | undefined
  /** It is finished, and nothing of it was there to land. */
  unlanded?: { reason: string; at: string } | undefined
  paused?: { since: string; by: string } | null | undefined
  /** Its submission that may still land. */
  merge?: ToLand | undefined
}

/** Why something waits to land, beyond its turn. */
export type WaitsToLand = { why: string; who: string; next: string }

export type ToLand = Pick<Submission, 'id' | 'status' | 'target' | 'movedAt'> & {
  /** In the order of its queue, from 1; null once its landing has begun. */
  place: number | null
  waits: WaitsToLand | undefined
}

export type Why = { why: string; since: string; who: string; next: string }

type Rule = (still: Stillness) => Why | undefined

const anOperator = 'an operator'

/** Titles and questions bring their own end. */
const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

const ended: Rule = ({ brief }) => {
  if (!isClosed(brief.status)) return undefined
  const into = brief.foldedInto ? `; it was folded into ${briefRef(brief.foldedInto)}` : ''
  return {
    why: `It is ${brief.status}${into}.`,
    since: brief.movedAt,
    who: 'nobody needs to',
    next: brief.foldedInto
      ? `recall.brief {briefId: ${brief.foldedInto}}`
      : `Reopen it with brief.setStatus {briefId: ${brief.id}, status: "planned"}.`,
  }
}

const held: Rule = ({ live }) => {
  const dispatch = live.find(each => isHeld(each.status))
  if (!dispatch) return undefined
  const holder = dispatch.holder ?? 'somebody'
  if (dispatch.lapsed)
    return {
      why: `The lease of ${holder} on ${dispatchRef(dispatch.id)} (${dispatch.leg}) has run out: ${
        dispatch.lapsed === 'again'
          ? 'unless it is heard of, its next attempt is queued shortly'
          : 'unless it is heard of, its attempts are spent and an operator is asked'
      }.`,
      since: dispatch.leaseExpiresAt ?? dispatch.movedAt,
      who: 'nobody: flower does it by itself',
      next: `dispatch.show {dispatchId: ${dispatch.id}} shows its attempts; dispatch.cancel {dispatchId: ${dispatch.id}} takes it back.`,
    }
  return {
    why: `It is moving: ${holder} holds ${dispatchRef(dispatch.id)} (${dispatch.leg}) until ${dispatch.leaseExpiresAt}.`,
    since: dispatch.movedAt,
    who: holder,
    next: `dispatch.show {dispatchId: ${dispatch.id}} shows its attempts; dispatch.cancel {dispatchId: ${dispatch.id}} takes it back.`,
  }
}

const blocked: Rule = ({ brief, blocked: reasons, openDecisions }) => {
  const [reason] = reasons
  if (!reason) return undefined
  const rest = reasons.length > 1 ? `, and ${reasons.length - 1} more` : ''
  if (reason.kind === 'decision') {
    const decision = openDecisions.find(each => each.id === reason.decisionId)
    return {
      why: sentence(`${decisionRef(reason.decisionId)} is not answered: ${reason.header}${rest}`),
      since: decision?.askedAt ?? brief.movedAt,
      who: decision?.assignee ?? anOperator,
      next: `Answer it with decision.answer {decisionId: ${reason.decisionId}}.`,
    }
  }
  return {
    why: sentence(`${describeBlock(reason)}: ${reason.title}${rest}`),
    since: brief.movedAt,
    who: reason.ended ? anOperator : `whoever moves ${briefRef(reason.briefId)}`,
    next: reason.ended
      ? `Take the dependency away with brief.relate {briefId: ${brief.id}, removeDependsOn: [${reason.briefId}]}, or reopen ${briefRef(reason.briefId)}.`
      : `brief.why {briefId: ${reason.briefId}} says why that one is not moving.`,
  }
}

const unapproved: Rule = ({ brief }) =>
  isUnapproved(brief)
    ? {
        why: "It waits for an operator's approval.",
        since: brief.movedAt,
        who: anOperator,
        next: `Approve it with brief.approve {briefId: ${brief.id}}.`,
      }
    : undefined

const paused: Rule = ({ paused: pause }) =>
  pause
    ? {
        why: `All starting is paused by ${pause.by}.`,
        since: pause.since,
        who: anOperator,
        next: 'Go on with system.resume.',
      }
    : undefined

const queued: Rule = ({ live }) => {
  const [dispatch] = live
  if (!dispatch) return undefined
  const ref = dispatchRef(dispatch.id)
  if (dispatch.waits)
    return {
      why: `${ref} (${dispatch.leg}) waits ${dispatch.waits}.`,
      since: dispatch.movedAt,
      who: whoEndsWait(dispatch),
      next: `dispatch.show {dispatchId: ${dispatch.id}} shows why.`,
    }
  if (dispatch.unstarted)
    return {
      why: `${ref} (${dispatch.leg}) is queued: ${dispatch.unstarted}.`,
      since: dispatch.movedAt,
      who:
        dispatch.meantFor && dispatch.unstarted.includes(dispatch.meantFor)
          ? dispatch.meantFor
          : 'flower, once that has changed',
      next: `agent.list shows who runs; dispatch.claim {dispatchId: ${dispatch.id}} takes it by hand.`,
    }
  return {
    why: `${ref} (${dispatch.leg}) is queued and nobody has claimed it${dispatch.meantFor ? `; it is kept for ${dispatch.meantFor}` : ''}.`,
    since: dispatch.movedAt,
    who: dispatch.meantFor ?? 'any agent',
    next: `Claim it with dispatch.claim {dispatchId: ${dispatch.id}}.`,
  }
}

/** Whoever it is kept for takes it once they are free. */
function whoEndsWait({ waits, meantFor }: Stillness['live'][number]): string {
  if (waits?.startsWith('until')) return 'nobody: it goes on by itself'
  return meantFor && waits?.startsWith(`for ${meantFor} `) ? meantFor : anOperator
}

/** What is in the merge queue waits for nobody's word but what the queue itself says. */
const landing: Rule = ({ merge }) => {
  if (!merge) return undefined
  const { id, status, target, place, movedAt: since, waits } = merge
  if (waits) return { ...waits, since, why: sentence(`${mergeRef(id)} waits to land on ${target}: ${waits.why}`) }
  const first = place === 1 ? 'next' : `number ${place} of those`
  const is = status === 'queued' ? `is ${first} to land on` : status === 'testing' ? 'is tested for' : 'is landing on'
  return {
    why: `${mergeRef(id)} ${is} ${target}.`,
    since,
    who: 'nobody: the merge queue does it',
    next: `merge.show {mergeId: ${id}} tells how it goes.`,
  }
}

const failed: Rule = ({ brief, failed: dispatch }) =>
  dispatch
    ? {
        why: `${dispatchRef(dispatch.id)} (${dispatch.leg}) failed${dispatch.reason ? `: ${spokenFailure(dispatch.reason)}` : ''}; its attempts are spent.`,
        since: dispatch.movedAt,
        who: anOperator,
        next: `Look at dispatch.show {dispatchId: ${dispatch.id}}, then hand over anew with brief.dispatch {briefId: ${brief.id}}.`,
      }
    : undefined

const asked: Rule = ({ openDecisions }) => {
  const [decision] = openDecisions
  return decision
    ? {
        why: sentence(`${decisionRef(decision.id)} is open: ${decision.header}`),
        since: decision.askedAt,
        who: decision.assignee ?? anOperator,
        next: `Answer it with decision.answer {decisionId: ${decision.id}}.`,
      }
    : undefined
}

const children: Rule = ({ brief, openChildren }) =>
  openChildren > 0
    ? {
        why: `It is an epic, and ${openChildren} of its children ${openChildren === 1 ? 'is' : 'are'} open.`,
        since: brief.movedAt,
        who: 'whoever moves its children',
        next: `recall.briefs {query: "parent:${briefRef(brief.id)} is:open"} lists them.`,
      }
    : undefined

const unlanded: Rule = ({ brief, unlanded: found }) =>
  found && {
    why: `It is finished, but nothing of it lands: ${found.reason}.`,
    since: found.at,
    who: anOperator,
    next: `Take it over as it is with brief.setStatus {briefId: ${brief.id}, status: "complete"}, or hand it over again with brief.dispatch {briefId: ${brief.id}}.`,
  }

/** An epic that nobody hands over: what it is for has been done by its children. */
const whole: Rule = ({ brief, closedChildren }) => {
  const { id, status, integration, movedAt: since } = brief
  if (!closedChildren?.complete || brief.autoDispatch || !beforeWork.includes(status)) return undefined
  const { all, complete } = closedChildren
  const done = all === complete ? `all of its children are complete` : `none of its ${all} children is open`
  return integration
    ? {
        why: `It is an epic, and ${done}; what they brought together has not landed.`,
        since,
        who: anOperator,
        next: `Land it with merge.submit {briefId: ${id}}.`,
      }
    : {
        why: `It is an epic, and ${done}; nobody has completed it.`,
        since,
        who: anOperator,
        next: `Complete it with brief.setStatus {briefId: ${id}, status: "complete"}.`,
      }
}

const beforeWork: readonly string[] = ['idea', 'refining', 'planned']

const byStatus: Rule = ({ brief }) => {
  const { id, status } = brief
  const since = brief.movedAt
  const handOver = `Hand it over with brief.dispatch {briefId: ${id}}.`
  switch (status) {
    case 'idea':
      return {
        why: 'It is an idea; nobody has written its spec.',
        since,
        who: 'anybody',
        next: `Write its spec with brief.writeSpec {briefId: ${id}, revision: 0}.`,
      }
    case 'refining':
      return {
        why: 'Its spec is being written; nobody has called it planned.',
        since,
        who: 'anybody',
        next: `Set it to planned with brief.setStatus {briefId: ${id}, status: "planned"}.`,
      }
    case 'deferred':
      return {
        why: 'It is set aside.',
        since,
        who: anOperator,
        next: `Take it up with brief.setStatus {briefId: ${id}, status: "planned"}.`,
      }
    case 'planned':
      return {
        why: brief.autoDispatch
          ? 'It is planned and hands itself over shortly.'
          : 'It is planned and nobody has handed it over.',
        since,
        who: brief.autoDispatch ? 'nobody: flower does it by itself' : 'an operator or an orchestrator',
        next: handOver,
      }
    case 'in_review':
      return brief.review && brief.reviewed !== 'pass'
        ? {
            why: 'It waits for a review that nobody is doing.',
            since,
            who: 'another agent',
            next: `Ask for one with review.request {briefId: ${id}}.`,
          }
        : {
            why: 'It is done and waits to be taken over.',
            since,
            who: anOperator,
            next: `Complete it with brief.setStatus {briefId: ${id}, status: "complete"}.`,
          }
    default:
      return {
        why: `It is ${status.replaceAll('_', ' ')}, but nothing of it is queued or held.`,
        since,
        who: anOperator,
        next: handOver,
      }
  }
}

/** The first that holds is told: what ended it, who works on it, what blocks it, and only then what nobody has done yet. */
const rules: readonly Rule[] = [
  ended,
  held,
  blocked,
  unapproved,
  paused,
  queued,
  landing,
  failed,
  asked,
  children,
  unlanded,
  whole,
  byStatus,
]

export function whyStill(still: Stillness): Why {
  for (const rule of rules) {
    const why = rule(still)
    if (why) return why
  }
  throw new Error('the last rule always answers')
}
