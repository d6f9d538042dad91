/** Somebody on the roster rests on purpose: not gone, not crashed. */
import { findRosterEntry } from '#store/queries/agents.ts'
import { commit, type Write } from '../work.ts'
import { enroll } from './enroll.ts'
import { findAgent } from './find.ts'

export const park: Write<'agent.park'> = async (input, work) => {
  const { project, actor } = await findAgent(work, input)
  const entry = (await findRosterEntry(work.tx, project.id, actor)) ?? (await enroll(work, project.id, actor, {}))
  await commit(work, { roster: [{ ...entry, parkedAt: input.parked ? work.now : null }], events: [] })
  const next = input.parked
    ? 'It shows as parked until it checks in or is woken: agent.park {parked: false}.'
    : 'It counts by its signs of life again.'
  return { agent: actor, parked: input.parked, next }
}
