/** A complaint about what had landed and is not in MAIN any more. */
import type { Complaint } from '#contract/shapes.ts'
import { mergeRef } from '#domain/landing/submission.ts'
import { lostNow } from '#domain/main/main.ts'
import type { Project } from '#domain/project.ts'
import { shortCommit } from '#domain/words/short-commit.ts'
import { getMain } from '#store/queries/projects.ts'
import type { ReadWork } from '../work.ts'
import { mergesOf } from './merges-of.ts'

export async function lostLandings(work: ReadWork, { id, slug, primaryBranch }: Project): Promise<Complaint[]> {
  const commits = lostNow(await getMain(work.tx, id))
  if (commits.length === 0) return []
  const mergeIds = await mergesOf(work, id, commits)
  const named = mergeIds.map(mergeRef).join(', ') || commits.map(shortCommit).join(', ')
  const again = mergeIds.map(each => `merge.retry {mergeId: ${each}}`).join(', ')
  return [
    {
      what: `${named} had landed in ${slug}, and its ${primaryBranch} holds it no more: somebody moved that back.`,
      severity: 'warning',
      cure: again === '' ? 'What was there is kept below refs/flower/landed.' : `${again} lands it again.`,
    },
  ]
}
