/** Puts an export back into an empty installation, ids, events and hashes as they were. */
import { leftBehind } from '#domain/agent/run.ts'
import { wordEvent } from '#domain/events/catalogue.ts'
import type { FlowerKind, FlowerRecord, FlowerValue } from '#domain/interchange/flower.ts'
import { flowerKey } from '#domain/interchange/flower.ts'
import { Refusal } from '#domain/refusal.ts'
import { faultOf } from './chain.ts'
import { sqliteCode } from './health.ts'
import { type CounterName, genesis } from './ledger.ts'
import { keepContext, keepSpending } from './queries/agents.ts'
import { indexText, type Text } from './queries/documents.ts'
import {
  keepAttempt,
  keepBrief,
  keepDecision,
  keepDispatch,
  keepFeedback,
  keepFileClaim,
  keepLanding,
  keepLandingStep,
  keepMessage,
  keepProject,
  keepRosterEntry,
  keepRun,
  keepScratchpad,
  keepSubmission,
  keepVerdict,
  keepWorktree,
} from './rows.ts'
import type { EventRow, Tables } from './tables.ts'
import type { WriteTx } from './transaction.ts'

/** Refuses with `import.unreadable`, and writes nothing, when the records don't hold together. */
export async function restore(tx: WriteTx, records: readonly FlowerRecord[]): Promise<void> {
  const events = of(records, 'event').map(rowOf)
  refuseBrokenChain(events)
  // A Brief's epic may be younger than itself, so that relations come once all Briefs are there.
  for (const record of records) await putChecked(tx, record)
  for (const brief of of(records, 'brief')) await keepBrief(tx, brief)
  await restoreTraces(tx, events)
  restoreNumbers(tx, records, events)
  for (const text of textsOf(records, events)) indexText(tx, text, 'new')
}

const of = <Kind extends FlowerKind>(records: readonly FlowerRecord[], kind: Kind): FlowerValue<Kind>[] =>
  records.flatMap(record => (record.kind === kind ? [record.value as FlowerValue<Kind>] : []))

const unreadable = (problem: string): Refusal => new Refusal('import.unreadable', { format: 'flower', problem })

function refuseBrokenChain(events: EventRow[]): void {
  let before = { seq: 0, hash: genesis }
  const briefHashes = new Map<number | null, string>()
  for (const event of events) {
    const problem = faultOf(event, { ...before, briefHash: briefHashes.get(event.brief_id) ?? genesis })
    if (problem) throw unreadable(`event ${event.seq}: ${problem}`)
    before = event
    briefHashes.set(event.brief_id, event.hash)
  }
}

/** SQLite 19 and PostgreSQL 23…: the record refers to something that is not there, or is there twice. */
async function putChecked(tx: WriteTx, record: FlowerRecord): Promise<void> {
  try {
    await put(tx, record)
  } catch (reason) {
    const { code } = reason as { code?: string }
    if (sqliteCode(reason) !== 19 && !code?.startsWith('23')) throw reason
    throw unreadable(`${flowerKey(record)} does not fit to the rest of the file`)
  }
}

async function put(tx: WriteTx, record: FlowerRecord): Promise<void> {
  const { db } = tx
  const { kind, value } = record
  if (kind === 'project') await keepProject(tx, value)
  else if (kind === 'brief') await keepBrief(tx, { ...value, parentId: null, foldedInto: null })
  else if (kind === 'dispatch') await keepDispatch(tx, value)
  else if (kind === 'attempt') await keepAttempt(tx, value)
  else if (kind === 'worktree') await keepWorktree(tx, value)
  else if (kind === 'fileClaim') await keepFileClaim(tx, value)
  else if (kind === 'decision') await putDecision(tx, value)
  else if (kind === 'run') await keepRun(tx, leftBehind(value))
  else if (kind === 'spending') await keepSpending(tx, { ...value, id: value.runId }, value.day, value)
  else if (kind === 'context') await keepContext(tx, value.runId, value.at, value.tokens)
  else if (kind === 'rosterEntry') await keepRosterEntry(tx, value)
  else if (kind === 'message') await keepMessage(tx, value)
  else if (kind === 'merge') await keepSubmission(tx, value)
  else if (kind === 'verdict') await keepVerdict(tx, value)
  else if (kind === 'landing') await keepLanding(tx, value)
  else if (kind === 'landingStep') await keepLandingStep(tx, value)
  else if (kind === 'scratchpad') await putScratchpad(tx, value)
  else if (kind === 'feedback') await keepFeedback(tx, value)
  else if (kind === 'event') await db.insertInto('events').values(rowOf(value)).execute()
  else if (kind === 'template') await db.insertInto('templates').values(value).execute()
  else if (kind === 'dependency')
    await db.insertInto('dependencies').values({ brief_id: value.briefId, depends_on_id: value.dependsOnId }).execute()
  else if (kind === 'holding')
    await db.insertInto('holdings').values({ brief_id: value.briefId, epic_id: value.epicId }).execute()
  else if (kind === 'specRevision') {
    const { briefId, ...row } = value
    await db
      .insertInto('spec_revisions')
      .values({ ...row, brief_id: briefId })
      .execute()
  } else if (kind === 'link') {
    const { briefId, ...row } = value
    await db
      .insertInto('links')
      .values({ ...row, brief_id: briefId })
      .execute()
  } else {
    const { briefId, mediaType, content, ...row } = value
    const file = { ...row, brief_id: briefId, media_type: mediaType, content: Buffer.from(content, 'base64') }
    await db.insertInto('attachments').values(file).execute()
  }
}

