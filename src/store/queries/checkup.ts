/** Looks for what can't be, so that doctor can name it. */
import { isHeld } from '../conditions.ts'
import { type ReadTx, statement } from '../transaction.ts'
import { chainHead, findEvent } from './events.ts'

const newest = statement<{ seq: number | null }>('select max(seq) as seq from events')
const heldByNobody = statement<{ id: number }>(
  `select d.id from dispatches d where ${isHeld('d')} and (d.holder is null or d.token is null or d.lease_expires_at is null
    or not exists (select 1 from attempts a where a.dispatch_id = d.id and a.token = d.token and a.ended_at is null)) order by d.id`,
)
const unfoundBriefs = statement<{ id: number }>(
  `select b.id from briefs b where not exists (select 1 from documents d where d.kind = 'brief' and d.ref_id = b.id and d.part = 0) order by b.id`,
)
const unfoundPads = statement<{ id: number }>(
  `select s.id from scratchpads s where not exists (select 1 from documents d where d.kind = 'scratchpad' and d.ref_id = s.id and d.part = 0) order by s.id`,
)

/** What is wrong between the newest event and the head that is kept apart; undefined when they agree. */
export async function headFault(tx: ReadTx): Promise<string | undefined> {
  const head = await chainHead(tx)
  const last = (await newest(tx))[0]?.seq ?? 0
  if (last !== head.seq) return `the newest event is ${last}, but ${head.seq} were written`
  if (last === 0) return undefined
  const event = await findEvent(tx, last)
  return event?.hash === head.hash ? undefined : `event ${last} is not the one that was written`
}

/** Dispatches that are held, without a holder, a lease or a live attempt. */
export const leasesWithoutHolder = async (tx: ReadTx): Promise<number[]> => (await heldByNobody(tx)).map(row => row.id)

/** What search doesn't find, though it should. */
export const missingFromSearch = async (tx: ReadTx): Promise<{ briefs: number[]; scratchpads: number[] }> => ({
  briefs: (await unfoundBriefs(tx)).map(row => row.id),
  scratchpads: (await unfoundPads(tx)).map(row => row.id),
})
