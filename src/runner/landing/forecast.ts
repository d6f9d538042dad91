/** Test-merges live branches with each other and with MAIN, so that overlaps are seen before they hurt. */
import type { Client } from '#client/client.ts'
import type { Output } from '#contract/catalogue.ts'
import type { Overlap } from '#domain/main/main.ts'
import { type ForecastMemory, forecast } from '#machine/changes/forecast.ts'
import { commitAt } from '#machine/git/commits.ts'
import { tipOf } from './line.ts'

type MainItem = Output<'main.errands'>['items'][number]

/** Files that are named of one overlap, and overlaps that are kept. */
const mostFiles = 20
const mostOverlaps = 500

/** The branches of living worktrees and of what waits in the queue. */
export async function foresee(client: Client, item: MainItem, memory: ForecastMemory, now: string): Promise<void> {
  const { main, project } = item
  const onto = await tipOf(item, project.primaryBranch)
  if (!onto) return
  const branches = await branchesOf(client, project.slug)
  const tips = new Map<string, string>()
  for (const branch of branches) {
    const tip = await commitAt(project.gitDir, `refs/heads/${branch}`)
    if (tip !== undefined) tips.set(branch, tip)
  }
  const seen = await forecast({ gitDir: project.gitDir, onto: onto.commit, tips: [...tips.values()], memory })
  if (seen.outcome !== 'forecast') throw new Error(`${seen.step}: ${seen.detail}`)
  const named = (tip: string): string[] => [...tips].flatMap(([branch, at]) => (at === tip ? [branch] : []))
  const overlaps: Overlap[] = [
    ...seen.withMain.flatMap(each => named(each.tip).map(branch => overlapOf(branch, null, each))),
    ...seen.pairs.flatMap(each =>
      named(each.one).flatMap(branch => named(each.other).map(other => overlapOf(branch, other, each))),
    ),
  ]
  const told = overlaps.toSorted((a, b) => Number(b.conflicts) - Number(a.conflicts)).slice(0, mostOverlaps)
  if (JSON.stringify(told) === JSON.stringify(main.overlaps) && main.forecastAt !== null) return
  await client.call('main.settle', {
    projectId: project.id,
    finding: { what: 'forecast', overlaps: told, at: now },
  })
}

const overlapOf = (
  branch: string,
  other: string | null,
  { conflict, files }: { conflict: boolean; files: string[] },
): Overlap => ({
  branch,
  with: other,
  conflicts: conflict,
  files: files.slice(0, mostFiles),
})

async function branchesOf(client: Client, project: string): Promise<string[]> {
  const { items } = await client.call('worktree.list', { project, limit: 500 })
  const { items: queued } = await client.call('merge.queue', { project })
  return [...new Set([...items.flatMap(each => each.branch ?? []), ...queued.map(each => each.branch)])]
}
