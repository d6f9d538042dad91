/** A working note, now or as it was at a revision. */
import type { Output, Parsed } from '#contract/catalogue.ts'
import type { ScratchpadView } from '#contract/shapes.ts'
import { ref } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { getProject } from '#store/queries/projects.ts'
import { findScratchpadRevision, getScratchpad } from '#store/queries/scratchpads.ts'
import { cursorOf } from '../recall/cursor.ts'
import { bytesOf } from '../recall/fit-budget.ts'
import type { Read } from '../work.ts'

export const read: Read<'scratchpad.read'> = async (input, work) => {
  const pad = await getScratchpad(work.tx, input.scratchpadId)
  const project = (await getProject(work.tx, pad.projectId)).slug
  if (input.revision === undefined) return within({ ...pad, project }, input)
  const asked = await findScratchpadRevision(work.tx, pad.id, input.revision)
  if (!asked)
    throw new Refusal('input.invalid', {
      operation: 'scratchpad.read',
      field: 'revision',
      problem: `${ref('scratchpad', pad.id)} has no revision ${input.revision}; the newest is ${pad.revision}`,
    })
  const { title, body, revision, actor: updatedBy, at: updatedAt } = asked
  return within({ ...pad, title, body, revision, updatedBy, updatedAt, project }, input)
}

/** Bytes for the words on what was cut. */
const noteBytes = 300

/** The part of the text from the cursor on that fits. */
function within(pad: ScratchpadView, { cursor, maxBytes }: Parsed<'scratchpad.read'>): Output<'scratchpad.read'> {
  const from = cursorOf('scratchpad.read', cursor) ?? 0
  const rest = pad.body.slice(from)
  const room = maxBytes === undefined ? Infinity : maxBytes - bytesOf({ ...pad, body: '' }) - noteBytes
  const body = firstCharacters(rest, room)
  const scratchpad = { ...pad, body }
  const end = from + body.length
  if (from === 0 && end === pad.body.length) return { scratchpad }
  const next = end < pad.body.length ? String(end) : undefined
  const { id, revision } = pad
  const on = `scratchpad.read {scratchpadId: ${id}, revision: ${revision}${next ? `, cursor: "${next}"` : ''}}`
  const what = [`scratchpad.body: characters ${from} to ${end} of ${pad.body.length}`]
  return { scratchpad, cut: { what, how: on }, nextCursor: next }
}

/** As many as fit into `room` bytes of JSON, a few at the least; no character is split. */
function firstCharacters(text: string, room: number): string {
  if (bytesOf(text) <= room) return text
  let kept = Math.max(100, Math.min(text.length, Math.floor(room)))
  while (kept > 100 && bytesOf(text.slice(0, kept)) > room) kept = Math.floor(kept * 0.9)
  const isSplit = /[\uD800-\uDBFF]$/.test(text.slice(0, kept))
  return text.slice(0, isSplit ? kept - 1 : kept)
}
