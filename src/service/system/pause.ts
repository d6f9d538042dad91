/** Stops all starting. What runs goes on to its end. */
import { newEvent } from '#domain/events/catalogue.ts'
import { findPause, keepPause } from '#store/queries/settings.ts'
import { commit, type Write } from '../work.ts'

export const pause: Write<'system.pause'> = async (input, work) => {
  const known = await findPause(work.tx)
  if (known) return { paused: true, next: `It is paused since ${known.since} by ${known.by}; system.resume goes on.` }
  await keepPause(work.tx, { since: work.now, by: work.name, note: input.note ?? null })
  await commit(work, { events: [newEvent('paused', null, { note: input.note })] })
  return { paused: true, next: 'What runs goes on; nothing new is started until system.resume.' }
}
