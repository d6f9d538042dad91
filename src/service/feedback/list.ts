/** What was filed, newest first. */
import { listFeedback } from '#store/queries/feedback.ts'
import { filterProject, projectSlugs } from '#store/queries/projects.ts'
import { cursorOf } from '../recall/cursor.ts'
import type { Read } from '../work.ts'

const usual = 50

export const list: Read<'feedback.list'> = async (input, work) => {
  const limit = input.limit ?? usual
  const { items: found, total } = await listFeedback(work.tx, {
    projectId: await filterProject(work.tx, input.project),
    kind: input.kind,
    state: input.state,
    before: cursorOf('feedback.list', input.cursor),
    limit: limit + 1,
  })
  const slugs = await projectSlugs(work.tx)
  const items = found.slice(0, limit).map(({ projectId, ...each }) => ({
    ...each,
    project: projectId === null ? null : (slugs.get(projectId) ?? ''),
  }))
  return { items, total, nextCursor: found.length > limit ? String(items.at(-1)?.id) : undefined }
}
