/** Appends to a working note. Needs no revision, because nothing of the text is taken away. */
import { Refusal } from '#domain/refusal.ts'
import { limits } from '#domain/text.ts'
import { getScratchpad } from '#store/queries/scratchpads.ts'
import type { Write } from '../work.ts'
import { keep } from './keep.ts'

export const append: Write<'scratchpad.append'> = async (input, work) => {
  const pad = await getScratchpad(work.tx, input.scratchpadId)
  const body = pad.body === '' || pad.body.endsWith('\n') ? pad.body + input.body : `${pad.body}\n${input.body}`
  if (body.length > limits.text) throw new Refusal('input.too_large', { field: 'body', limit: limits.text })
  const { id: scratchpadId, revision } = await keep(work, { ...pad, body })
  return { scratchpadId, revision, next: 'Go on.' }
}
