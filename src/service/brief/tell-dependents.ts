/** Those who wait for a Brief hear of its end at once: freed, or left waiting for something that will never land. */
import type { Brief } from '#domain/brief.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { briefRef } from '#domain/ref.ts'
import type { BriefStatus } from '#domain/status.ts'
import { blocksOf, dependentIds } from '#store/queries/briefs.ts'
import { commit, type WriteWork } from '../work.ts'

export async function tellDependents(
  work: WriteWork,
  brief: Pick<Brief, 'id' | 'status'>,
  to: BriefStatus,
): Promise<void> {
  if (to === brief.status) return
  const ended = to === 'cancelled' || to === 'abandoned'
  if (to !== 'complete' && !ended) return
  for (const id of await dependentIds(work.tx, brief.id)) {
    if (ended) await commit(work, { events: [newEvent('blocker_ended', id, { briefId: brief.id, status: to })] })
    else if ((await blocksOf(work.tx, id)).length === 0)
      await commit(work, { events: [newEvent('unblocked', id, { by: briefRef(brief.id) })] })
  }
}
