/** Standing checkouts that follow MAIN move on with each landing. */
import { askSync } from '#domain/worktree/moves.ts'
import { listWorktrees } from '#store/queries/worktrees.ts'
import { commit, type WriteWork } from '../work.ts'

/** Of one project at the most. */
const most = 500

/** One that is being worked at is brought on by the next look at it. */
export async function bringFollowersOn(work: WriteWork, projectId: number): Promise<void> {
  const page = { projectId, briefId: undefined, ended: false, before: undefined, limit: most }
  for (const worktree of await listWorktrees(work.tx, page))
    if (worktree.follows === 'main' && worktree.status === 'ready' && worktree.errand === null)
      await commit(work, askSync(worktree, work.now))
}
