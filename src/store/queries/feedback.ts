/** What was noticed beside the work. */
import type { Feedback } from '#domain/feedback.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Row } from '../codec.ts'
import { feedbackRow } from '../rows.ts'
import { type ReadTx, statement } from '../transaction.ts'

const byId = statement<Row<Feedback>>('select * from feedback where id = ?')

export async function getFeedback(tx: ReadTx, id: number): Promise<Feedback> {
  const [row] = await byId(tx, id)
  if (!row) throw new Refusal('feedback.missing', { feedbackId: id })
  return feedbackRow.read(row)
}

export type FeedbackFilter = {
  projectId?: number | undefined
  kind?: Feedback['kind'] | undefined
  state: 'open' | 'promoted' | 'all'
  limit: number
  /** Only what was filed before this. */
  before?: number | undefined
}

/** Newest first, and how many there are in all. */
export async function listFeedback(tx: ReadTx, filter: FeedbackFilter): Promise<{ items: Feedback[]; total: number }> {
  let query = tx.db.selectFrom('feedback')
  if (filter.projectId !== undefined) query = query.where('project_id', '=', filter.projectId)
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind)
  if (filter.state !== 'all') query = query.where('brief_id', filter.state === 'open' ? 'is' : 'is not', null)
  const counted = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const page = filter.before === undefined ? query : query.where('id', '<', filter.before)
  const rows = await page.selectAll().orderBy('id', 'desc').limit(filter.limit).execute()
  return { items: rows.map(row => feedbackRow.read(row)), total: counted.total }
}
