/** What the guard refused goes on the trace of the Brief that the agent works on, or else on the project's feed. */
import { newEvent } from '#domain/events/catalogue.ts'
import { findBrief } from '#store/queries/briefs.ts'
import { listProjects } from '#store/queries/projects.ts'
import { workOfHolder } from '#store/queries/worktrees.ts'
import { commit, type Write } from '../work.ts'

/** Of a project that is not known here, or not any more, nobody is told. */
export const reportRefusal: Write<'main.reportRefusal'> = async (input, work) => {
  const project = (await listProjects(work.tx)).find(each => each.path === input.mainPath)
  if (!project) return { taken: false }
  const { tool, path, reason, actor = 'somebody' } = input
  const named = input.briefId ?? (await workOfHolder(work.tx, actor))?.briefId
  const brief = named === undefined ? undefined : await findBrief(work.tx, named)
  const briefId = brief?.projectId === project.id ? brief.id : null
  await commit(work, { events: [newEvent('guard_refused', briefId, { actor, tool, path, reason }, project.id)] })
  return { taken: true }
}
