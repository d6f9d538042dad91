/** Sets title, switches, priority, labels and budget. */
import { configure as decide } from '#domain/brief.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { heldOf } from '#store/queries/integration.ts'
import { commit, type Write } from '../work.ts'

export const configure: Write<'brief.configure'> = async (input, work) => {
  const { briefId, ...settings } = input
  const held = settings.integration === false ? await heldOf(work.tx, briefId) : []
  await commit(work, decide(await getBrief(work.tx, briefId), settings, held, work.actor))
  return { briefId, next: `recall.brief {briefId: ${briefId}} shows where it stands.` }
}
