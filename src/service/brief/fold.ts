/** Folds a duplicate into another Brief. */
import { fold as decide } from '#domain/brief.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { commit, type Write } from '../work.ts'
import { standingOf, takeOutUnwanted } from './set-status.ts'
import { tellDependents } from './tell-dependents.ts'

export const fold: Write<'brief.fold'> = async (input, work) => {
  const source = await getBrief(work.tx, input.briefId)
  const into = await getBrief(work.tx, input.into)
  const change = decide(source, into, await standingOf(work, source.id), { actor: work.actor, now: work.now })
  await takeOutUnwanted(work, source.id, 'cancelled')
  await commit(work, change)
  await tellDependents(work, source, 'cancelled')
  return { briefId: source.id, into: into.id, next: `Go on with recall.brief {briefId: ${into.id}}.` }
}
