/** What is open in each project, and the installation in figures. */
import { Main, type MainStatus, redNow } from '#domain/main/main.ts'
import { closedStatuses } from '#domain/status.ts'
import { codec, type Row } from '../codec.ts'
import { isHeld, isLive } from '../conditions.ts'
import { type ReadTx, statement } from '../transaction.ts'

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

export type HouseCounts = {
  briefs: number
  /** Those that are asked of people. */
  openDecisions: number
  inFlight: number
  queued: number
  /** In the merge queues, and the one that is tested. */
  landing: number
  testing: number | null
}

const counts = statement<HouseCounts>(
  `select (select count(*) from briefs) as briefs,
    (select count(*) from decisions where status = 'open' and (assignee is null or assignee not like 'agent:%')) as "openDecisions",
    (select count(*) from dispatches d where ${isHeld('d')}) as "inFlight",
    (select count(*) from dispatches d where ${isLive('d')} and d.status = 'queued') as queued,
    (select count(*) from merges where status in ('queued', 'testing', 'landing')) as landing,
    (select min(id) from merges where status in ('queued', 'testing', 'landing') and status = 'testing') as testing`,
)

export async function countHouse(tx: ReadTx): Promise<HouseCounts> {
  const [row] = await counts(tx)
  return row ?? { briefs: 0, openDecisions: 0, inFlight: 0, queued: 0, landing: 0, testing: null }
}

const mains = statement<{ slug: string } & Pick<Row<Main>, 'standing' | 'red'>>(
  'select p.slug, m.standing, m.red from projects p join mains m on m.id = p.id where p.removed_at is null order by p.slug',
)

const glance = codec(Main.pick({ standing: true, red: true }))

export type MainGlance = { project: string; status: MainStatus; tip: string | null; red: boolean }

/** How each MAIN stood when it was last looked at; those that nobody has looked at yet are left out. */
export const glanceAtMains = async (tx: ReadTx): Promise<MainGlance[]> =>
  (await mains(tx)).flatMap(({ slug, ...row }) => {
    const main = glance.read(row)
    if (main.standing === null) return []
    const { status, tip } = main.standing
    return [{ project: slug, status, tip, red: redNow(main) !== undefined }]
  })
