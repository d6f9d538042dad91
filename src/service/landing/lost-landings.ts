/** Complaints about what had landed and is not in MAIN any more. */
import type { Complaint } from '#contract/shapes.ts'
import { mergeRef } from '#domain/landing/submission.ts'
import { lostNow } from '#domain/main/main.ts'
import { shortCommit } from '#domain/words/short-commit.ts'
import { getMain, listProjects } from '#store/queries/projects.ts'
import type { ReadWork } from '../work.ts'
import { mergesOf } from './merges-of.ts'

export async function lostLandings(work: ReadWork): Promise<Complaint[]> {
  const found: Complaint[] = []
  for (const { id, slug, primaryBranch } of await listProjects(work.tx)) {
    const commits = lostNow(await getMain(work.tx, id))
    if (commits.length === 0) continue
    const mergeIds = await mergesOf(work, id, commits)
    const named = mergeIds.map(mergeRef).join(', ') || commits.map(shortCommit).join(', ')
    const again = mergeIds.map(each => `merge.retry {mergeId: ${each}}`).join(', ')
    found.push({
      what: `${named} had landed in ${slug}, and its ${primaryBranch} holds it no more: somebody moved that back.`,
      severity: 'warning',
      cure: again === '' ? 'What was there is kept below refs/flower/landed.' : `${again} lands it again.`,
    })
  }
  return found
}
