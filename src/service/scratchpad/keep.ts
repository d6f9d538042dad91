/** Keeps the next revision of a working note, tells of it, and ties it to its Brief. */
import { newEvent } from '#domain/events/catalogue.ts'
import { ref } from '#domain/ref.ts'
import type { Scratchpad } from '#domain/scratchpad.ts'
import { addLink, findLink } from '#store/queries/keepsakes.ts'
import { keepScratchpadRevision } from '#store/queries/scratchpads.ts'
import { commit, type WriteWork } from '../work.ts'

/** `pad` as it will read; its revision and its writer are set here. */
export async function keep(work: WriteWork, pad: Scratchpad): Promise<Scratchpad> {
  const written = { ...pad, revision: pad.revision + 1, updatedBy: work.name, updatedAt: work.now }
  await keepScratchpadRevision(work.tx, written)
  const { id: scratchpadId, title, revision } = written
  await commit(work, {
    events: [newEvent('scratchpad_written', written.briefId, { scratchpadId, title, revision }, written.projectId)],
  })
  if (written.briefId !== null) await tie(work, written, written.briefId)
  return written
}

async function tie(work: WriteWork, pad: Scratchpad, briefId: number): Promise<void> {
  const link = { type: 'scratchpad', ref: ref('scratchpad', pad.id), relation: 'notes' }
  if (await findLink(work.tx, { brief_id: briefId, ...link })) return
  await addLink(work.tx, {
    brief_id: briefId,
    ...link,
    title: pad.title,
    url: null,
    actor: work.name,
    at: work.now,
  })
  await commit(work, { events: [newEvent('link_added', briefId, { ...link, title: pad.title })] })
}
