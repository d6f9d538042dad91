/** Stops the queue of a project, or lets it go on. What was begun is finished. */
import { newEvent } from '#domain/events/catalogue.ts'
import { getMain, meantProject } from '#store/queries/projects.ts'
import { commit, type Write } from '../work.ts'

export const pause: Write<'merge.pause'> = async (input, work) => {
  const { id, slug } = await meantProject(work.tx, input.project)
  const main = await getMain(work.tx, id)
  const reason = input.reason ?? ''
  if (main.pausedBy === null)
    await commit(work, {
      mains: [{ ...main, pausedBy: work.name, pausedAt: work.now, pauseReason: reason }],
      events: [newEvent('queue_paused', null, { reason }, id)],
    })
  return { project: slug, paused: true, next: `merge.resume {project: "${slug}"} lets it go on.` }
}
