/** Ties commits to the Briefs that their trailers name, each change once: what was rebased is the same change. */
import { newEvent } from '#domain/events/catalogue.ts'
import { findBrief } from '#store/queries/briefs.ts'
import { addLink, findCommitLink, moveCommitLink } from '#store/queries/keepsakes.ts'
import { commit as keep, type Write, type WriteWork } from '../work.ts'

type Found = { commit: string; change: string | null; subject: string; author: string }

export const linkCommits: Write<'brief.linkCommits'> = async (input, work) => {
  let linked = 0
  for (const found of input.commits)
    for (const briefId of found.briefIds) if (await link(work, input.projectId, briefId, found)) linked += 1
  return { linked }
}

/** A number that is no Brief of this project is somebody else's, and left alone. */
async function link(work: WriteWork, projectId: number, briefId: number, found: Found): Promise<boolean> {
  const brief = await findBrief(work.tx, briefId)
  if (brief?.projectId !== projectId) return false
  const { commit: ref, change, subject: title, author } = found
  const known = await findCommitLink(work.tx, briefId, { ref, change })
  if (known?.ref === ref) return false
  const payload = { type: 'commit', ref, relation: 'made', title: `${title} (${author})` }
  if (known) {
    await moveCommitLink(work.tx, known.id, { ref, title: payload.title, at: work.now })
    await keep(work, { events: [newEvent('link_moved', briefId, { type: 'commit', from: known.ref, to: ref })] })
    return true
  }
  await addLink(work.tx, {
    brief_id: briefId,
    type: 'commit',
    ref,
    relation: 'made',
    title: payload.title,
    url: null,
    actor: work.name,
    at: work.now,
    change,
  })
  await keep(work, { events: [newEvent('link_added', briefId, payload)] })
  return true
}
