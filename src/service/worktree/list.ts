/** Worktrees, newest first. */
import { filterBrief } from '#store/queries/briefs.ts'
import { filterProject, projectSlugs } from '#store/queries/projects.ts'
import { listWorktrees } from '#store/queries/worktrees.ts'
import { cursorOf } from '../recall/cursor.ts'
import type { Read } from '../work.ts'
import { worktreeViews } from './view.ts'

const usual = 200

export const list: Read<'worktree.list'> = async (input, work) => {
  const limit = input.limit ?? usual
  const rows = await listWorktrees(work.tx, {
    projectId: await filterProject(work.tx, input.project),
    briefId: await filterBrief(work.tx, input.briefId),
    ended: input.ended ?? false,
    before: cursorOf('worktree.list', input.cursor),
    limit: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const items = await worktreeViews(work, shown, await projectSlugs(work.tx))
  return { items, nextCursor: rows.length > limit ? String(shown.at(-1)?.id) : undefined }
}
