/** Keeps what the runner found out about MAIN. */
import { settleMain } from '#domain/main/moves.ts'
import { heldDispatches } from '#store/queries/dispatches.ts'
import { getMain, getProject } from '#store/queries/projects.ts'
import { commit, type Write } from '../work.ts'

export const settle: Write<'main.settle'> = async (input, work) => {
  const { id } = await getProject(work.tx, input.projectId)
  const held = (await heldDispatches(work.tx)).filter(each => each.projectId === id)
  const active = [...new Set(held.flatMap(each => each.holder ?? []))]
  const main = await getMain(work.tx, id)
  const change = settleMain(main, input.finding, { now: work.now, active })
  await commit(work, change)
  return { main: change.mains?.[0] ?? main }
}
