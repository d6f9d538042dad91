/** Briefs, decisions and dispatches as callers see them, built for many at once. */
import type { BriefRow, DecisionView, DispatchMention, DispatchView } from '#contract/shapes.ts'
import { isDispatchable } from '#domain/brief.ts'
import type { Decision } from '#domain/decision.ts'
import { type Attempt, keptFor, type Waiting, waitsBecause } from '#domain/dispatch.ts'
import { rollUp } from '#domain/recall/rollup.ts'
import { isClosed } from '#domain/status.ts'
import type { ListedBrief } from '#store/queries/brief-list.ts'
import { blocksOfMany } from '#store/queries/briefs.ts'
import { postsOf } from '#store/queries/decisions.ts'
import {
  childCounts,
  type ListedDispatch,
  liveDispatchesOfMany,
  needsOfMany,
  openDecisionCounts,
} from '#store/queries/standing.ts'
import type { ReadTx } from '#store/transaction.ts'

/** The projects' names by id. */
export type Slugs = Map<number, string>

export const slugOf = (slugs: Slugs, projectId: number): string => slugs.get(projectId) ?? String(projectId)

/** In the order of `briefs`. What has ended counts as blocked by nothing. */
export async function briefRows(tx: ReadTx, briefs: readonly ListedBrief[], slugs: Slugs): Promise<BriefRow[]> {
  const ids = briefs.map(each => each.id)
  const blocks = await blocksOfMany(
    tx,
    briefs.filter(each => !isClosed(each.status)).map(each => each.id),
  )
  const live = Map.groupBy(await liveDispatchesOfMany(tx, ids), each => each.briefId)
  const open = await openDecisionCounts(tx, ids)
  const children = await childCounts(tx, ids)
  const needs = await needsOfMany(tx, ids)
  return briefs.map(brief => {
    const blocked = blocks.get(brief.id) ?? []
    const counts = children.get(brief.id)
    return {
      id: brief.id,
      title: brief.title,
      status: brief.status,
      origin: brief.origin,
      parentId: brief.parentId,
      priority: brief.priority,
      labels: brief.labels,
      movedAt: brief.movedAt,
      createdAt: brief.createdAt,
      createdBy: brief.createdBy,
      foldedInto: brief.foldedInto,
      autoDispatch: brief.autoDispatch,
      designLoop: brief.designLoop,
      review: brief.review,
      needsApproval: brief.needsApproval,
      project: slugOf(slugs, brief.projectId),
      approved: brief.approvedAt !== null,
      blocked,
      dispatchable: isDispatchable(brief, blocked),
      live: (live.get(brief.id) ?? []).map(dispatchMention),
      openDecisions: open.get(brief.id) ?? 0,
      dependsOn: needs.get(brief.id) ?? [],
      rollup: counts && rollUp(counts),
    }
  })
}

export const dispatchMention = (dispatch: ListedDispatch): DispatchMention => ({
  id: dispatch.id,
  leg: dispatch.leg,
  status: dispatch.status,
  attempt: dispatch.attempt,
  holder: dispatch.holder,
  leaseExpiresAt: dispatch.leaseExpiresAt,
  reason: dispatch.reason,
  waitsUntil: dispatch.waitsUntil,
})

/** Why a queued dispatch can't be claimed yet; undefined when it can, or isn't queued. */
export const waitsOf = (dispatch: ListedDispatch, context: Waiting): string | undefined =>
  dispatch.status === 'queued' ? (waitsBecause(dispatch, context) ?? keptInWords(dispatch, context.now)) : undefined

function keptInWords(dispatch: ListedDispatch, now: string): string | undefined {
  const kept = keptFor(dispatch, now)
  return kept ? `for ${kept.agent} until ${kept.until}, then for anybody` : undefined
}

/** A dispatch without its packet. */
export const dispatchView = (
  listed: { dispatch: ListedDispatch; packetLength: number },
  attempts: Attempt[],
  context: Waiting,
): DispatchView => ({
  ...listed.dispatch,
  packetTokens: Math.ceil(listed.packetLength / 4),
  attempts,
  waits: waitsOf(listed.dispatch, context),
})

export async function decisionViews(tx: ReadTx, decisions: readonly Decision[], slugs: Slugs): Promise<DecisionView[]> {
  const posts = await postsOf(
    tx,
    decisions.map(each => each.id),
  )
  const open = decisions.flatMap(each => (each.status === 'open' && each.briefId !== null ? [each.briefId] : []))
  const waiting = (await liveDispatchesOfMany(tx, open)).filter(each => each.reason === 'needs_decision')
  return decisions.map(each => ({
    ...each,
    holdsUp: (each.status === 'open' && waiting.find(({ briefId }) => briefId === each.briefId)?.id) || null,
    project: slugOf(slugs, each.projectId),
    discussion: (posts.get(each.id) ?? []).map(post => ({ actor: post.actor, at: post.at, body: post.body })),
  }))
}
