/** Sets a status by hand, and tells those who waited for this Brief. */
import { setStatus as decide, type Standing } from '#domain/brief.ts'
import { blocksOf, countOpenChildren, getBrief } from '#store/queries/briefs.ts'
import { countOpenDecisions } from '#store/queries/decisions.ts'
import { liveDispatches } from '#store/queries/dispatches.ts'
import { commit, type ReadWork, type Write } from '../work.ts'
import { tellDependents } from './tell-dependents.ts'

export const setStatus: Write<'brief.setStatus'> = async (input, work) => {
  const brief = await getBrief(work.tx, input.briefId)
  const standing = await standingOf(work, brief.id)
  await commit(work, decide(brief, input.status, standing, { actor: work.actor, now: work.now, reason: input.reason }))
  await tellDependents(work, brief, input.status)
  const next =
    input.status === 'planned'
      ? `Hand it over with brief.dispatch {briefId: ${brief.id}}.`
      : `recall.brief {briefId: ${brief.id}} shows where it stands.`
  return { briefId: brief.id, status: input.status, next }
}

export async function standingOf(work: ReadWork, briefId: number): Promise<Standing> {
  const live = await liveDispatches(work.tx, briefId)
  return {
    live: live.map(each => ({ id: each.id, holder: each.holder })),
    blocked: await blocksOf(work.tx, briefId),
    openDecisions: await countOpenDecisions(work.tx, briefId),
    openChildren: await countOpenChildren(work.tx, briefId),
  }
}
