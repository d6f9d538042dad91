/** Runs, the roster, messages, and what was spent. */

import { nothingSpent, type Spending, type Spent } from '#domain/agent/budget.ts'
import type { Message } from '#domain/agent/message.ts'
import type { RosterEntry } from '#domain/agent/roster.ts'
import type { Run } from '#domain/agent/run.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Row } from '../codec.ts'
import { isListed } from '../conditions.ts'
import { messageRow, rosterRow, runRow } from '../rows.ts'
import type { Tables } from '../tables.ts'
import { type ReadTx, statement, statementOfMany, type WriteTx } from '../transaction.ts'

const runById = statement<Row<Run>>('select * from runs where id = ?')
const liveOnNode = statement<Row<Run>>(`select * from runs where node = ? and status <> 'ended' order by id`)
const live = statement<Row<Run>>(`select * from runs where status <> 'ended' order by id`)
const ofBrief = statement<Row<Run>>('select * from runs where brief_id = ? order by id desc')
const newestOfActor = statement<Row<Run>>(
  'select * from runs where project_id = ? and actor = ? order by id desc limit 1',
)
const inLimit = statement<Row<Run>>('select * from runs where limit_until > ? and node = ? order by id')

export async function getRun(tx: ReadTx, id: number): Promise<Run> {
  const [row] = await runById(tx, id)
  if (!row) throw new Refusal('agent.missing', { agent: `r${id}` })
  return runRow.read(row)
}
export const liveRunsOn = async (tx: ReadTx, node: string): Promise<Run[]> =>
  (await liveOnNode(tx, node)).map(runRow.read)
export const liveRuns = async (tx: ReadTx): Promise<Run[]> => (await live(tx)).map(runRow.read)
/** Newest first. */
export const runsOfBrief = async (tx: ReadTx, briefId: number): Promise<Run[]> =>
  (await ofBrief(tx, briefId)).map(runRow.read)
export const newestRunOf = async (tx: ReadTx, projectId: number, actor: string): Promise<Run | undefined> =>
  (await newestOfActor(tx, projectId, actor)).map(runRow.read)[0]
/** Those whose provider lets nobody of its harness go on before a time that has not come yet. */
export const runsInLimit = async (tx: ReadTx, now: string, node: string): Promise<Run[]> =>
  (await inLimit(tx, now, node)).map(runRow.read)

const entryOf = statement<Row<RosterEntry>>('select * from roster where project_id = ? and actor = ?')
const rosterOf = statement<Row<RosterEntry>>('select * from roster where project_id = ? order by seen_at desc, id desc')
const wholeRoster = statement<Row<RosterEntry>>(
  `select * from roster where ${isListed('project_id')} order by seen_at desc, id desc`,
)

export const findRosterEntry = async (tx: ReadTx, projectId: number, actor: string): Promise<RosterEntry | undefined> =>
  (await entryOf(tx, projectId, actor)).map(rosterRow.read)[0]
/** Who was heard last comes first. */
export const roster = async (tx: ReadTx, projectId: number | undefined): Promise<RosterEntry[]> =>
  (projectId === undefined ? await wholeRoster(tx) : await rosterOf(tx, projectId)).map(rosterRow.read)

const places = ['roster', 'attempts', 'participants', 'runs', 'tokens'].map(
  table => `select actor from ${table} where actor = ?`,
)
const known = statement(`${places.join(' union all ')} limit 1`)
/** Whether somebody goes by this name, in whatever project: messages and answers are told by name alone. */
export const isKnown = async (tx: ReadTx, actor: string): Promise<boolean> =>
  (await known(tx, ...places.map(() => actor))).length > 0

const waitingFor = statement<Row<Message>>(
  'select * from messages where to_actor = ? and delivered_at is null order by id limit 50',
)
const deliver = statement(
  'update messages set delivered_at = ? where to_actor = ? and id <= ? and delivered_at is null',
)

