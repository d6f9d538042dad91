/** The projects, in the order of their coming. */
import { countOpenByProject } from '#store/queries/counts.ts'
import { listProjects } from '#store/queries/projects.ts'
import type { Read } from '../work.ts'
import { viewOf } from './view.ts'

export const list: Read<'project.list'> = async (_, work) => {
  const counts = await countOpenByProject(work.tx)
  return { items: (await listProjects(work.tx)).map(each => viewOf(each, counts)) }
}
