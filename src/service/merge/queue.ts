/** The merge queue in its order; ended submissions after it, newest first, when they are asked for. */
import { order } from '#domain/landing/order.ts'
import { isLive } from '#domain/landing/submission.ts'
import { filterBrief } from '#store/queries/briefs.ts'
import { listSubmissions, liveSubmissions } from '#store/queries/merges.ts'
import { filterProject, listProjects, projectSlugs } from '#store/queries/projects.ts'
import { queueWaits } from '../landing/queue-waits.ts'
import { cursorOf } from '../recall/cursor.ts'
import type { Read, ReadWork } from '../work.ts'
import { mergeViews } from './view.ts'
import { haltOf } from './waits.ts'

const usual = 50

export const queue: Read<'merge.queue'> = async (input, work) => {
  const projectId = await filterProject(work.tx, input.project)
  const briefId = await filterBrief(work.tx, input.briefId)
  const limit = input.limit ?? usual
  const before = cursorOf('merge.queue', input.cursor)
  const live = before === undefined ? order(await liveSubmissions(work.tx, projectId)) : []
  const page = { projectId, briefId, before, limit: limit + 1 }
  const past = input.ended ? await listSubmissions(work.tx, page) : []
  const ended = past.slice(0, limit).filter(each => !isLive(each))
  const shown = [...live.filter(each => briefId === undefined || each.briefId === briefId), ...ended]
  return {
    items: await mergeViews(work, shown, await projectSlugs(work.tx)),
    nextCursor: past.length > limit ? String(past[limit - 1]?.id) : undefined,
    halts: await haltsOf(work, projectId),
    waits: await queueWaits(work, projectId),
  }
}

async function haltsOf(work: ReadWork, projectId: number | undefined) {
  const halts: { project: string; why: string }[] = []
  for (const { id, slug } of await listProjects(work.tx)) {
    const halt = projectId === undefined || projectId === id ? await haltOf(work, id) : undefined
    if (halt) halts.push({ project: slug, why: halt.why })
  }
  return halts
}