async function putDecision(tx: WriteTx, { posts, ...decision }: FlowerValue<'decision'>): Promise<void> {
  await keepDecision(tx, decision)
  for (const post of posts)
    await tx.db
      .insertInto('decision_posts')
      .values({ ...post, decision_id: decision.id })
      .execute()
}

async function putScratchpad(tx: WriteTx, { revisions, ...pad }: FlowerValue<'scratchpad'>): Promise<void> {
  await keepScratchpad(tx, pad)
  for (const each of revisions)
    await tx.db
      .insertInto('scratchpad_revisions')
      .values({ ...each, scratchpad_id: pad.id })
      .execute()
}

const rowOf = (event: FlowerValue<'event'>): EventRow => ({
  seq: event.seq,
  brief_id: event.briefId,
  project_id: event.projectId,
  type: event.type,
  at: event.at,
  actor_kind: event.actor.kind,
  actor_ref: event.actor.ref,
  payload: JSON.stringify(event.payload),
  prev_hash: event.prevHash,
  brief_prev_hash: event.briefPrevHash,
  hash: event.hash,
})

/** The heads of the Briefs' chains and who took part follow from the events. */
async function restoreTraces(tx: WriteTx, events: EventRow[]): Promise<void> {
  const traces = new Map<number, Tables['traces']>()
  const participants = new Map<string, Tables['participants']>()
  for (const event of events) {
    const { brief_id, at } = event
    if (brief_id === null) continue
    traces.set(brief_id, { brief_id, events: (traces.get(brief_id)?.events ?? 0) + 1, hash: event.hash })
    if (event.type === 'participant_joined') continue
    const actor = `${event.actor_kind}:${event.actor_ref}`
    const known = participants.get(`${brief_id} ${actor}`)
    participants.set(`${brief_id} ${actor}`, {
      brief_id,
      actor,
      first_at: known?.first_at ?? at,
      last_at: at,
      events: (known?.events ?? 0) + 1,
    })
  }
  for (const trace of traces.values()) await tx.db.insertInto('traces').values(trace).execute()
  for (const each of participants.values()) await tx.db.insertInto('participants').values(each).execute()
}

/** New ids go on after the greatest that was restored. */
function restoreNumbers(tx: WriteTx, records: readonly FlowerRecord[], events: EventRow[]): void {
  const numbers = tx.ledger.mark()
  const raise = (name: CounterName, ids: number[]): void => {
    numbers.counters[name] = ids.reduce((most, id) => Math.max(most, id), numbers.counters[name] ?? 0)
  }
  for (const kind of [
    'project',
    'brief',
    'dispatch',
    'attempt',
    'decision',
    'scratchpad',
    'feedback',
    'worktree',
    'run',
    'message',
    'merge',
    'verdict',
    'landing',
    'link',
    'attachment',
  ] as const)
    raise(
      kind,
      of(records, kind).map(each => each.id),
    )
  raise(
    'file_claim',
    of(records, 'fileClaim').map(each => each.id),
  )
  raise(
    'roster',
    of(records, 'rosterEntry').map(each => each.id),
  )
  raise(
    'landing_step',
    of(records, 'landingStep').map(each => each.id),
  )
  raise(
    'token',
    of(records, 'attempt').map(each => each.token),
  )
  raise(
    'decision_post',
    of(records, 'decision').flatMap(each => each.posts.map(post => post.id)),
  )
  const last = events.at(-1)
  tx.ledger.reset({ ...numbers, seq: last?.seq ?? numbers.seq, hash: last?.hash ?? numbers.hash })
}

/** What search finds, oldest first. */
function textsOf(records: readonly FlowerRecord[], events: EventRow[]): Text[] {
  const texts: Text[] = []
  for (const { id, ...brief } of of(records, 'brief'))
    texts.push({
      kind: 'brief',
      refId: id,
      briefId: id,
      projectId: brief.projectId,
      title: brief.title,
      body: brief.spec ? `${brief.text}\n${brief.spec}` : brief.text,
      at: brief.movedAt,
    })
  for (const { id: refId, briefId, projectId, title, body, updatedAt: at } of of(records, 'scratchpad'))
    texts.push({ kind: 'scratchpad', refId, briefId, projectId, title, body, at })
  for (const { id: refId, briefId, projectId, header: title, ...decision } of of(records, 'decision')) {
    const body = [decision.body, decision.option, decision.answer].filter(Boolean).join('\n')
    texts.push({
      kind: 'decision',
      refId,
      briefId,
      projectId,
      title,
      body,
      at: decision.answeredAt ?? decision.askedAt,
    })
  }
  for (const event of events) {
    if (event.project_id === null || event.type === 'captured') continue
    const { body } = wordEvent(event.type, JSON.parse(event.payload))
    const { seq: refId, brief_id: briefId, project_id: projectId, at } = event
    if (body) texts.push({ kind: 'trace', refId, briefId, projectId, title: '', body, at })
  }
  return texts.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}
