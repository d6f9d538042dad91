/**
 * The schema, forward only. A migration that an older flower can't live with is marked breaking.
 * Long texts are the last columns of their table, so that SQLite reads the short ones without walking over them.
 */
import { sql } from 'kysely'
import { genesis } from './ledger.ts'
import type { ReadTx } from './transaction.ts'

export type Migration = { name: string; breaking: boolean; up: (tx: ReadTx) => Promise<void> }

const run = (tx: ReadTx, text: string) => sql.raw(text).execute(tx.db)

const indexes = [
  'unique index projects_slug on projects (slug) where removed_at is null',
  'unique index briefs_import_key on briefs (project_id, import_key) where import_key is not null',
  // Everything that lists filter by, so that they walk this and not the Briefs with their texts.
  'index briefs_moved on briefs (moved_at desc, id desc, status, project_id, parent_id, priority, origin, created_by, needs_approval, approved_at, labels)',
  'index briefs_status on briefs (status, project_id, moved_at desc)',
  'index briefs_parent on briefs (parent_id) where parent_id is not null',
  'index dependencies_reverse on dependencies (depends_on_id)',
  `unique index dispatches_one_working on dispatches (brief_id) where status in ('queued', 'claimed', 'running')`,
  `index dispatches_live on dispatches (status, project_id, id) where status in ('queued', 'claimed', 'running')`,
  'index dispatches_brief on dispatches (brief_id, id)',
  'unique index attempts_token on attempts (token)',
  'index attempts_brief on attempts (brief_id, id)',
  'index attempts_actor on attempts (actor, last_seen_at)',
  `index decisions_open on decisions (status, project_id, id)`,
  'index decisions_brief on decisions (brief_id, id)',
  'index decision_posts_of on decision_posts (decision_id, id)',
  'index scratchpads_brief on scratchpads (brief_id, id)',
  'index links_brief on links (brief_id, id)',
  'index attachments_brief on attachments (brief_id, id)',
  'index receipts_at on receipts (at)',
  'index events_brief on events (brief_id, seq) where brief_id is not null',
  'index events_project on events (project_id, seq) where project_id is not null',
]

/** As they were then; a counter that is missing begins by itself. */
const firstCounters = [
  'project', 'brief', 'dispatch', 'attempt', 'token', 'decision', 'decision_post', 'scratchpad', 'link', 'attachment', 'access_token', 'document',
] // biome-ignore format: a list of words

