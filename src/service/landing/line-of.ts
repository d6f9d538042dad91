/** Where work lands: on MAIN's branch, or on that of an epic. */
import { integrationBranch } from '#domain/landing/integration.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { lineEpicOf } from '#store/queries/integration.ts'
import { getProject } from '#store/queries/projects.ts'
import type { ReadWork } from '../work.ts'

export async function lineOf(
  { tx }: Pick<ReadWork, 'tx'>,
  { projectId, briefId, branch }: { projectId: number; briefId: number | null; branch: string | null },
): Promise<string> {
  const brief = briefId === null ? undefined : await getBrief(tx, briefId)
  // What whoever leads an epic made apart lands where the epic's children do.
  const isApart = brief?.integration && branch !== null && branch !== integrationBranch(brief.id)
  const epicId = brief && ((await lineEpicOf(tx, brief)) ?? (isApart ? brief.id : undefined))
  return epicId === undefined ? (await getProject(tx, projectId)).primaryBranch : integrationBranch(epicId)
}
