/** MAIN of one project. */
import { getMain, meantProject } from '#store/queries/projects.ts'
import type { Read } from '../work.ts'
import { mainView } from './view.ts'

export const status: Read<'main.status'> = async (input, work) => {
  const project = await meantProject(work.tx, input.project)
  return { main: mainView(await getMain(work.tx, project.id), project) }
}
