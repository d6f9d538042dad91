/** Somebody says that they are here, and hears what waits for them and what landed meanwhile. */
import { newEvent } from '#domain/events/catalogue.ts'
import { findRosterEntry, getRun, markDelivered } from '#store/queries/agents.ts'
import { landingsSince } from '#store/queries/merges.ts'
import { getProject, meantProject } from '#store/queries/projects.ts'
import { acks, whatWaits } from '../run/told.ts'
import { commit, type Write } from '../work.ts'
import { enroll } from './enroll.ts'

/** Landings that one answer tells. */
const mostLandings = 20

export const checkin: Write<'agent.checkin'> = async (input, work) => {
  const run = work.scope && (await getRun(work.tx, work.scope.runId))
  const project = run ? await getProject(work.tx, run.projectId) : await meantProject(work.tx, input.project)
  const before = await findRosterEntry(work.tx, project.id, work.name)
  const { role, harness, cadence, contextTokens, note } = input
  await enroll(work, project.id, work.name, {
    role: role ?? before?.role ?? (work.actor.kind === 'agent' && work.role === 'operator' ? 'builder' : work.role),
    harness: run?.harness ?? harness,
    cadence,
    contextTokens,
    lastWords: note,
  })
  if (note !== undefined && run) await commit(work, { events: [newEvent('progress', run.briefId, { body: note })] })
  const told = await whatWaits(work)
  const newest = told.messages.at(-1)?.id
  if (newest !== undefined) await markDelivered(work.tx, work.name, newest, work.now)
  return {
    ...told,
    landed: await landingsSince(work.tx, project.id, before?.seenAt ?? work.now, mostLandings),
    next: nextOf(told),
  }
}

function nextOf({ messages, decisions, refresh, paused }: Awaited<ReturnType<typeof whatWaits>>): string {
  if (refresh) return refresh
  if (messages.length > 0) return 'Read the messages.'
  if (decisions.length > 0) return `Read the answers and say so with ${acks(decisions)}.`
  return paused ? 'flower is paused: finish what you hold, start nothing.' : 'Go on.'
}
