/** Test-merges live branches with each other and with MAIN, so that overlaps are seen before they hurt. */
import type { Client } from '#client/client.ts'
import type { Output } from '#contract/catalogue.ts'
import type { Overlap } from '#domain/main/main.ts'
import { type ForecastMemory, forecast } from '#machine/changes/forecast.ts'
import type { RefStates } from '#machine/changes/moved-refs.ts'

type MainItem = Output<'main.errands'>['items'][number]

/** Files that are named of one overlap, and overlaps that are kept. */
const mostFiles = 20
const mostOverlaps = 500

/** What is known of a project from earlier looks; `of` names the tips that were compared last. */
export type Foresight = { memory: ForecastMemory; of?: string }

type Sight = { known: Foresight; refs: RefStates; now: string }

/** The branches of living worktrees and of what waits in the queue; what did not move since is known from before. */
export async function foresee(client: Client, { main, project }: MainItem, { known, refs, now }: Sight): Promise<void> {
  const onto = refs[`refs/heads/${project.primaryBranch}`]
  if (onto === undefined) return
  const tips = new Map<string, string>()
  for (const branch of await branchesOf(client, project.slug)) {
    const tip = refs[`refs/heads/${branch}`]
    if (tip !== undefined) tips.set(branch, tip)
  }
  const of = JSON.stringify([onto, ...tips])
  if (known.of === of && main.forecastAt !== null) return
  const seen = await forecast({ gitDir: project.gitDir, onto, tips: [...tips.values()], memory: known.memory })
  if (seen.outcome !== 'forecast') throw new Error(`${seen.step}: ${seen.detail}`)
  const named = (tip: string): string[] => [...tips].flatMap(([branch, at]) => (at === tip ? [branch] : []))
  const overlaps: Overlap[] = [
    ...seen.withMain.flatMap(each => named(each.tip).map(branch => overlapOf(branch, null, each))),
    ...seen.pairs.flatMap(each =>
      named(each.one).flatMap(branch => named(each.other).map(other => overlapOf(branch, other, each))),
    ),
  ]
  known.of = of
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
