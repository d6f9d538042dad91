/** MAIN of one project. */
import { lastPushOf } from '#store/queries/merges.ts'
import { getMain, meantProject } from '#store/queries/projects.ts'
import type { Read } from '../work.ts'
import { mainView } from './view.ts'

export const status: Read<'main.status'> = async (input, work) => {
  const project = await meantProject(work.tx, input.project)
  const push = await lastPushOf(work.tx, project.id)
  return { main: mainView(await getMain(work.tx, project.id), project, push?.step) }
}
