/** MAIN of one project. */
import { lostNow } from '#domain/main/main.ts'
import { lastPushOf } from '#store/queries/merges.ts'
import { getMain, meantProject } from '#store/queries/projects.ts'
import { mergesOf } from '../landing/merges-of.ts'
import type { Read } from '../work.ts'
import { mainView } from './view.ts'

export const status: Read<'main.status'> = async (input, work) => {
  const project = await meantProject(work.tx, input.project)
  const main = await getMain(work.tx, project.id)
  const push = (await lastPushOf(work.tx, project.id))?.step
  const commits = lostNow(main)
  const lost = commits.length > 0 ? { commits, mergeIds: await mergesOf(work, project.id, commits) } : undefined
  return { main: mainView(main, project, { push, lost }) }
}
