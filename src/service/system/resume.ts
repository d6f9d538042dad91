/** Goes on after a pause. */
import { newEvent } from '#domain/events/catalogue.ts'
import { dropPause, findPause } from '#store/queries/settings.ts'
import { commit, type Write } from '../work.ts'

export const resume: Write<'system.resume'> = async (_, work) => {
  if (!(await findPause(work.tx))) return { paused: false, next: 'It was not paused.' }
  await dropPause(work.tx)
  await commit(work, { events: [newEvent('resumed', null, {})] })
  return { paused: false, next: 'recall.queue shows what can be claimed.' }
}
