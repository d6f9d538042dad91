/** What the runner has to know of services: every place that may have some, and what is left of those that ended. */
import type { Output } from '#contract/catalogue.ts'
import type { Project } from '#domain/project.ts'
import { placeKey } from '#domain/serving/place.ts'
import { hasEnded, type Worktree } from '#domain/worktree/worktree.ts'
import { getProject, listProjects } from '#store/queries/projects.ts'
import { allServices } from '#store/queries/services.ts'
import { readSetting } from '#store/queries/settings.ts'
import { getWorktree, livingWorktrees } from '#store/queries/worktrees.ts'
import { trustSetting } from '../project/trust.ts'
import type { Read } from '../work.ts'

type Place = Output<'service.errands'>['places'][number]

export const errands: Read<'service.errands'> = async ({ node }, work) => {
  const services = Map.groupBy(await allServices(work.tx), placeKey)
  const projects = new Map((await listProjects(work.tx)).map(each => [each.id, each]))
  const worktrees = new Map((await livingWorktrees(work.tx, node)).map(each => [each.id, each]))
  // What has ended while something of it may still run.
  for (const [one] of services.values()) {
    if (!one) continue
    if (!projects.has(one.projectId)) projects.set(one.projectId, await getProject(work.tx, one.projectId))
    const { worktreeId } = one
    const worktree = worktreeId === null || worktrees.has(worktreeId) ? null : await getWorktree(work.tx, worktreeId)
    if (worktree?.node === node) worktrees.set(worktree.id, worktree)
  }
  const trusted = new Map<number, string | null>()
  for (const id of projects.keys()) trusted.set(id, (await readSetting(work.tx, trustSetting(id))) ?? null)
  const placeOf = (project: Project, worktree: Worktree | null): Place => {
    const { id, slug, path, gitDir, primaryBranch, removedAt } = project
    return {
      project: { id, slug, path, gitDir, primaryBranch, trusted: trusted.get(id) ?? null },
      worktree,
      ended: removedAt !== null || (worktree !== null && hasEnded(worktree)),
      services: services.get(placeKey({ projectId: id, worktreeId: worktree?.id ?? null })) ?? [],
    }
  }
  return {
    places: [
      ...[...projects.values()].filter(each => each.node === node).map(each => placeOf(each, null)),
      ...[...worktrees.values()].flatMap(each => {
        const project = projects.get(each.projectId)
        return project ? [placeOf(project, each)] : []
      }),
    ],
  }
}
