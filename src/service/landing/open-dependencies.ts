/** Briefs that have to land before a submission and have not. */
import type { Submission } from '#domain/landing/submission.ts'
import { dependencyIds, getBriefs } from '#store/queries/briefs.ts'
import type { ReadWork } from '../work.ts'

export async function openDependencies({ tx }: ReadWork, { briefId }: Pick<Submission, 'briefId'>): Promise<number[]> {
  if (briefId === null) return []
  const needed = await getBriefs(tx, await dependencyIds(tx, briefId))
  return needed.filter(each => each.status !== 'complete').map(each => each.id)
}