async function ground(tx: ReadTx): Promise<void> {
  const bytes = tx.dialect === 'postgres' ? 'bytea' : 'blob'
  const tables = [
    'counters (name text primary key, value integer not null)',
    'chain (id integer primary key, seq integer not null, hash text not null)',
    'settings (name text primary key, value text not null)',
    'projects (id integer primary key, slug text not null, path text not null, git_dir text not null, primary_branch text not null, remote_url text, defaults text not null, created_at text not null, removed_at text)',
    `briefs (id integer primary key, project_id integer not null references projects, title text not null, revision integer not null,
      status text not null, origin text not null, parent_id integer references briefs, priority integer not null, labels text not null, auto_dispatch integer not null,
      design_loop integer not null, review integer not null, needs_approval integer not null, approved_by text, approved_at text, reviewed text, budget text,
      folded_into integer references briefs, import_key text, created_by text not null, created_at text not null, moved_at text not null, ended_at text,
      text text not null, spec text not null)`,
    'spec_revisions (brief_id integer not null references briefs, revision integer not null, spec text not null, actor text not null, at text not null, primary key (brief_id, revision))',
    'dependencies (brief_id integer not null references briefs, depends_on_id integer not null references briefs, primary key (brief_id, depends_on_id))',
    'traces (brief_id integer primary key references briefs, events integer not null, hash text not null)',
    'participants (brief_id integer not null references briefs, actor text not null, first_at text not null, last_at text not null, events integer not null, primary key (brief_id, actor))',
    `links (id integer primary key, brief_id integer not null references briefs, type text not null, ref text not null, relation text not null, title text, url text,
      actor text not null, at text not null, unique (brief_id, type, ref, relation))`,
    `attachments (id integer primary key, brief_id integer not null references briefs, name text not null, media_type text not null, bytes integer not null, sha256 text not null,
      content ${bytes} not null, actor text not null, at text not null)`,
    `dispatches (id integer primary key, brief_id integer not null references briefs, project_id integer not null references projects, leg text not null, kind text not null,
      status text not null, attempt integer not null, attempts_left integer not null, harness text, worktree_id integer, branch text not null, note text,
      template text not null, token integer, holder text, meant_for text, lease_expires_at text, waits_until text, reason text, created_by text not null, created_at text not null,
      moved_at text not null, ended_at text, packet text not null)`,
    `attempts (id integer primary key, dispatch_id integer not null references dispatches, brief_id integer not null references briefs, leg text not null, number integer not null,
      actor text not null, token integer not null, claimed_at text not null, last_seen_at text not null, ended_at text, outcome text, reason text, note text, summary text,
      evidence text not null, context_tokens integer, unique (dispatch_id, number))`,
    `decisions (id integer primary key, project_id integer not null references projects, brief_id integer references briefs, header text not null, body text not null,
      options text not null, assignee text, blocking integer not null, "group" text, status text not null, answer text, option text, asked_by text not null, asked_at text not null,
      answered_by text, answered_at text, released_at text, acknowledged_at text)`,
    'decision_posts (id integer primary key, decision_id integer not null references decisions, actor text not null, at text not null, body text not null)',
    `scratchpads (id integer primary key, project_id integer not null references projects, brief_id integer references briefs, title text not null, body text not null,
      revision integer not null, created_by text not null, created_at text not null, updated_by text not null, updated_at text not null)`,
    'scratchpad_revisions (scratchpad_id integer not null references scratchpads, revision integer not null, title text not null, body text not null, actor text not null, at text not null, primary key (scratchpad_id, revision))',
    'templates (name text not null, version integer not null, body text not null, actor text not null, at text not null, primary key (name, version))',
    'tokens (id integer primary key, name text not null, role text not null, actor text not null, hash text not null unique, kind text not null, created_at text not null, expires_at text, revoked_at text)',
    'receipts (command_id text not null, actor text not null, operation text not null, input_hash text not null, answer text not null, at text not null, primary key (actor, command_id))',
    `documents (id integer primary key, kind text not null, ref_id integer not null, part integer not null, brief_id integer, project_id integer not null, at text not null,
      scope text not null, title text not null, body text not null, unique (kind, ref_id, part))`,
    `events (seq integer primary key, brief_id integer, project_id integer, type text not null, at text not null, actor_kind text not null, actor_ref text not null,
      payload text not null, prev_hash text not null, brief_prev_hash text, hash text not null)`,
  ]
  for (const table of tables) await run(tx, `create table ${table}`)
  for (const index of indexes) await run(tx, `create ${index}`)
  await run(tx, `insert into chain (id, seq, hash) values (1, 0, '${genesis}')`)
  for (const name of firstCounters) await run(tx, `insert into counters (name, value) values ('${name}', 0)`)
  await (tx.dialect === 'postgres' ? groundOnPostgres(tx) : groundOnSqlite(tx))
}

async function groundOnSqlite(tx: ReadTx): Promise<void> {
  for (const what of ['update', 'delete']) {
    await run(
      tx,
      `create trigger events_no_${what} before ${what} on events begin select raise(abort, 'events are append-only'); end`,
    )
  }
  // `insert or replace` deletes without a trigger for it.
  await run(
    tx,
    `create trigger events_no_replace before insert on events when exists (select 1 from events where seq = new.seq) begin select raise(abort, 'events are append-only'); end`,
  )
  // The beginnings of words, while they are typed; longer ones have few endings left.
  await run(
    tx,
    `create virtual table document_search using fts5 (scope, title, body, content='documents', content_rowid='id', tokenize="unicode61 remove_diacritics 2 tokenchars '_'", prefix='2 3 4 5')`,
  )
  await run(
    tx,
    'create trigger documents_added after insert on documents begin insert into document_search (rowid, scope, title, body) values (new.id, new.scope, new.title, new.body); end',
  )
  await run(
    tx,
    `create trigger documents_taken after delete on documents begin insert into document_search (document_search, rowid, scope, title, body) values ('delete', old.id, old.scope, old.title, old.body); end`,
  )
}

