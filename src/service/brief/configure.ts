/** Sets title, switches, priority, labels and budget. */
import { configure as decide } from '#domain/brief.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { commit, type Write } from '../work.ts'

export const configure: Write<'brief.configure'> = async (input, work) => {
  const { briefId, ...settings } = input
  await commit(work, decide(await getBrief(work.tx, briefId), settings))
  return { briefId, next: `recall.brief {briefId: ${briefId}} shows where it stands.` }
}
