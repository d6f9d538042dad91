/** What landed, newest first. */
import { listLandings } from '#store/queries/merges.ts'
import { meantProject, projectSlugs } from '#store/queries/projects.ts'
import { cursorOf } from '../recall/cursor.ts'
import type { Read } from '../work.ts'
import { landingViews } from './view.ts'

const usual = 50

export const landings: Read<'merge.landings'> = async (input, work) => {
  const { id: projectId } = await meantProject(work.tx, input.project)
  const limit = input.limit ?? usual
  const before = cursorOf('merge.landings', input.cursor)
  const rows = await listLandings(work.tx, { projectId, before, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  return {
    items: await landingViews(work, shown, await projectSlugs(work.tx)),
    nextCursor: rows.length > limit ? String(shown.at(-1)?.id) : undefined,
  }
}
