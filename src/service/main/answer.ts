/** What a write about MAIN answers. */
import type { MainAnswer } from '#contract/main.ts'
import { getMain, getProject } from '#store/queries/projects.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import type { ReadTx } from '#store/transaction.ts'

export async function answerOf(tx: ReadTx, projectId: number): Promise<MainAnswer> {
  const { slug } = await getProject(tx, projectId)
  const { errand, reason } = await getMain(tx, projectId)
  const shown = `main.status {project: "${slug}"}`
  return {
    project: slug,
    errand,
    reason: reason ?? undefined,
    next: errand
      ? `${shown} tells how it went; with \`wait\` (seconds) the call itself does.`
      : `${shown} shows how it stands.`,
  }
}

/** By the rescue that was done last. */
export async function movedBy(tx: ReadTx, projectId: number): Promise<Pick<MainAnswer, 'moved' | 'next'> | undefined> {
  const { saved, standing } = await getMain(tx, projectId)
  const last = saved.find(each => each.worktreeId !== null)
  if (!last?.worktreeId) return undefined
  const { ref, late, worktreeId } = last
  const { name, path } = await getWorktree(tx, worktreeId)
  const shown = `worktree.show {worktreeId: ${worktreeId}} shows it.`
  const again = standing?.status === 'dirty' ? ' MAIN was changed again meanwhile: main.rescue moves that too.' : ''
  return { moved: { worktreeId, name, path, ref, late }, next: `${shown}${again}` }
}
