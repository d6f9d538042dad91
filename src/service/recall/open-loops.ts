/** What was begun and has no end, longest silence first, each with who can end it and how. */
import type { Output } from '#contract/catalogue.ts'
import { later } from '#domain/dispatch.ts'
import { briefRef, decisionRef, dispatchRef } from '#domain/ref.ts'
import { listDecisions } from '#store/queries/decisions.ts'
import { answersUnread, briefsBehindEnded, failedForGood, silentBriefs, unlandedBriefs } from '#store/queries/loops.ts'
import { filterProject } from '#store/queries/projects.ts'
import { liveQueue } from '#store/queries/standing.ts'
import type { Read, ReadWork } from '../work.ts'
import { pageOf } from './cursor.ts'

const usualLimit = 50
/** Milliseconds after which a Brief that was begun counts as silent. */
const silentMs = 3 * 24 * 60 * 60_000

type Loop = Output<'recall.openLoops'>['items'][number]
type Look = (work: ReadWork, projectId: number | undefined, limit: number) => Promise<Loop[]>

export const openLoops: Read<'recall.openLoops'> = async (input, work) => {
  const page = pageOf('recall.openLoops', input.cursor, input.limit ?? usualLimit)
  const projectId = await filterProject(work.tx, input.project)
  const items: Loop[] = []
  for (const look of looks) items.push(...(await look(work, projectId, page.reach)))
  items.sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0))
  return { items: page.of(items), nextCursor: page.next(items) }
}

const openDecisions: Look = async ({ tx }, projectId, limit) =>
  (await listDecisions(tx, { projectId, status: 'open', limit })).map(each => ({
    kind: 'decision',
    ref: decisionRef(each.id),
    briefId: each.briefId,
    what: `${each.header}${each.blocking ? ' (blocking)' : ''}, asked by ${each.askedBy}`,
    since: each.askedAt,
    who: each.assignee ?? 'an operator',
    next: `decision.answer {decisionId: ${each.id}}`,
  }))

const dispatches: Look = async ({ tx }, projectId, limit) =>
  (await liveQueue(tx, projectId, limit)).map(each => ({
    kind: 'dispatch',
    ref: dispatchRef(each.id),
    briefId: each.briefId,
    what: each.holder
      ? `${each.leg}, attempt ${each.attempt}, held by ${each.holder}`
      : `${each.leg}, attempt ${each.attempt}, queued`,
    since: each.createdAt,
    who: each.holder ?? each.meantFor ?? 'any agent',
    next: each.holder ? `dispatch.show {dispatchId: ${each.id}}` : `dispatch.claim {dispatchId: ${each.id}}`,
  }))

const failed: Look = async ({ tx }, projectId, limit) =>
  (await failedForGood(tx, projectId, limit)).map(each => ({
    kind: 'failed',
    ref: dispatchRef(each.id),
    briefId: each.brief_id,
    what: `${each.leg} of ${each.title} failed${each.reason ? `: ${each.reason}` : ''}`,
    since: each.moved_at,
    who: 'an operator',
    next: `brief.dispatch {briefId: ${each.brief_id}}`,
  }))

const unlanded: Look = async ({ tx }, projectId, limit) =>
  (await unlandedBriefs(tx, projectId, limit)).map(each => ({
    kind: 'unlanded',
    ref: briefRef(each.id),
    briefId: each.id,
    what: `${each.title} is finished, but nothing of it lands: ${each.reason}`,
    since: each.at,
    who: 'an operator',
    next: `brief.setStatus {briefId: ${each.id}, status: "complete"} or brief.dispatch {briefId: ${each.id}}`,
  }))

const silent: Look = async ({ tx, now }, projectId, limit) =>
  (await silentBriefs(tx, projectId, later(now, -silentMs), limit)).map(each => ({
    kind: 'silent',
    ref: briefRef(each.id),
    briefId: each.id,
    what: `${each.title}: ${each.status.replaceAll('_', ' ')}, and nothing was heard of it since`,
    since: each.moved_at,
    who: 'anybody',
    next: `brief.why {briefId: ${each.id}}`,
  }))

const endedBlockers: Look = async ({ tx, now }, projectId, limit) =>
  (await briefsBehindEnded(tx, projectId, limit)).map(each => ({
    kind: 'blocker_ended',
    ref: briefRef(each.id),
    briefId: each.id,
    what: `${each.title} waits for ${briefRef(each.blocker)}, which ended as ${each.status}`,
    since: each.ended_at ?? now,
    who: 'an operator',
    next: `brief.relate {briefId: ${each.id}, removeDependsOn: [${each.blocker}]}`,
  }))

const unreadAnswers: Look = async ({ tx }, projectId, limit) =>
  (await answersUnread(tx, projectId, limit)).map(each => ({
    kind: 'unread_answer',
    ref: decisionRef(each.id),
    briefId: each.brief_id,
    what: `${each.header}: answered, not yet read`,
    since: each.released_at,
    who: each.asked_by,
    next: `decision.ack {decisionId: ${each.id}}`,
  }))

const looks: readonly Look[] = [openDecisions, dispatches, failed, unlanded, silent, endedBlockers, unreadAnswers]
