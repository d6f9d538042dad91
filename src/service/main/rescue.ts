/** Asks for what came into MAIN from outside to be moved into a worktree. */
import { askRescue } from '#domain/main/moves.ts'
import { getMain, meantProject } from '#store/queries/projects.ts'
import { commit, type Write } from '../work.ts'
import { answerOf } from './answer.ts'

export const rescue: Write<'main.rescue'> = async (input, work) => {
  const { id, slug } = await meantProject(work.tx, input.project)
  await commit(work, askRescue(await getMain(work.tx, id), input.name, slug))
  return answerOf(work.tx, id)
}
