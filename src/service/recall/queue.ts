/** What is in flight, queued, ready to be handed over, and waiting with the reason. */
import { type BlockReason, describeBlock } from '#domain/blocked.ts'
import { isHeld } from '#domain/status.ts'
import { type ListedBrief, listedBriefs } from '#store/queries/brief-list.ts'
import { blocksOfMany } from '#store/queries/briefs.ts'
import { openDecisionsOfMany } from '#store/queries/decisions.ts'
import { dispatchableBriefs, waitingBriefIds } from '#store/queries/loops.ts'
import { filterProject, projectSlugs } from '#store/queries/projects.ts'
import { type ListedDispatch, liveQueue } from '#store/queries/standing.ts'
import { whyNotStarted } from '../agent/due.ts'
import { whyOfMany } from '../brief/why.ts'
import type { Read, ReadWork } from '../work.ts'
import { pageOf } from './cursor.ts'
import { dispatchMention, slugOf, waitsOf } from './views.ts'

const usualLimit = 50

export const queue: Read<'recall.queue'> = async (input, work) => {
  const { tx } = work
  const page = pageOf('recall.queue', input.cursor, input.limit ?? usualLimit)
  const projectId = await filterProject(tx, input.project)
  const slugs = await projectSlugs(tx)
  const allLive = await liveQueue(tx, projectId, page.reach)
  const live = page.of(allLive)
  const ids = live.map(each => each.briefId)
  const briefs = new Map((await listedBriefs(tx, ids)).map(each => [each.id, each]))
  const open = Map.groupBy(await openDecisionsOfMany(tx, ids), each => each.briefId)
  const blocks = await blocksOfMany(tx, ids)
  const rows = await Promise.all(
    live.map(async dispatch => ({
      ...dispatchMention(dispatch),
      briefId: dispatch.briefId,
      title: briefs.get(dispatch.briefId)?.title ?? '',
      project: slugOf(slugs, dispatch.projectId),
      priority: briefs.get(dispatch.briefId)?.priority ?? 0,
      meantFor: dispatch.meantFor,
      waits:
        waitsOf(dispatch, { now: work.now, openDecisions: (open.get(dispatch.briefId) ?? []).map(each => each.id) }) ??
        (await unstarted(work, dispatch, briefs.get(dispatch.briefId))) ??
        unclaimable(dispatch, blocks.get(dispatch.briefId) ?? []),
      since: dispatch.movedAt,
    })),
  )
  const allWaiting = await waitingBriefIds(tx, projectId, page.reach)
  const waiting = await listedBriefs(tx, page.of(allWaiting))
  const allReady = await dispatchableBriefs(tx, projectId, page.reach)
  const whys = await whyOfMany(work, waiting)
  return {
    inFlight: rows.filter(each => isHeld(each.status)),
    queued: rows.filter(each => !isHeld(each.status)),
    dispatchable: page.of(allReady).map(each => ({
      id: each.id,
      title: each.title,
      project: slugOf(slugs, each.project_id),
      priority: each.priority,
    })),
    waiting: waiting.map((brief, at) => ({
      id: brief.id,
      title: brief.title,
      project: slugOf(slugs, brief.projectId),
      status: brief.status,
      why: whys[at]?.why ?? '',
    })),
    nextCursor: page.next(allLive, allWaiting, allReady),
  }
}

const unstarted = async (
  work: ReadWork,
  dispatch: ListedDispatch,
  brief: ListedBrief | undefined,
): Promise<string | undefined> => brief && whyNotStarted(work, dispatch, brief)

/** Where flower starts nobody, whoever wants to claim it is held up by the same. */
const unclaimable = ({ status }: ListedDispatch, blocks: readonly BlockReason[]): string | undefined =>
  status !== 'queued' || blocks.length === 0
    ? undefined
    : `the Brief is blocked: ${blocks.map(describeBlock).join(', ')}`
