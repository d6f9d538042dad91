/** Worktrees as callers see them, built for many at once. */
import type { WorktreeView } from '#contract/shapes.ts'
import type { Service } from '#domain/serving/record.ts'
import { siteUrl } from '#domain/serving/site-name.ts'
import type { FileClaim } from '#domain/worktree/file-claim.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import { nodeNames } from '#store/queries/nodes.ts'
import { servicesInWorktrees } from '#store/queries/services.ts'
import { holdersIn, openFileClaimsIn } from '#store/queries/worktrees.ts'
import { type Slugs, slugOf } from '../recall/views.ts'
import { serviceMention } from '../service/view.ts'
import type { ReadWork } from '../work.ts'

type Holder = { worktreeId: number; dispatchId: number; holder: string }

export async function worktreeViews(
  work: ReadWork,
  worktrees: readonly Worktree[],
  slugs: Slugs,
): Promise<WorktreeView[]> {
  const living = worktrees.filter(each => each.endedAt === null).map(each => each.id)
  const holders = Map.groupBy(await holdersIn(work.tx, living), each => each.worktreeId)
  const claims = Map.groupBy(await openFileClaimsIn(work.tx, living, work.now), each => each.worktreeId)
  const services = Map.groupBy(await servicesInWorktrees(work.tx, living), each => each.worktreeId)
  const nodes = await nodeNames(work.tx)
  return worktrees.map(each => {
    const project = slugOf(slugs, each.projectId)
    return {
      ...viewOf(each, holders.get(each.id) ?? [], claims.get(each.id) ?? []),
      ...servingOf(each, project, services.get(each.id) ?? [], work.sitePort),
      project,
      node: nodes.get(each.node) ?? each.node,
    }
  })
}

function servingOf(
  { name }: Worktree,
  project: string,
  services: Service[],
  sitePort: number | null,
): Pick<WorktreeView, 'services' | 'site'> {
  const plain = services.find(each => each.site === '')
  return {
    services: services.map(each => serviceMention(each, { project, worktree: name }, sitePort)),
    site: sitePort === null || !plain ? null : { url: siteUrl(sitePort, project, name, ''), status: plain.status },
  }
}

function viewOf(
  worktree: Worktree,
  holders: Holder[],
  claims: FileClaim[],
): Omit<WorktreeView, 'services' | 'site' | 'project' | 'node'> {
  const {
    projectId: _p,
    node: _n,
    wantedBase: _w,
    standing,
    journal: _j,
    trash: _t,
    confirmed: _c,
    ...shown
  } = worktree
  return {
    ...shown,
    dirty: standing && {
      modified: standing.modified,
      untracked: standing.untracked,
      unmerged: standing.unmerged,
    },
    ahead: standing?.ahead ?? null,
    behind: standing?.behind ?? null,
    head: standing?.head ?? null,
    underWay: standing?.underWay ?? [],
    drift: standing && standing.branch !== worktree.branch ? { branch: standing.branch } : undefined,
    lookedAt: standing?.at ?? null,
    agents: holders.map(each => ({ actor: each.holder, dispatchId: each.dispatchId })),
    claims: claims.map(({ path, holder, expiresAt }) => ({ path, holder, expiresAt })),
  }
}
