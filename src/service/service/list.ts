/** Services as they stand now, project by project, MAIN's first. */
import { filterProject, projectSlugs } from '#store/queries/projects.ts'
import { allServices } from '#store/queries/services.ts'
import { getWorktree, worktreeNames } from '#store/queries/worktrees.ts'
import { slugOf } from '../recall/views.ts'
import type { Read } from '../work.ts'
import { serviceView } from './view.ts'

export const list: Read<'service.list'> = async (input, { tx, sitePort }) => {
  const worktreeId = input.worktreeId === undefined ? undefined : (await getWorktree(tx, input.worktreeId)).id
  const projectId = worktreeId === undefined ? await filterProject(tx, input.project) : undefined
  const services = (await allServices(tx)).filter(
    each =>
      (worktreeId === undefined || each.worktreeId === worktreeId) &&
      (projectId === undefined || each.projectId === projectId),
  )
  const slugs = await projectSlugs(tx)
  const names = await worktreeNames(
    tx,
    services.flatMap(each => each.worktreeId ?? []),
  )
  return {
    items: services.map(each => {
      const worktree = each.worktreeId === null ? null : (names.get(each.worktreeId) ?? null)
      return serviceView(each, { project: slugOf(slugs, each.projectId), worktree }, sitePort)
    }),
  }
}