/** As it stands in a text of SQL, where the quote is doubled. The underscore is missing on purpose: it is part of a word. */
const punctuation = `!"#$%&''()*+,-./:;<=>?@[\\]^\`{|}~¡§«·»¿–—‘’‚“”„†•…‹›→←↔×、。「」`

async function groundOnPostgres(tx: ReadTx): Promise<void> {
  await run(
    tx,
    `create function refuse_event_change() returns trigger language plpgsql as $$ begin raise exception 'events are append-only'; end $$`,
  )
  await run(
    tx,
    'create trigger events_append_only before update or delete on events for each row execute function refuse_event_change()',
  )
  await run(
    tx,
    'create trigger events_no_truncate before truncate on events for each statement execute function refuse_event_change()',
  )
  // Punctuation becomes space first: PostgreSQL's own parser takes paths, versions and addresses for one word each.
  const words = (column: string): string =>
    `to_tsvector('simple', translate(${column}, '${punctuation}', '${' '.repeat(punctuation.length - 1)}'))`
  await run(
    tx,
    `alter table documents add column search tsvector generated always as (setweight(${words('title')}, 'A') || ${words('body')}) stored`,
  )
  await run(tx, 'create index documents_search on documents using gin (search)')
}

async function worktrees(tx: ReadTx): Promise<void> {
  await run(
    tx,
    `create table worktrees (id integer primary key, project_id integer not null references projects, brief_id integer references briefs, name text not null, path text not null,
      branch text, wanted_base text, base text, isolation text not null, follows text, status text not null, errand text, reason text, adopted integer not null, ports text not null,
      fingerprint text, warnings text not null, standing text, journal text, rescue text, trash text, confirmed integer not null, created_by text not null, created_at text not null,
      moved_at text not null, ended_at text)`,
  )
  await run(
    tx,
    `create table file_claims (id integer primary key, project_id integer not null references projects, worktree_id integer references worktrees, brief_id integer references briefs,
      path text not null, holder text not null, claimed_at text not null, expires_at text not null, released_at text)`,
  )
  for (const index of worktreeIndexes) await run(tx, `create ${index}`)
}

const worktreeIndexes = [
  // A name, a place and a branch belong to one living worktree.
  'unique index worktrees_name on worktrees (project_id, name) where ended_at is null',
  'unique index worktrees_path on worktrees (path) where ended_at is null',
  'unique index worktrees_branch on worktrees (project_id, branch) where ended_at is null and branch is not null',
  'index worktrees_brief on worktrees (brief_id, id) where brief_id is not null',
  'index file_claims_holder on file_claims (holder, brief_id) where released_at is null',
  'index file_claims_open on file_claims (project_id, expires_at) where released_at is null',
]

const mergeIndexes = [
  'index holdings_epic on holdings (epic_id)',
  // A branch stands in the queue once.
  `unique index merges_live on merges (project_id, branch) where status in ('queued', 'testing', 'landing')`,
  'index merges_brief on merges (brief_id, id) where brief_id is not null',
  'index verdicts_tree on verdicts (project_id, tree)',
  'unique index landings_commit on landings (project_id, branch, "commit")',
  'index landings_at on landings (project_id, id)',
  'index landing_steps_of on landing_steps (landing_id)',
]

