/** Asks for git's hooks around MAIN. */
import { askGuard } from '#domain/main/moves.ts'
import { getMain, meantProject } from '#store/queries/projects.ts'
import { commit, type Write } from '../work.ts'
import { answerOf } from './answer.ts'

export const guard: Write<'main.guard'> = async (input, work) => {
  const { id } = await meantProject(work.tx, input.project)
  await commit(work, askGuard(await getMain(work.tx, id), input.install ?? true))
  return answerOf(work.tx, id)
}
