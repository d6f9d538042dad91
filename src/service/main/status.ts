/** MAIN of one project. */
import { meantProject } from '#store/queries/projects.ts'
import type { Read } from '../work.ts'
import { mainView } from './view.ts'

export const status: Read<'main.status'> = async (input, work) => ({
  main: await mainView(work, await meantProject(work.tx, input.project)),
})
