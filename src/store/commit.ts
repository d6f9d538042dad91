/** Keeps a Change: rows, events with their place in the chains, participants and what search finds. All or nothing. */
import { type Actor, actorName } from '#domain/actor.ts'
import type { Brief } from '#domain/brief.ts'
import type { Change } from '#domain/change.ts'
import { checkedPayload, type NewEvent, wordEvent } from '#domain/events/catalogue.ts'
import { hashEvent } from './chain.ts'
import { genesis } from './ledger.ts'
import { indexText } from './queries/documents.ts'
import {
  keepAttempt,
  keepBrief,
  keepDecision,
  keepDispatch,
  keepFileClaim,
  keepLanding,
  keepLandingStep,
  keepMain,
  keepMessage,
  keepRosterEntry,
  keepRun,
  keepService,
  keepSubmission,
  keepVerdict,
  keepWorktree,
} from './rows.ts'
import type { EventRow } from './tables.ts'
import { statement, type WriteTx } from './transaction.ts'

export type Moment = { actor: Actor; now: string }

const projectOf = statement<{ project_id: number }>('select project_id from briefs where id = ?')
const traceOf = statement<{ events: number; hash: string }>('select events, hash from traces where brief_id = ?')
const keepTrace = statement(
  'insert into traces (brief_id, events, hash) values (?, ?, ?) on conflict (brief_id) do update set events = excluded.events, hash = excluded.hash',
)
const moveBrief = statement('update briefs set moved_at = ? where id = ?')
const meet = statement<{ events: number }>(
  'insert into participants (brief_id, actor, first_at, last_at, events) values (?, ?, ?, ?, ?) on conflict (brief_id, actor) do update set last_at = excluded.last_at, events = participants.events + excluded.events returning events',
)
/** Whoever has ended its work holds no paths of it any more. */
const releaseClaims = statement(
  'update file_claims set released_at = ? where holder = ? and brief_id = ? and released_at is null',
)
const insertEvent = statement(
  'insert into events (seq, brief_id, project_id, type, at, actor_kind, actor_ref, payload, prev_hash, brief_prev_hash, hash) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
)

/** Answers the sequence numbers of the change's events, in their order. */
export async function commit(tx: WriteTx, change: Change, moment: Moment): Promise<number[]> {
  for (const brief of change.briefs ?? []) await keepBrief(tx, { ...brief, movedAt: moment.now })
  for (const dispatch of change.dispatches ?? []) await keepDispatch(tx, dispatch)
  for (const attempt of change.attempts ?? []) {
    await keepAttempt(tx, attempt)
    if (attempt.endedAt) await releaseClaims(tx, attempt.endedAt, attempt.actor, attempt.briefId)
  }
  for (const decision of change.decisions ?? []) await keepDecision(tx, decision)
  for (const worktree of change.worktrees ?? []) await keepWorktree(tx, worktree)
  for (const service of change.services ?? []) await keepService(tx, service)
  for (const run of change.runs ?? []) await keepRun(tx, run)
  for (const entry of change.roster ?? []) await keepRosterEntry(tx, entry)
  for (const message of change.messages ?? []) await keepMessage(tx, message)
  for (const claim of change.fileClaims ?? []) await keepFileClaim(tx, claim)
  for (const main of change.mains ?? []) await keepMain(tx, main)
  for (const submission of change.submissions ?? []) await keepSubmission(tx, submission)
  for (const verdict of change.verdicts ?? []) await keepVerdict(tx, verdict)
  for (const landing of change.landings ?? []) await keepLanding(tx, landing)
  for (const step of change.landingSteps ?? []) await keepLandingStep(tx, step)
  const seqs: number[] = []
  const groups = Map.groupBy(change.events, event => event.briefId)
  for (const [briefId, events] of groups) {
    seqs.push(
      ...(briefId === null
        ? await appendToHouse(tx, events, moment)
        : await appendToTrace(tx, briefId, events, moment, change.briefs)),
    )
  }
  indexBriefs(tx, change)
  return seqs
}

