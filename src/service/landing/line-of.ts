/** Where work lands: on MAIN's branch, or on that of an epic. */
import { integrationBranch } from '#domain/landing/integration.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { lineEpicOf } from '#store/queries/integration.ts'
import { getProject } from '#store/queries/projects.ts'
import type { ReadWork } from '../work.ts'

export async function lineOf(
  { tx }: ReadWork,
  { projectId, briefId }: { projectId: number; briefId: number | null },
): Promise<string> {
  const epicId = briefId === null ? undefined : await lineEpicOf(tx, await getBrief(tx, briefId))
  return epicId === undefined ? (await getProject(tx, projectId)).primaryBranch : integrationBranch(epicId)
}
