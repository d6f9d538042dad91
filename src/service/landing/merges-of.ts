/** Submissions that had landed by some commits. */
import { findLanding } from '#store/queries/merges.ts'
import type { ReadWork } from '../work.ts'

export async function mergesOf({ tx }: ReadWork, projectId: number, commits: readonly string[]): Promise<number[]> {
  const found = []
  for (const commit of commits) found.push(...((await findLanding(tx, projectId, commit))?.mergeIds ?? []))
  return found.sort((a, b) => a - b)
}
