/** Ties something to a Brief, once: the same link again changes nothing. */
import { newEvent } from '#domain/events/catalogue.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { addLink, findLink } from '#store/queries/keepsakes.ts'
import { commit, type Write } from '../work.ts'

export const link: Write<'brief.link'> = async (input, work) => {
  const { briefId, type, ref, relation, title, url } = input
  await getBrief(work.tx, briefId)
  const known = await findLink(work.tx, { brief_id: briefId, type, ref, relation })
  if (known) return { briefId, linkId: known.id, next: 'It was linked already.' }
  const linkId = await addLink(work.tx, {
    brief_id: briefId,
    type,
    ref,
    relation,
    title: title ?? null,
    url: url ?? null,
    actor: work.name,
    at: work.now,
  })
  await commit(work, { events: [newEvent('link_added', briefId, { type, ref, relation, title, url })] })
  return { briefId, linkId, next: 'Go on.' }
}