async function mains(tx: ReadTx): Promise<void> {
  await run(tx, 'alter table briefs add column integration integer not null default 0')
  // Complete, but only on the branch of their epic yet.
  await run(
    tx,
    'create table holdings (brief_id integer primary key references briefs, epic_id integer not null references briefs)',
  )
  await run(
    tx,
    `create table mains (id integer primary key references projects, standing text, since text, layers text not null, guarded integer not null, errand text, rescue_to text, journal text, reason text,
      saved text not null, seen text not null, "overlaps" text not null, forecast_at text, landing text, halt text, paused_by text, paused_at text, pause_reason text)`,
  )
  await run(
    tx,
    `create table merges (id integer primary key, project_id integer not null references projects, brief_id integer references briefs, worktree_id integer references worktrees, branch text not null,
      tip text not null, target text not null, style text not null, priority integer not null, status text not null, reason text, attempts integer not null, guarded text not null,
      approved_by text, held_at text, submitted_by text not null, submitted_at text not null, moved_at text not null, commits text not null, landed_commit text)`,
  )
  await run(
    tx,
    `create table verdicts (id integer primary key, project_id integer not null references projects, tree text not null, gate text not null, definition_hash text not null, toolchain text not null,
      "commit" text not null, run integer not null, outcome text not null, summary text not null, exit_code integer, log text not null, lines text not null, started_at text not null,
      took_ms integer not null, merge_ids text not null)`,
  )
  await run(
    tx,
    `create table landings (id integer primary key, project_id integer not null references projects, branch text not null, "commit" text not null, previous text not null, tree text not null,
      toolchain text not null, gates text not null, "by" text not null, merge_ids text not null, at text not null)`,
  )
  await run(
    tx,
    `create table landing_steps (id integer primary key, project_id integer not null references projects, landing_id integer not null references landings, "commit" text not null, name text not null,
      status text not null, decision_id integer references decisions, exit_code integer, lines text not null, moved_at text not null)`,
  )
  for (const index of mergeIndexes) await run(tx, `create ${index}`)
}

/** How the services of this machine stand; what an older flower does not know it leaves alone. */
async function services(tx: ReadTx): Promise<void> {
  await run(
    tx,
    `create table services (id integer primary key, project_id integer not null references projects, worktree_id integer references worktrees, name text not null, site text,
      wanted text not null, wanted_port integer, asked integer not null, done integer not null, status text not null, reason text, port integer, since text not null,
      retry_at text, failures integer not null, last_lines text not null)`,
  )
  await run(tx, 'create unique index services_name on services (project_id, coalesce(worktree_id, 0), name)')
  await run(tx, 'create index services_worktree on services (worktree_id) where worktree_id is not null')
}

/** What is from before it has no node: the server that holds it on its disk takes it over. */
async function nodes(tx: ReadTx): Promise<void> {
  await run(tx, `alter table projects add column node text not null default ''`)
  await run(tx, `alter table worktrees add column node text not null default ''`)
  await run(tx, 'alter table worktrees add column disk text')
  await run(tx, 'drop index worktrees_path')
  await run(tx, 'create unique index worktrees_path on worktrees (node, path) where ended_at is null')
}

/** Agents that flower runs, whoever else is on the roster, what they are told and what they cost. */
async function agents(tx: ReadTx): Promise<void> {
  const money = tx.dialect === 'postgres' ? 'double precision' : 'real'
  await run(
    tx,
    `create table runs (id integer primary key, project_id integer not null references projects, brief_id integer not null references briefs, dispatch_id integer not null references dispatches,
      token integer, relieves integer references runs, actor text not null, role text not null, harness text not null, driver text not null, node text not null, worktree_id integer not null references worktrees,
      status text not null, state text not null, session text, model text, context_tokens integer, context_window integer, handoff_asked_at text, wants_successor integer not null, reminded integer not null,
      usages text not null, tokens integer not null, usd ${money} not null, asks integer references decisions, limit_until text, stop text, heard_to integer not null, last_words text, created_at text not null, started_at text,
      active_at text not null, ended_at text, exit_code integer, signal text, reason text)`,
  )
  await run(
    tx,
    `create table roster (id integer primary key, project_id integer not null references projects, actor text not null, role text not null, harness text, cadence integer, seen_at text not null,
      context_tokens integer, last_words text, parked_at text, gone_at text, created_at text not null)`,
  )
  await run(
    tx,
    `create table messages (id integer primary key, project_id integer not null references projects, to_actor text not null, from_actor text not null, body text not null, at text not null, delivered_at text)`,
  )
  await run(
    tx,
    `create table spendings (run_id integer not null references runs, day text not null, model text not null, project_id integer not null, brief_id integer not null, input integer not null,
      cache_read integer not null, cache_write integer not null, output integer not null, usd ${money} not null, primary key (run_id, day, model))`,
  )
  await run(
    tx,
    'create table contexts (run_id integer not null references runs, at text not null, tokens integer not null, primary key (run_id, at))',
  )
  await run(tx, 'alter table tokens add column run_id integer')
  for (const index of agentIndexes) await run(tx, `create ${index}`)
}

