/** What is open in each project. */
import { closedStatuses } from '#domain/status.ts'
import type { ReadTx } from '../transaction.ts'

export type ProjectCounts = { openBriefs: number; liveDispatches: number }

/** By project id; a project with nothing open has no entry. */
export async function countOpenByProject(tx: ReadTx): Promise<Map<number, ProjectCounts>> {
  const briefs = await tx.db
    .selectFrom('briefs')
    .select(({ fn }) => ['project_id', fn.countAll<number>().as('open')])
    .where('status', 'not in', [...closedStatuses])
    .groupBy('project_id')
    .execute()
  const dispatches = await tx.db
    .selectFrom('dispatches')
    .select(({ fn }) => ['project_id', fn.countAll<number>().as('live')])
    .where('status', 'in', ['queued', 'claimed', 'running'])
    .groupBy('project_id')
    .execute()
  const counts = new Map<number, ProjectCounts>(
    briefs.map(row => [row.project_id, { openBriefs: row.open, liveDispatches: 0 }]),
  )
  for (const row of dispatches)
    counts.set(row.project_id, {
      openBriefs: counts.get(row.project_id)?.openBriefs ?? 0,
      liveDispatches: row.live,
    })
  return counts
}
