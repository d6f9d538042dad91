/** What a write about MAIN answers. */
import type { MainAnswer } from '#contract/main.ts'
import { getMain, getProject } from '#store/queries/projects.ts'
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
