/** Takes a project off the list. Its Briefs and traces stay, and its name becomes free again. */
import { newEvent } from '#domain/events/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { countOpenByProject } from '#store/queries/counts.ts'
import { meantProject } from '#store/queries/projects.ts'
import { keepProject } from '#store/rows.ts'
import { commit, type Write } from '../work.ts'

export const remove: Write<'project.remove'> = async (input, work) => {
  const project = await meantProject(work.tx, input.project)
  const live = (await countOpenByProject(work.tx)).get(project.id)?.liveDispatches ?? 0
  if (live > 0) throw new Refusal('project.busy', { project: project.slug, open: live })
  await keepProject(work.tx, { ...project, removedAt: work.now })
  await commit(work, { events: [newEvent('project_removed', null, { slug: project.slug }, project.id)] })
  return {
    project: project.slug,
    next: `Its Briefs are still found by recall.search. project.register {path: "${project.path}"} adds it anew.`,
  }
}
