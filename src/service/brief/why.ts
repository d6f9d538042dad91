/** Why a Brief is not moving. */
import type { Brief } from '#domain/brief.ts'
import { type Stillness, type Why, whyStill } from '#domain/recall/why.ts'
import { type BriefStatus, isClosed, isHeld } from '#domain/status.ts'
import type { ListedBrief } from '#store/queries/brief-list.ts'
import { blocksOfMany, getBrief } from '#store/queries/briefs.ts'
import { openDecisionsOfMany } from '#store/queries/decisions.ts'
import { failedOf, unlandedOf } from '#store/queries/loops.ts'
import { findPause } from '#store/queries/settings.ts'
import { type ChildCount, childCounts, type ListedDispatch, liveDispatchesOfMany } from '#store/queries/standing.ts'
import { whyNotStarted } from '../agent/due.ts'
import { toLandOf } from '../merge/waits.ts'
import { waitsOf } from '../recall/views.ts'
import type { Read, ReadWork } from '../work.ts'

export const why: Read<'brief.why'> = async (input, work) => {
  const brief: Brief = await getBrief(work.tx, input.briefId)
  const [answer] = await whyOfMany(work, [brief])
  if (!answer) throw new Error('every Brief has an answer')
  return { briefId: brief.id, ...answer }
}

const sumOf = (counts: readonly ChildCount[] = [], isOne: (status: BriefStatus) => boolean): number =>
  counts.filter(each => isOne(each.status)).reduce((sum, each) => sum + each.count, 0)

/** In the order of `briefs`. */
export async function whyOfMany(work: ReadWork, briefs: readonly ListedBrief[]): Promise<Why[]> {
  const { tx } = work
  const ids = briefs.map(each => each.id)
  const blocks = await blocksOfMany(tx, ids)
  const live = Map.groupBy(await liveDispatchesOfMany(tx, ids), each => each.briefId)
  const decisions = Map.groupBy(await openDecisionsOfMany(tx, ids), each => each.briefId)
  const children = await childCounts(tx, ids)
  const failed = await failedOf(tx, ids)
  const unlanded = await unlandedOf(tx, ids)
  const paused = await findPause(tx)
  const toLand = await toLandOf(work, ids)
  const whys: Why[] = []
  for (const brief of briefs) {
    const openDecisions = decisions.get(brief.id) ?? []
    const context = { now: work.now, openDecisions: openDecisions.map(each => each.id) }
    const last = failed.get(brief.id)
    const still: Stillness = {
      brief,
      blocked: blocks.get(brief.id) ?? [],
      live: await Promise.all(
        (live.get(brief.id) ?? []).map(async each => ({
          ...each,
          waits: waitsOf(each, context),
          lapsed: lapsedOf(each, work.now),
          unstarted: await whyNotStarted(work, each, brief),
        })),
      ),
      openDecisions,
      openChildren: sumOf(children.get(brief.id), status => !isClosed(status)),
      closedChildren: {
        all: sumOf(children.get(brief.id), isClosed),
        complete: sumOf(children.get(brief.id), status => status === 'complete'),
      },
      failed: last && { id: last.id, leg: last.leg, reason: last.reason, movedAt: last.moved_at },
      unlanded: unlanded.get(brief.id),
      paused,
      merge: toLand.get(brief.id),
    }
    whys.push(whyStill(still))
  }
  return whys
}

function lapsedOf(
  { status, leaseExpiresAt, attemptsLeft }: ListedDispatch,
  now: string,
): 'again' | 'spent' | undefined {
  if (!isHeld(status) || leaseExpiresAt === null || leaseExpiresAt > now) return undefined
  return attemptsLeft > 1 ? 'again' : 'spent'
}
