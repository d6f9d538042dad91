/** What an outsider needs to check one event by hand: the text that was hashed, and how. */
import { Refusal } from '#domain/refusal.ts'
import { algorithm, hashedText, hashPayload } from '#store/chain.ts'
import { findEvent } from '#store/queries/events.ts'
import { projectSlugs } from '#store/queries/projects.ts'
import type { Read } from '../work.ts'
import { eventView } from './event-view.ts'

export const prove: Read<'trace.prove'> = async (input, work) => {
  const row = await findEvent(work.tx, input.seq)
  if (!row) throw new Refusal('event.missing', { seq: input.seq })
  return {
    event: eventView(row, await projectSlugs(work.tx)),
    hashed: hashedText(row),
    payloadHash: hashPayload(row.payload),
    algorithm,
  }
}
