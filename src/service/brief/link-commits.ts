/** Ties commits to the Briefs that their trailers name, each piece of work once: what was rebased or squashed is the same work. */
import type { Parsed } from '#contract/catalogue.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { findBrief } from '#store/queries/briefs.ts'
import { addLink, findCommitLink, moveCommitLink, takeLinkAway } from '#store/queries/keepsakes.ts'
import { commit as keep, type Write, type WriteWork } from '../work.ts'

type Found = Parsed<'brief.linkCommits'>['commits'][number]

export const linkCommits: Write<'brief.linkCommits'> = async (input, work) => {
  let linked = 0
  for (const found of input.commits) if (await link(work, input.projectId, found)) linked += 1
  return { linked }
}

/** A number that is no Brief of this project is somebody else's, and left alone. */
async function link(
  work: WriteWork,
  projectId: number,
  { briefId, commit: ref, title, again }: Found,
): Promise<boolean> {
  const brief = await findBrief(work.tx, briefId)
  if (brief?.projectId !== projectId || (await findCommitLink(work.tx, briefId, ref))) return false
  const earlier = (await Promise.all(again.map(each => findCommitLink(work.tx, briefId, each)))).filter(
    each => each !== undefined,
  )
  const [first, ...others] = earlier
  if (first) {
    await moveCommitLink(work.tx, first.id, { ref, title, at: work.now })
    for (const each of others) await takeLinkAway(work.tx, each.id)
    const events = earlier.map(each => newEvent('link_moved', briefId, { type: 'commit', from: each.ref, to: ref }))
    await keep(work, { events })
    return true
  }
  const payload = { type: 'commit', ref, relation: 'made', title }
  await addLink(work.tx, { ...payload, brief_id: briefId, url: null, actor: work.name, at: work.now })
  await keep(work, { events: [newEvent('link_added', briefId, payload)] })
  return true
}
