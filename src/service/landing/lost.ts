/** What had landed in MAIN and is not in it any more. */
import type { MainView } from '#contract/shapes.ts'
import { lostNow, type Main } from '#domain/main/main.ts'
import { findLanding } from '#store/queries/merges.ts'
import type { ReadWork } from '../work.ts'

export async function lostOf(work: ReadWork, main: Main): Promise<MainView['lost']> {
  const commits = lostNow(main)
  return commits.length > 0 ? { commits, mergeIds: await mergesOf(work, main.id, commits) } : undefined
}

/** Submissions that landed by some commits, in the order in which they were submitted. */
export async function mergesOf({ tx }: ReadWork, projectId: number, commits: readonly string[]): Promise<number[]> {
  const found = []
  for (const commit of commits) found.push(...((await findLanding(tx, projectId, commit))?.mergeIds ?? []))
  return found.sort((a, b) => a - b)
}
