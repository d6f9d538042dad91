/** What the guard refused goes on the trace of the Brief that the agent works on, or else on the project's feed. */
import { newEvent } from '#domain/events/catalogue.ts'
import { meantProject } from '#store/queries/projects.ts'
import { workOfHolder } from '#store/queries/worktrees.ts'
import { commit, type Write } from '../work.ts'

export const reportRefusal: Write<'main.reportRefusal'> = async (input, work) => {
  const { id } = await meantProject(work.tx, input.project)
  const held = await workOfHolder(work.tx, work.name)
  const briefId = held?.briefId ?? null
  const { tool, path, reason } = input
  await commit(work, { events: [newEvent('guard_refused', briefId, { actor: work.name, tool, path, reason }, id)] })
  return { briefId, next: 'Work in your own worktree.' }
}
