/** How long each queue has waited, and which of them are late. */
import type { Output } from '#contract/catalogue.ts'
import { waitOf } from '#domain/landing/order.ts'
import { lastMoves, liveSubmissions } from '#store/queries/merges.ts'
import { getMain, listProjects } from '#store/queries/projects.ts'
import type { ReadWork } from '../work.ts'
import { queueStateOf } from './queue-state.ts'

type Waits = Output<'merge.queue'>['waits']

/** Of one project, or of all. */
export async function queueWaits(work: ReadWork, projectId?: number): Promise<Waits> {
  const waits: Waits = []
  for (const { id, slug } of await listProjects(work.tx)) {
    if (projectId !== undefined && projectId !== id) continue
    const waiting = await liveSubmissions(work.tx, id)
    if (waiting.length === 0) continue
    const isPaused = (await queueStateOf(work, await getMain(work.tx, id))).is === 'paused'
    const wait = waitOf(waiting, { moved: await lastMoves(work.tx, id), isPaused, now: work.now })
    if (wait) waits.push({ project: slug, ...wait })
  }
  return waits
}