const agentIndexes = [
  // One run makes an attempt, and one stands by to relieve it.
  `unique index runs_token on runs (token) where token is not null`,
  `unique index runs_relieves on runs (relieves) where relieves is not null and status <> 'ended'`,
  `index runs_live on runs (node, id) where status <> 'ended'`,
  'index runs_brief on runs (brief_id, id)',
  'index runs_dispatch on runs (dispatch_id, id)',
  'index runs_actor on runs (project_id, actor, id)',
  'unique index roster_actor on roster (project_id, actor)',
  'index messages_waiting on messages (to_actor, id) where delivered_at is null',
  'index spendings_brief on spendings (brief_id)',
  'index spendings_day on spendings (project_id, day)',
  'index tokens_run on tokens (run_id) where run_id is not null',
]

/** Verdicts that count no more, as what they were red on was put in again. */
async function setAside(tx: ReadTx): Promise<void> {
  await run(tx, 'alter table verdicts add column aside_at text')
}

/** What was noticed beside the work. */
async function feedback(tx: ReadTx): Promise<void> {
  await run(
    tx,
    `create table feedback (id integer primary key, project_id integer references projects, kind text not null, summary text not null, detail text not null,
      filed_by text not null, filed_at text not null, brief_id integer references briefs)`,
  )
}

/** By what MAIN is red by itself; and branches found by name, those among them that took a landing back. */
async function redMain(tx: ReadTx): Promise<void> {
  await run(tx, 'alter table mains add column red text')
  await run(tx, 'create index merges_branch on merges (project_id, branch, id)')
}

/** What landed in MAIN and is not in it any more. */
async function lostLandings(tx: ReadTx): Promise<void> {
  await run(tx, 'alter table mains add column lost text')
  await run(tx, 'create index landings_branch on landings (project_id, branch, id)')
}

/** What is looked for after each piece of news, few among many. */
async function lookedFor(tx: ReadTx): Promise<void> {
  await run(tx, 'create index worktrees_due on worktrees (node, id) where errand is not null')
  await run(tx, 'create index briefs_integration on briefs (project_id, id) where integration = 1')
}

/** PostgreSQL refuses rows of an index that are long, and labels in it can make them so. SQLite keeps it: it reads lists from it alone. */
async function longLabels(tx: ReadTx): Promise<void> {
  if (tx.dialect === 'sqlite') return
  await run(tx, 'drop index briefs_moved')
  await run(tx, 'create index briefs_moved on briefs (moved_at desc, id desc, status, project_id, parent_id, priority)')
}

export const migrations: readonly Migration[] = [
  { name: '0001-ground', breaking: true, up: ground },
  { name: '0002-worktrees', breaking: true, up: worktrees },
  { name: '0003-services', breaking: false, up: services },
  { name: '0004-nodes', breaking: true, up: nodes },
  { name: '0005-mains', breaking: true, up: mains },
  { name: '0006-set-aside', breaking: false, up: setAside },
  { name: '0007-agents', breaking: true, up: agents },
  { name: '0008-feedback', breaking: false, up: feedback },
  { name: '0009-red-main', breaking: false, up: redMain },
  { name: '0010-lost-landings', breaking: false, up: lostLandings },
  { name: '0011-looked-for', breaking: false, up: lookedFor },
  { name: '0012-long-labels', breaking: false, up: longLabels },
]
