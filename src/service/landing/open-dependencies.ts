/** Briefs that have to land before a submission and have not. */
import type { Submission } from '#domain/landing/submission.ts'
import { blocksOf } from '#store/queries/briefs.ts'
import type { ReadWork } from '../work.ts'

export async function openDependencies({ tx }: ReadWork, { briefId }: Pick<Submission, 'briefId'>): Promise<number[]> {
  if (briefId === null) return []
  return (await blocksOf(tx, briefId)).flatMap(each => (each.kind === 'dependency' ? [each.briefId] : []))
}
