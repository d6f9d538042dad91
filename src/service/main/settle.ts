/** Keeps what the runner found out about MAIN. */
import type { Main } from '#domain/main/main.ts'
import { type MainFinding, settleMain } from '#domain/main/moves.ts'
import { heldDispatches } from '#store/queries/dispatches.ts'
import { findLanding } from '#store/queries/merges.ts'
import { getMain, getProject } from '#store/queries/projects.ts'
import { commit, type ReadWork, type Write } from '../work.ts'

export const settle: Write<'main.settle'> = async (input, work) => {
  const { id } = await getProject(work.tx, input.projectId)
  const held = (await heldDispatches(work.tx)).filter(each => each.projectId === id)
  const active = [...new Set(held.flatMap(each => each.holder ?? []))]
  const main = await getMain(work.tx, id)
  const landed = await landedAt(work, main, input.finding)
  const ours = (commit: string): boolean => commit === landed || commit === main.landing?.to.commit
  const change = settleMain(main, input.finding, { now: work.now, active, ours })
  await commit(work, change)
  return { main: change.mains?.[0] ?? main }
}

/** The tip that was found, when the queue put it there and nobody moved the branch back to it. */
async function landedAt({ tx }: ReadWork, main: Main, finding: MainFinding): Promise<string | undefined> {
  const tip = finding.what === 'looked' ? finding.standing.tip : null
  const landing = tip === null ? undefined : await findLanding(tx, main.id, tip)
  if (landing?.by !== 'queue') return undefined
  const before = main.standing?.tip ? await findLanding(tx, main.id, main.standing.tip) : undefined
  return before && before.id > landing.id ? undefined : landing.commit
}