async function appendToHouse(tx: WriteTx, events: NewEvent[], moment: Moment): Promise<number[]> {
  const seqs: number[] = []
  for (const event of events)
    seqs.push((await append(tx, event, { projectId: event.projectId, briefHash: null }, moment)).seq)
  return seqs
}

async function appendToTrace(
  tx: WriteTx,
  briefId: number,
  events: NewEvent[],
  moment: Moment,
  briefs: Brief[] | undefined,
): Promise<number[]> {
  const inHand = briefs?.find(each => each.id === briefId)
  const projectId = inHand?.projectId ?? (await projectOf(tx, briefId))[0]?.project_id ?? null
  if (!inHand) await moveBrief(tx, moment.now, briefId)
  const actor = actorName(moment.actor)
  const [met] = await meet(tx, briefId, actor, moment.now, moment.now, events.length)
  const joined: NewEvent[] =
    met?.events === events.length
      ? [{ type: 'participant_joined', briefId, projectId, payload: { participant: actor } }]
      : []
  const [trace] = await traceOf(tx, briefId)
  let briefHash = trace?.hash ?? genesis
  const rows: EventRow[] = []
  for (const event of [...events, ...joined]) {
    const row = await append(tx, event, { projectId, briefHash }, moment)
    briefHash = row.hash
    rows.push(row)
  }
  await keepTrace(tx, briefId, (trace?.events ?? 0) + rows.length, briefHash)
  return rows.slice(0, events.length).map(row => row.seq)
}

async function append(
  tx: WriteTx,
  event: NewEvent,
  place: { projectId: number | null; briefHash: string | null },
  moment: Moment,
): Promise<EventRow> {
  const head = tx.ledger.head()
  const payload = checkedPayload(event.type, event.payload)
  const unhashed = {
    seq: head.seq + 1,
    brief_id: event.briefId,
    project_id: place.projectId,
    type: event.type,
    at: moment.now,
    actor_kind: moment.actor.kind,
    actor_ref: moment.actor.ref,
    payload: JSON.stringify(payload),
    prev_hash: head.hash,
    brief_prev_hash: event.briefId === null ? null : place.briefHash,
  }
  const row: EventRow = { ...unhashed, hash: hashEvent(unhashed) }
  await insertEvent(
    tx,
    row.seq,
    row.brief_id,
    row.project_id,
    row.type,
    row.at,
    row.actor_kind,
    row.actor_ref,
    row.payload,
    row.prev_hash,
    row.brief_prev_hash,
    row.hash,
  )
  tx.ledger.advance(row.seq, row.hash)
  indexEvent(tx, row, payload)
  return row
}

/** The words of an event that search finds. What was captured is found through its Brief. */
function indexEvent(tx: WriteTx, row: EventRow, payload: unknown): void {
  if (row.project_id === null || row.type === 'captured') return
  const { body } = wordEvent(row.type, payload)
  if (!body) return
  indexText(
    tx,
    { kind: 'trace', refId: row.seq, briefId: row.brief_id, projectId: row.project_id, title: '', body, at: row.at },
    'new',
  )
}

const tellsAnew: readonly string[] = ['captured', 'spec_snapshot', 'configured']

function indexBriefs(tx: WriteTx, change: Change): void {
  for (const brief of change.briefs ?? []) {
    const told = change.events.filter(event => event.briefId === brief.id && tellsAnew.includes(event.type))
    if (told.length === 0) continue
    const isNew = told.some(event => event.type === 'captured')
    const body = brief.spec ? `${brief.text}\n${brief.spec}` : brief.text
    indexText(
      tx,
      {
        kind: 'brief',
        refId: brief.id,
        briefId: brief.id,
        projectId: brief.projectId,
        title: brief.title,
        body,
        at: brief.movedAt,
      },
      isNew ? 'new' : 'changed',
    )
  }
}