/** Not yet told, oldest first. */
export const messagesFor = async (tx: ReadTx, actor: string): Promise<Message[]> =>
  (await waitingFor(tx, actor)).map(messageRow.read)
export const markDelivered = async (tx: WriteTx, actor: string, through: number, at: string): Promise<void> =>
  void (await deliver(tx, at, actor, through))

const addSpending = statement(
  `insert into spendings (run_id, day, model, project_id, brief_id, input, cache_read, cache_write, output, usd) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (run_id, day, model) do update set input = spendings.input + excluded.input, cache_read = spendings.cache_read + excluded.cache_read,
      cache_write = spendings.cache_write + excluded.cache_write, output = spendings.output + excluded.output, usd = spendings.usd + excluded.usd`,
)
const total =
  'cast(coalesce(sum(input + cache_read + cache_write + output), 0) as double precision) as tokens, cast(coalesce(sum(usd), 0) as double precision) as usd from spendings'
const onBrief = statement<Spent>(`select ${total} where brief_id = ?`)
const onProject = statement<Spent>(`select ${total} where project_id = ?`)
const onDay = statement<Spent>(`select ${total} where project_id = ? and day = ?`)
const ofDays = statement<Tables['spendings']>(
  'select * from spendings where project_id = ? and day >= ? order by day desc, run_id, model',
)

export const keepSpending = async (
  tx: WriteTx,
  run: Pick<Run, 'id' | 'projectId' | 'briefId'>,
  day: string,
  { model, input, cacheRead, cacheWrite, output, usd }: Spending,
): Promise<void> =>
  void (await addSpending(
    tx,
    run.id,
    day,
    model,
    run.projectId,
    run.briefId,
    input,
    cacheRead,
    cacheWrite,
    output,
    usd,
  ))

const first = ([row]: Spent[]): Spent => row ?? nothingSpent

export const spentOnBrief = async (tx: ReadTx, briefId: number): Promise<Spent> => first(await onBrief(tx, briefId))

/** `day` of the house's own calendar, as 2026-03-02. */
export const spentOn = async (tx: ReadTx, of: { briefId: number; projectId: number; day: string }) => ({
  brief: await spentOnBrief(tx, of.briefId),
  project: first(await onProject(tx, of.projectId)),
  day: first(await onDay(tx, of.projectId, of.day)),
})
export const spendingsSince = (tx: ReadTx, projectId: number, day: string): Promise<Tables['spendings'][]> =>
  ofDays(tx, projectId, day)

const addContext = statement(
  'insert into contexts (run_id, at, tokens) values (?, ?, ?) on conflict (run_id, at) do update set tokens = excluded.tokens',
)
const curves = statementOfMany<{ run_id: number; at: string; tokens: number }>(
  'select * from contexts where run_id in :ids order by run_id, at',
)
export const keepContext = async (tx: WriteTx, runId: number, at: string, tokens: number): Promise<void> =>
  void (await addContext(tx, runId, at, tokens))
export const contextsOf = (tx: ReadTx, runIds: readonly number[]) => curves(tx, runIds)

const living = statement<{ id: number }>('select id from tokens where run_id = ? and revoked_at is null limit 1')
/** Whether somebody has a bearer of this run. */
export const hasBearer = async (tx: ReadTx, runId: number): Promise<boolean> => (await living(tx, runId)).length > 0

const revokeOf = statement('update tokens set revoked_at = ? where run_id = ? and revoked_at is null')
export const revokeTokensOf = async (tx: WriteTx, runId: number, at: string): Promise<void> =>
  void (await revokeOf(tx, at, runId))

const handoff = statement<{ id: number; title: string; body: string }>(
  'select id, title, body from scratchpads where brief_id = ? and updated_by = ? and updated_at >= ? order by updated_at desc, id desc limit 1',
)
/** What an agent wrote down for its Brief since it was asked for its handoff. */
export const findHandoff = async (tx: ReadTx, briefId: number, actor: string, since: string) =>
  (await handoff(tx, briefId, actor, since))[0]
