/** Lets the queue of a project go on. */
import { newEvent } from '#domain/events/catalogue.ts'
import { getMain, meantProject } from '#store/queries/projects.ts'
import { commit, type Write } from '../work.ts'

export const resume: Write<'merge.resume'> = async (input, work) => {
  const { id, slug } = await meantProject(work.tx, input.project)
  const main = await getMain(work.tx, id)
  if (main.pausedBy !== null)
    await commit(work, {
      mains: [{ ...main, pausedBy: null, pausedAt: null, pauseReason: null }],
      events: [newEvent('queue_resumed', null, {}, id)],
    })
  return { project: slug, paused: false, next: 'merge.queue shows what waits.' }
}
