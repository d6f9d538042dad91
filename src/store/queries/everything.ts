/**
 * All that is kept, as records of our open format. Tokens and receipts are left out, as they are secrets; services and how MAIN
 * stands, as they are what is here and now.
 */
import type { FlowerKind, FlowerRecord, FlowerValue } from '#domain/interchange/flower.ts'
import {
  attemptRow,
  briefRow,
  decisionRow,
  dispatchRow,
  feedbackRow,
  fileClaimRow,
  landingRow,
  landingStepRow,
  messageRow,
  projectRow,
  rosterRow,
  runRow,
  scratchpadRow,
  spendingRow,
  submissionRow,
  verdictRow,
  worktreeRow,
} from '../rows.ts'
import type { EventRow, Tables } from '../tables.ts'
import { type ReadTx, statement } from '../transaction.ts'

/** Of the whole installation, or of one project; templates belong to none. */
export async function* everything(tx: ReadTx, projectId?: number): AsyncGenerator<FlowerRecord, void> {
  yield* await projectsAndBriefs(tx, projectId)
  yield* await handOvers(tx, projectId)
  yield* await worktrees(tx, projectId)
  yield* await decisions(tx, projectId)
  yield* await agents(tx, projectId)
  yield* await landed(tx, projectId)
  yield* await scratchpads(tx, projectId)
  yield* await feedback(tx, projectId)
  yield* links(tx, projectId)
  if (projectId === undefined) yield* await templates(tx)
  yield* events(tx, projectId)
}

/** A record of its kind. */
const told = <Kind extends FlowerKind>(kind: Kind, value: FlowerValue<Kind>): FlowerRecord =>
  ({ kind, value }) as FlowerRecord

async function projectsAndBriefs(tx: ReadTx, projectId?: number): Promise<FlowerRecord[]> {
  const { db } = tx
  const projects = db.selectFrom('projects').selectAll().orderBy('id')
  const briefs = db.selectFrom('briefs').selectAll().orderBy('id')
  const revisions = db.selectFrom('spec_revisions').selectAll().orderBy('brief_id').orderBy('revision')
  const dependencies = db.selectFrom('dependencies').selectAll().orderBy('brief_id').orderBy('depends_on_id')
  const holdings = db.selectFrom('holdings').selectAll().orderBy('brief_id')
  const among = briefsOf(tx, projectId)
  const records: FlowerRecord[] = []
  for (const row of await (projectId === undefined ? projects : projects.where('id', '=', projectId)).execute())
    records.push({ kind: 'project', value: projectRow.read(row) })
  for (const row of await (projectId === undefined ? briefs : briefs.where('project_id', '=', projectId)).execute())
    records.push({ kind: 'brief', value: briefRow.read(row) })
  for (const row of await (among ? revisions.where('brief_id', 'in', among) : revisions).execute())
    records.push({
      kind: 'specRevision',
      value: { briefId: row.brief_id, revision: row.revision, spec: row.spec, actor: row.actor, at: row.at },
    })
  for (const row of await (among ? dependencies.where('brief_id', 'in', among) : dependencies).execute())
    records.push({ kind: 'dependency', value: { briefId: row.brief_id, dependsOnId: row.depends_on_id } })
  for (const row of await (among ? holdings.where('brief_id', 'in', among) : holdings).execute())
    records.push({ kind: 'holding', value: { briefId: row.brief_id, epicId: row.epic_id } })
  return records
}

const briefsOf = (tx: ReadTx, projectId: number | undefined) =>
  projectId === undefined ? undefined : tx.db.selectFrom('briefs').select('id').where('project_id', '=', projectId)

/** Rows of a table that names its project, in the order of `order`. */
async function ofProject<Table extends OfProject>(
  tx: ReadTx,
  table: Table,
  projectId: number | undefined,
  order = ['id'],
): Promise<Tables[Table][]> {
  const all = order.reduce(
    (query, column) => query.orderBy(column as 'id'),
    tx.db.selectFrom(table as 'worktrees').selectAll(),
  )
  const rows = await (projectId === undefined ? all : all.where('project_id', '=', projectId)).execute()
  return rows as unknown as Tables[Table][]
}

type OfProject = {
  [Table in keyof Tables]: Tables[Table] extends { project_id: number | null } ? Table : never
}[keyof Tables]

async function handOvers(tx: ReadTx, projectId?: number): Promise<FlowerRecord[]> {
  const attempts = tx.db.selectFrom('attempts').selectAll().orderBy('id')
  const among = briefsOf(tx, projectId)
  const made = await (among ? attempts.where('brief_id', 'in', among) : attempts).execute()
  return [
    ...(await ofProject(tx, 'dispatches', projectId)).map(row => told('dispatch', dispatchRow.read(row))),
    ...made.map(row => told('attempt', attemptRow.read(row))),
  ]
}

async function worktrees(tx: ReadTx, projectId?: number): Promise<FlowerRecord[]> {
  return [
    ...(await ofProject(tx, 'worktrees', projectId)).map(row => told('worktree', worktreeRow.read(row))),
    ...(await ofProject(tx, 'file_claims', projectId)).map(row => told('fileClaim', fileClaimRow.read(row))),
  ]
}

