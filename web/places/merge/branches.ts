/** Whose a branch is: its submission, its Brief, its worktree, as far as they are known. */
import { useMemo } from 'react'
import { useRead } from '../../house/read.ts'

export type BranchOwner = { mergeId?: number; briefId?: number; worktreeId?: number }
export type Branches = ReadonlyMap<string, BranchOwner>

export function useBranches(project: string): Branches {
  const queued = useRead('merge.queue', { project }).data?.items
  const worktrees = useRead('worktree.list', { project, limit: 500 }).data?.items
  return useMemo(() => {
    const owners = new Map<string, BranchOwner>()
    for (const { id, branch, briefId } of worktrees ?? [])
      if (branch !== null) owners.set(branch, { worktreeId: id, ...(briefId !== null && { briefId }) })
    for (const { id, branch, briefId } of queued ?? [])
      owners.set(branch, { ...owners.get(branch), mergeId: id, ...(briefId !== null && { briefId }) })
    return owners
  }, [queued, worktrees])
}
