/** Sets the epic and what a Brief depends on. A circle, through dependencies or epics, is refused and named. */
import type { Brief } from '#domain/brief.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { findPath } from '#domain/graph.ts'
import { briefRef } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  addDependency,
  assertBriefs,
  dependencyIds,
  getBrief,
  removeDependency,
  waitEdges,
} from '#store/queries/briefs.ts'
import { movingChild } from '../landing/child-moved.ts'
import { commit, type Write, type WriteWork } from '../work.ts'

export const relate: Write<'brief.relate'> = async (input, work) => {
  let brief = await getBrief(work.tx, input.briefId)
  await assertBriefs(work.tx, input.removeDependsOn ?? [])
  for (const id of input.removeDependsOn ?? []) await dependNoLonger(work, brief.id, id)
  if (input.parentId !== undefined) brief = await placeUnder(work, brief, input.parentId)
  await dependOn(work, brief.id, input.addDependsOn ?? [])
  return { briefId: brief.id, next: `recall.brief {briefId: ${brief.id}} shows where it stands.` }
}

/** Puts a Brief under an epic, or under none. */
export async function placeUnder(work: WriteWork, brief: Brief, parentId: number | null): Promise<Brief> {
  if (brief.parentId === parentId) return brief
  if (parentId !== null) {
    await getBrief(work.tx, parentId)
    await refuseCircle(work, parentId, brief.id)
  }
  const placed = { ...brief, parentId }
  await movingChild(work, brief, async () => {
    await commit(work, { briefs: [placed], events: [newEvent('parent_set', brief.id, { parentId })] })
  })
  return placed
}

/** Makes a Brief wait for others. Those that it waits for already are left as they are. */
export async function dependOn(work: WriteWork, briefId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await assertBriefs(work.tx, ids)
  const known = new Set(await dependencyIds(work.tx, briefId))
  for (const id of new Set(ids)) {
    if (known.has(id)) continue
    await refuseCircle(work, briefId, id)
    await addDependency(work.tx, briefId, id)
    await commit(work, { events: [newEvent('dependency_added', briefId, { briefId: id })] })
  }
}

async function dependNoLonger(work: WriteWork, briefId: number, id: number): Promise<void> {
  if (!(await dependencyIds(work.tx, briefId)).includes(id)) return
  await removeDependency(work.tx, briefId, id)
  await commit(work, { events: [newEvent('dependency_removed', briefId, { briefId: id })] })
}

/** `from` is about to wait for `to`: refused when `to` waits for `from` already, over whatever way. */
async function refuseCircle(work: WriteWork, from: number, to: number): Promise<void> {
  const back = findPath(await waitEdges(work.tx), to, from)
  if (back)
    throw new Refusal('brief.cycle', { circle: [from, ...back].map(briefRef).join(' → '), briefIds: [from, ...back] })
}