async function decisions(tx: ReadTx, projectId?: number): Promise<FlowerRecord[]> {
  const posts = await tx.db.selectFrom('decision_posts').selectAll().orderBy('id').execute()
  const postsOf = Map.groupBy(posts, post => post.decision_id)
  return (await ofProject(tx, 'decisions', projectId)).map(row =>
    told('decision', {
      ...decisionRow.read(row),
      posts: (postsOf.get(row.id) ?? []).map(({ id, actor, at, body }) => ({ id, actor, at, body })),
    }),
  )
}

async function agents(tx: ReadTx, projectId?: number): Promise<FlowerRecord[]> {
  const contexts = tx.db.selectFrom('contexts').selectAll().orderBy('run_id').orderBy('at')
  const runs = await ofProject(tx, 'runs', projectId)
  const ids = new Set(runs.map(row => row.id))
  const spendings = await ofProject(tx, 'spendings', projectId, ['run_id', 'day', 'model'])
  return [
    ...runs.map(row => told('run', runRow.read(row))),
    ...spendings.map(row => told('spending', spendingRow.read(row))),
    ...(await contexts.execute())
      .filter(row => ids.has(row.run_id))
      .map(({ run_id: runId, at, tokens }) => told('context', { runId, at, tokens })),
    ...(await ofProject(tx, 'roster', projectId)).map(row => told('rosterEntry', rosterRow.read(row))),
    ...(await ofProject(tx, 'messages', projectId)).map(row => told('message', messageRow.read(row))),
  ]
}

async function scratchpads(tx: ReadTx, projectId?: number): Promise<FlowerRecord[]> {
  const records: FlowerRecord[] = []
  for (const row of await ofProject(tx, 'scratchpads', projectId)) {
    const revisions = await revisionsOf(tx, row.id)
    records.push({
      kind: 'scratchpad',
      value: {
        ...scratchpadRow.read(row),
        revisions: revisions.map(({ revision, title, body, actor, at }) => ({ revision, title, body, actor, at })),
      },
    })
  }
  return records
}

const feedback = async (tx: ReadTx, projectId?: number): Promise<FlowerRecord[]> =>
  (await ofProject(tx, 'feedback', projectId)).map(row => told('feedback', feedbackRow.read(row)))

const revisionsOf = statement<Tables['scratchpad_revisions']>(
  'select * from scratchpad_revisions where scratchpad_id = ? order by revision',
)

async function landed(tx: ReadTx, projectId?: number): Promise<FlowerRecord[]> {
  return [
    ...(await ofProject(tx, 'merges', projectId)).map(row => told('merge', submissionRow.read(row))),
    ...(await ofProject(tx, 'verdicts', projectId)).map(row => told('verdict', verdictRow.read(row))),
    ...(await ofProject(tx, 'landings', projectId)).map(row => told('landing', landingRow.read(row))),
    ...(await ofProject(tx, 'landing_steps', projectId)).map(row => told('landingStep', landingStepRow.read(row))),
  ]
}

/** Links and attachments; the content of one attachment at a time. */
async function* links(tx: ReadTx, projectId?: number): AsyncGenerator<FlowerRecord, void> {
  const among = briefsOf(tx, projectId)
  const all = tx.db.selectFrom('links').selectAll().orderBy('id')
  for (const { brief_id: briefId, ...row } of await (among ? all.where('brief_id', 'in', among) : all).execute())
    yield { kind: 'link', value: { ...row, briefId } }
  const files = tx.db.selectFrom('attachments').select('id').orderBy('id')
  for (const { id } of await (among ? files.where('brief_id', 'in', among) : files).execute()) {
    const file = await tx.db.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { brief_id: briefId, media_type: mediaType, content, ...row } = file
    yield {
      kind: 'attachment',
      value: { ...row, briefId, mediaType, content: Buffer.from(content).toString('base64') },
    }
  }
}

async function templates(tx: ReadTx): Promise<FlowerRecord[]> {
  const rows = await tx.db.selectFrom('templates').selectAll().orderBy('name').orderBy('version').execute()
  return rows.map(value => ({ kind: 'template', value }))
}

/** Events that are read at once. */
const stride = 2_000

async function* events(tx: ReadTx, projectId?: number): AsyncGenerator<FlowerRecord, void> {
  for (let after = 0; ; ) {
    const page = tx.db.selectFrom('events').selectAll().where('seq', '>', after).orderBy('seq').limit(stride)
    const rows = await (projectId === undefined ? page : page.where('project_id', '=', projectId)).execute()
    for (const row of rows) yield { kind: 'event', value: eventValue(row) }
    const last = rows.at(-1)
    if (!last || rows.length < stride) return
    after = last.seq
  }
}

function eventValue(row: EventRow): Extract<FlowerRecord, { kind: 'event' }>['value'] {
  return {
    seq: row.seq,
    briefId: row.brief_id,
    projectId: row.project_id,
    type: row.type,
    at: row.at,
    actor: { kind: row.actor_kind, ref: row.actor_ref },
    payload: JSON.parse(row.payload),
    prevHash: row.prev_hash,
    briefPrevHash: row.brief_prev_hash,
    hash: row.hash,
  }
}
