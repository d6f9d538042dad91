/** A working note, now or as it was at a revision. */
import { ref } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { getProject } from '#store/queries/projects.ts'
import { findScratchpadRevision, getScratchpad } from '#store/queries/scratchpads.ts'
import type { Read } from '../work.ts'

export const read: Read<'scratchpad.read'> = async (input, work) => {
  const pad = await getScratchpad(work.tx, input.scratchpadId)
  const project = (await getProject(work.tx, pad.projectId)).slug
  if (input.revision === undefined) return { scratchpad: { ...pad, project } }
  const asked = await findScratchpadRevision(work.tx, pad.id, input.revision)
  if (!asked)
    throw new Refusal('input.invalid', {
      operation: 'scratchpad.read',
      field: 'revision',
      problem: `${ref('scratchpad', pad.id)} has no revision ${input.revision}; the newest is ${pad.revision}`,
    })
  const { title, body, revision, actor: updatedBy, at: updatedAt } = asked
  return { scratchpad: { ...pad, title, body, revision, updatedBy, updatedAt, project } }
}
