/** Path claims as they are shown: a path once, with all who hold it, and whom they meet on others. Pure. */
import type { WorktreeView } from '#contract/shapes.ts'
import { overlaps } from '#domain/worktree/path-overlap.ts'

export type Holder = { actor: string; worktreeId: number; endsAt: string }
export type HeldPath = {
  project: string
  path: string
  holders: readonly Holder[]
  /** Others who hold a path that may mean the same files. */
  meets: readonly string[]
}

export function heldPaths(worktrees: readonly WorktreeView[]): HeldPath[] {
  const claims = worktrees.flatMap(({ id, project, claims: own }) =>
    own.map(({ path, holder, expiresAt }) => ({ project, path, actor: holder, worktreeId: id, endsAt: expiresAt })),
  )
  const groups = [...Map.groupBy(claims, claim => `${claim.project}\n${claim.path}`).values()]
  return groups.flatMap(group => {
    const [first] = group
    if (first === undefined) return []
    const { project, path } = first
    const own = new Set(group.map(({ actor }) => actor))
    const others = claims.filter(
      each => each.project === project && each.path !== path && !own.has(each.actor) && overlaps(each.path, path),
    )
    const holders = group.map(({ actor, worktreeId, endsAt }) => ({ actor, worktreeId, endsAt }))
    return [{ project, path, holders, meets: [...new Set(others.map(({ actor }) => actor))] }]
  })
}
