/** One project. */
import { countOpenByProject } from '#store/queries/project-counts.ts'
import { meantProject } from '#store/queries/projects.ts'
import type { Read } from '../work.ts'
import { viewOf } from './view.ts'

export const show: Read<'project.show'> = async (input, work) => {
  const project = await meantProject(work.tx, input.project)
  return { project: viewOf(project, await countOpenByProject(work.tx)) }
}
