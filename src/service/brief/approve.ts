/** Approves a Brief that waits for an operator. */
import { approve as decide } from '#domain/brief.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { commit, type Write } from '../work.ts'

export const approve: Write<'brief.approve'> = async (input, work) => {
  await commit(work, decide(await getBrief(work.tx, input.briefId), work.actor, work.now))
  return { briefId: input.briefId, next: `Hand it over with brief.dispatch {briefId: ${input.briefId}}.` }
}
