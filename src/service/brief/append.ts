/** Appends somebody's words to the trace. */
import { newEvent } from '#domain/events/catalogue.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { commit, type Write } from '../work.ts'

const types = { note: 'note_added', comment: 'comment', progress: 'progress', refinement: 'refinement' } as const

export const append: Write<'brief.append'> = async (input, work) => {
  await getBrief(work.tx, input.briefId)
  const kind = input.kind ?? (work.actor.kind === 'agent' ? 'progress' : 'note')
  const [seq = 0] = await commit(work, { events: [newEvent(types[kind], input.briefId, { body: input.body })] })
  return { briefId: input.briefId, seq, next: 'Go on.' }
}
