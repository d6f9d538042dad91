/** What a write about a worktree answers: where it stands, and what to do next. */
import type { WorktreeAnswer } from '#contract/worktree.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import { restorableDays } from '#domain/worktree/worktree.ts'
import { getProject } from '#store/queries/projects.ts'
import type { ReadTx } from '#store/transaction.ts'

export async function answerOf(tx: ReadTx, worktree: Worktree): Promise<WorktreeAnswer> {
  const { id, name, path, branch, status, reason } = worktree
  return {
    worktreeId: id,
    project: (await getProject(tx, worktree.projectId)).slug,
    name,
    path,
    branch,
    status,
    reason: reason ?? undefined,
    next: nextOf(worktree),
  }
}

function nextOf({ id, path, status, errand, follows }: Worktree): string {
  if (errand === 'remove') return `worktree.show {worktreeId: ${id}} tells when it is gone; all of it is kept first.`
  if (errand)
    return `worktree.show {worktreeId: ${id}} tells how it went; with \`wait\` (seconds) the call itself does.`
  if (status === 'ready')
    return follows ? `Read in ${path}; change nothing there.` : `Work in ${path}, and nowhere else.`
  if (status === 'failed') return `Mend what the reason says, then worktree.prepare {worktreeId: ${id}, wait: 50}.`
  if (status === 'removed') return `worktree.restore {worktreeId: ${id}} brings it back, for ${restorableDays} days.`
  return 'worktree.create makes another.'
}
