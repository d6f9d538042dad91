/** Sets the defaults that new Briefs of a project begin with; those that are there keep their switches. */
import { newEvent } from '#domain/events/catalogue.ts'
import type { ProjectDefaults } from '#domain/project.ts'
import { meantProject } from '#store/queries/projects.ts'
import { keepProject } from '#store/rows.ts'
import { commit, type Write } from '../work.ts'

export const configure: Write<'project.configure'> = async (input, work) => {
  const project = await meantProject(work.tx, input.project)
  const set = Object.fromEntries(
    Object.entries(input.defaults).filter(
      ([name, value]) => value !== undefined && value !== project.defaults[name as keyof ProjectDefaults],
    ),
  )
  const defaults: ProjectDefaults = { ...project.defaults, ...set }
  if (Object.keys(set).length > 0) {
    await keepProject(work.tx, { ...project, defaults })
    await commit(work, { events: [newEvent('project_configured', null, { slug: project.slug, set }, project.id)] })
  }
  return { project: project.slug, defaults, next: 'New Briefs begin with these; brief.configure changes a single one.' }
}
