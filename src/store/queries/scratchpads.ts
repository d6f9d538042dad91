/** Working notes with their revisions. */
import { Refusal } from '#domain/refusal.ts'
import type { Scratchpad } from '#domain/scratchpad.ts'
import type { Row } from '../codec.ts'
import { keepScratchpad, scratchpadRow } from '../rows.ts'
import type { Tables } from '../tables.ts'
import { type ReadTx, statement, type WriteTx } from '../transaction.ts'
import { indexText } from './documents.ts'

type Revision = Tables['scratchpad_revisions']

const byId = statement<Row<Scratchpad>>('select * from scratchpads where id = ?')
const oneRevision = statement<Revision>('select * from scratchpad_revisions where scratchpad_id = ? and revision = ?')
const insertRevision = statement(
  'insert into scratchpad_revisions (scratchpad_id, revision, title, body, actor, at) values (?, ?, ?, ?, ?, ?)',
)

export async function getScratchpad(tx: ReadTx, id: number): Promise<Scratchpad> {
  const [row] = await byId(tx, id)
  if (!row) throw new Refusal('scratchpad.missing', { scratchpadId: id })
  return scratchpadRow.read(row)
}

export const findScratchpadRevision = async (tx: ReadTx, id: number, revision: number): Promise<Revision | undefined> =>
  (await oneRevision(tx, id, revision))[0]

/** Keeps the newest text of a scratchpad, its revision, and what search finds of it. */
export async function keepScratchpadRevision(tx: WriteTx, pad: Scratchpad): Promise<void> {
  await keepScratchpad(tx, pad)
  await insertRevision(tx, pad.id, pad.revision, pad.title, pad.body, pad.updatedBy, pad.updatedAt)
  const { id: refId, briefId, projectId, title, body, updatedAt: at } = pad
  const how = pad.revision === 1 ? 'new' : 'changed'
  indexText(tx, { kind: 'scratchpad', refId, briefId, projectId, title, body, at }, how)
}

export type ScratchpadFilter = {
  projectId?: number | undefined
  briefId?: number | undefined
  limit: number
  /** Only those before this one in the list. */
  after?: { at: string; id: number } | undefined
}

export type ListedScratchpad = Omit<Scratchpad, 'body'> & { characters: number }

/** By their last writing, newest first, without their texts. */
export async function listScratchpads(tx: ReadTx, filter: ScratchpadFilter): Promise<ListedScratchpad[]> {
  let query = tx.db
    .selectFrom('scratchpads')
    .select(({ fn }) => [
      'id',
      'project_id as projectId',
      'brief_id as briefId',
      'title',
      'revision',
      'created_by as createdBy',
      'created_at as createdAt',
      'updated_by as updatedBy',
      'updated_at as updatedAt',
      fn<number>('length', ['body']).as('characters'),
    ])
  if (filter.projectId !== undefined) query = query.where('project_id', '=', filter.projectId)
  if (filter.briefId !== undefined) query = query.where('brief_id', '=', filter.briefId)
  const { after } = filter
  if (after)
    query = query.where(where =>
      where.or([
        where('updated_at', '<', after.at),
        where.and([where('updated_at', '=', after.at), where('id', '<', after.id)]),
      ]),
    )
  return query.orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(filter.limit).execute()
}
