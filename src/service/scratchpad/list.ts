/** Working notes by their last writing, newest first. */
import { mostId } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { filterBrief } from '#store/queries/briefs.ts'
import { filterProject, projectSlugs } from '#store/queries/projects.ts'
import { listScratchpads } from '#store/queries/scratchpads.ts'
import type { Read } from '../work.ts'

const usual = 50

export const list: Read<'scratchpad.list'> = async (input, work) => {
  const limit = input.limit ?? usual
  const rows = await listScratchpads(work.tx, {
    projectId: await filterProject(work.tx, input.project),
    briefId: await filterBrief(work.tx, input.briefId),
    after: input.cursor === undefined ? undefined : readCursor(input.cursor),
    limit: limit + 1,
  })
  const slugs = await projectSlugs(work.tx)
  const items = rows.slice(0, limit).map(row => ({ ...row, project: slugs.get(row.projectId) ?? '' }))
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? `${last.updatedAt}~${last.id}` : undefined }
}

function readCursor(cursor: string): { at: string; id: number } {
  const [, at, id] = /^(\d{4}-[\dT:.-]+Z)~(\d{1,10})$/.exec(cursor) ?? []
  if (at !== undefined && Number(id) <= mostId) return { at, id: Number(id) }
  throw new Refusal('input.invalid', {
    operation: 'scratchpad.list',
    field: 'cursor',
    problem: 'is not the nextCursor of an answer',
  })
}
