/** Briefs by query: filtered, sorted and paged by the database. Their text and spec are not read. */
import { type RawBuilder, sql } from 'kysely'
import { Brief } from '#domain/brief.ts'
import { asksForClosed, type BriefCondition, type BriefQuery, type BriefState } from '#domain/recall/brief-query.ts'
import { codec, type Row } from '../codec.ts'
import { isBlocked, isDispatchable, isListed, isOpen, isUnapproved } from '../conditions.ts'
import { type ReadTx, statementOfMany } from '../transaction.ts'
import { briefIdsWith } from './documents.ts'

const Listed = Brief.omit({ text: true, spec: true, integration: true })
/** A Brief without its long texts, and without what lies behind them in its row. */
export type ListedBrief = Omit<Brief, 'text' | 'spec' | 'integration'>
const listed = codec(Listed)
const columns = listed.columns.map(each => `briefs.${each}`).join(', ')

export type BriefSort = 'moved' | 'created' | 'priority'
/** The last Brief of the page before. */
export type BriefPlace = Pick<Brief, 'id' | 'movedAt' | 'priority'>

export type BriefListing = {
  query: BriefQuery
  projectId?: number | undefined
  /** Of the projects that the query names. */
  projectIds: Map<string, number>
  sort: BriefSort
  limit: number
  after?: BriefPlace | undefined
}

const orders = {
  moved: 'briefs.moved_at desc, briefs.id desc',
  created: 'briefs.id desc',
  priority: 'briefs.priority, briefs.id',
} as const

export async function listBriefs(tx: ReadTx, listing: BriefListing): Promise<ListedBrief[]> {
  const conditions = conditionsOf(tx, listing)
  if (listing.after) conditions.push(behind(listing.sort, listing.after))
  const found = await sql<{ id: number }>`select briefs.id from briefs where ${sql.join(conditions, sql` and `)}
    order by ${sql.raw(orders[listing.sort])} limit ${listing.limit}`.execute(tx.db)
  const ids = found.rows.map(row => row.id)
  const briefs = new Map((await listedBriefs(tx, ids)).map(each => [each.id, each]))
  return ids.flatMap(id => briefs.get(id) ?? [])
}

export async function countBriefs(tx: ReadTx, listing: BriefListing): Promise<number> {
  const counted = await sql<{
    total: number
  }>`select count(*) as total from briefs where ${sql.join(conditionsOf(tx, listing), sql` and `)}`.execute(tx.db)
  return counted.rows[0]?.total ?? 0
}

const byIds = statementOfMany<Row<ListedBrief>>(`select ${columns} from briefs where id in :ids`)
export const listedBriefs = async (tx: ReadTx, ids: readonly number[]): Promise<ListedBrief[]> =>
  (await byIds(tx, ids)).map(listed.read)

type Condition = RawBuilder<unknown>

function conditionsOf(tx: ReadTx, listing: BriefListing): Condition[] {
  const { query, projectId } = listing
  return [
    asksForClosed(query) ? sql`1 = 1` : sql.raw(isOpen('briefs')),
    projectId === undefined ? sql.raw(isListed('briefs.project_id')) : sql`briefs.project_id = ${projectId}`,
    ...query.phrases.map(phrase => sql`briefs.id in ${briefIdsWith(tx, phrase)}`),
    ...query.without.map(phrase => sql`briefs.id not in ${briefIdsWith(tx, phrase)}`),
    ...query.conditions.map(each => conditionOf(tx, each, listing.projectIds)),
  ]
}

function conditionOf(tx: ReadTx, condition: BriefCondition, projectIds: Map<string, number>): Condition {
  const holds = sql`(${sql.join(
    condition.values.map(value => valueHolds(tx, condition.key, value, projectIds)),
    sql` or `,
  )})`
  // Not `not`: what is unknown (a Brief without an epic) doesn't hold either.
  return condition.not ? sql`${holds} is not true` : holds
}

const states: Record<BriefState, Condition> = {
  open: sql.raw(isOpen('briefs')),
  closed: sql.raw(`not ${isOpen('briefs')}`),
  blocked: sql.raw(isBlocked('briefs')),
  dispatchable: sql.raw(isDispatchable('briefs')),
  epic: sql.raw('exists (select 1 from briefs child where child.parent_id = briefs.id)'),
  unapproved: sql.raw(`(${isOpen('briefs')} and ${isUnapproved('briefs')})`),
}

function valueHolds(tx: ReadTx, key: BriefCondition['key'], value: string, projectIds: Map<string, number>): Condition {
  switch (key) {
    case 'is':
      return states[value as BriefState]
    case 'status':
      return sql`briefs.status = ${value}`
    case 'origin':
      return sql`briefs.origin = ${value}`
    case 'by':
      return sql`briefs.created_by = ${value}`
    case 'parent':
      return sql`briefs.parent_id = ${Number(value)}`
    case 'project':
      return sql`briefs.project_id = ${projectIds.get(value) ?? 0}`
    case 'label':
      return tx.dialect === 'sqlite'
        ? sql`exists (select 1 from json_each(briefs.labels) label where label.value = ${value})`
        : sql`jsonb_exists(cast(briefs.labels as jsonb), ${value})`
  }
}

/** Behind the last one of the page before. Those that moved since stand before it, so none is told twice. */
function behind(sort: BriefSort, after: BriefPlace): Condition {
  if (sort === 'created') return sql`briefs.id < ${after.id}`
  if (sort === 'priority') return sql`(briefs.priority, briefs.id) > (${after.priority}, ${after.id})`
  return sql`(briefs.moved_at, briefs.id) < (${after.movedAt}, ${after.id})`
}
