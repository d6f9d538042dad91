/** Decisions, open and ended, with what was said about them. */
import { sql } from 'kysely'
import type { Decision } from '#domain/decision.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Row } from '../codec.ts'
import { isListed } from '../conditions.ts'
import { decisionRow } from '../rows.ts'
import { type ReadTx, statement, statementOfMany, type WriteTx } from '../transaction.ts'

const byId = statement<Row<Decision>>('select * from decisions where id = ?')
const ofBrief = statement<Row<Decision>>('select * from decisions where brief_id = ? order by id desc')
const countOpen = statement<{ open: number }>(
  `select count(*) as open from decisions where brief_id = ? and status = 'open'`,
)
const unread = statement<Row<Decision>>(
  `select * from decisions where status = 'answered' and released_at is not null and acknowledged_at is null
  and (asked_by = ? or exists (select 1 from dispatches where dispatches.brief_id = decisions.brief_id
    and holder = ? and ended_at is null and answered_at > created_at)) order by id`,
)
const answeredAfter = statement<Row<Decision>>(
  `select * from decisions where brief_id = ? and status = 'answered' and released_at is not null and answered_at > ? order by id`,
)
const insertPost = statement('insert into decision_posts (id, decision_id, actor, at, body) values (?, ?, ?, ?, ?)')

export async function getDecision(tx: ReadTx, id: number): Promise<Decision> {
  const [row] = await byId(tx, id)
  if (!row) throw new Refusal('decision.missing', { decisionId: id })
  return decisionRow.read(row)
}

export const decisionsOf = async (tx: ReadTx, briefId: number): Promise<Decision[]> =>
  (await ofBrief(tx, briefId)).map(decisionRow.read)
export const countOpenDecisions = async (tx: ReadTx, briefId: number): Promise<number> =>
  (await countOpen(tx, briefId))[0]?.open ?? 0
const openOf = statement<{ id: number }>(`select id from decisions where brief_id = ? and status = 'open' order by id`)
export const openDecisionIds = async (tx: ReadTx, briefId: number): Promise<number[]> =>
  (await openOf(tx, briefId)).map(row => row.id)
const openOfMany = statementOfMany<Row<Decision>>(
  `select * from decisions where brief_id in :ids and status = 'open' order by blocking desc, id`,
)
/** Open decisions of Briefs, blocking ones first. */
export const openDecisionsOfMany = async (tx: ReadTx, briefIds: readonly number[]): Promise<Decision[]> =>
  (await openOfMany(tx, briefIds)).map(decisionRow.read)
/**
 * Answers that nobody has acknowledged: to what somebody asked, and of the Brief that they hold, since its packet was
 * written. Whoever asked may have given it back.
 */
export const unreadAnswers = async (tx: ReadTx, actor: string): Promise<Decision[]> =>
  (await unread(tx, actor, actor)).map(decisionRow.read)
/** Oldest first. */
export const answersSince = async (tx: ReadTx, briefId: number, since: string): Promise<Decision[]> =>
  (await answeredAfter(tx, briefId, since)).map(decisionRow.read)

/** The members of a decision's set, itself included: the same name in the same project. */
export async function decisionGroup(tx: ReadTx, decision: Decision): Promise<Decision[]> {
  if (!decision.group) return []
  const rows = await tx.db
    .selectFrom('decisions')
    .selectAll()
    .where('project_id', '=', decision.projectId)
    .where('group', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(decisionRow.read).filter(each => each.group?.name === decision.group?.name)
}

export type DecisionFilter = {
  projectId?: number | undefined
  briefId?: number | undefined
  /** `ended`: answered or withdrawn. */
  status?: Decision['status'] | 'ended' | undefined
  mine?: string | undefined
  limit: number
  /** Only decisions with a smaller id. */
  before?: number | undefined
}

/** Newest first. */
export async function listDecisions(tx: ReadTx, filter: DecisionFilter): Promise<Decision[]> {
  let query = tx.db.selectFrom('decisions').selectAll()
  if (filter.projectId !== undefined) query = query.where('project_id', '=', filter.projectId)
  else if (filter.briefId === undefined) query = query.where(sql<boolean>`${sql.raw(isListed('project_id'))}`)
  if (filter.briefId !== undefined) query = query.where('brief_id', '=', filter.briefId)
  if (filter.status === 'ended') query = query.where('status', '!=', 'open')
  else if (filter.status) query = query.where('status', '=', filter.status)
  if (filter.before !== undefined) query = query.where('id', '<', filter.before)
  if (filter.mine) {
    const mine = filter.mine
    query = query.where(where => where.or([where('asked_by', '=', mine), where('assignee', '=', mine)]))
  }
  return (await query.orderBy('id', 'desc').limit(filter.limit).execute()).map(decisionRow.read)
}

export async function postsOf(
  tx: ReadTx,
  ids: readonly number[],
): Promise<Map<number, { actor: string; at: string; body: string }[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.db
    .selectFrom('decision_posts')
    .selectAll()
    .where('decision_id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, row => row.decision_id)
}

export const addPost = async (
  tx: WriteTx,
  post: { decisionId: number; actor: string; at: string; body: string },
): Promise<void> =>
  void (await insertPost(tx, tx.ledger.nextId('decision_post'), post.decisionId, post.actor, post.at, post.body))
