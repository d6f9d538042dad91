/** The installation in figures. */
import { isHeld, isLive } from '../conditions.ts'
import { type ReadTx, statement } from '../transaction.ts'

export type HouseCounts = { briefs: number; openDecisions: number; inFlight: number; queued: number }

const counts = statement<HouseCounts>(
  `select (select count(*) from briefs) as briefs,
    (select count(*) from decisions where status = 'open') as "openDecisions",
    (select count(*) from dispatches d where ${isHeld('d')}) as "inFlight",
    (select count(*) from dispatches d where ${isLive('d')} and d.status = 'queued') as queued`,
)

export async function countHouse(tx: ReadTx): Promise<HouseCounts> {
  const [row] = await counts(tx)
  return row ?? { briefs: 0, openDecisions: 0, inFlight: 0, queued: 0 }
}
