/** What search finds: texts in parts of bounded size, under the thing that they belong to. */
import { type RawBuilder, sql } from 'kysely'
import type { Phrase } from '#domain/recall/words.ts'
import type { DocumentKind, DocumentRow } from '../tables.ts'
import { type ReadTx, statement, statementOfMany, type WriteTx } from '../transaction.ts'

/** Characters in one part; far below what PostgreSQL's tsvector holds. */
const partSize = 50_000

export type Text = {
  kind: DocumentKind
  refId: number
  briefId: number | null
  projectId: number
  title: string
  body: string
  at: string
}

const insert = statement(
  'insert into documents (id, kind, ref_id, part, brief_id, project_id, at, scope, title, body) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
)
const remove = statement('delete from documents where kind = ? and ref_id = ?')

const kindWord = (kind: DocumentKind): string => `_k${kind}`
const projectWord = (projectId: number): string => `_p${projectId}`

/**
 * Puts a text where search finds it; `changed` takes its older parts away first. It is there with the commit, not before:
 * SQLite's index writes itself out whole at every savepoint, so that all texts of a commit go into it together.
 */
export function indexText(tx: WriteTx, text: Text, how: 'new' | 'changed'): void {
  tx.last.push(() => keepText(tx, text, how))
}

async function keepText(tx: WriteTx, text: Text, how: 'new' | 'changed'): Promise<void> {
  if (how === 'changed') await remove(tx, text.kind, text.refId)
  const parts = Math.max(1, Math.ceil(text.body.length / partSize))
  for (let part = 0; part < parts; part++) {
    const body = text.body.slice(part * partSize, (part + 1) * partSize).toWellFormed()
    await insert(
      tx,
      tx.ledger.nextId('document'),
      text.kind,
      text.refId,
      part,
      text.briefId,
      text.projectId,
      text.at,
      `${kindWord(text.kind)} ${projectWord(text.projectId)}`,
      text.title,
      body,
    )
  }
}

export type Hit = Pick<DocumentRow, 'id' | 'kind' | 'ref_id' | 'brief_id' | 'project_id' | 'title' | 'body' | 'at'>

export type Find = {
  phrases: Phrase[]
  match: 'all' | 'any'
  projectId?: number | undefined
  kinds?: readonly DocumentKind[] | undefined
  since?: string | undefined
}

/** What one search looks at, however common its words are: texts, and bytes of them. */
const mostHits = 500
const mostBytes = 4_000_000

const bodies = statementOfMany<Hit>(
  'select id, kind, ref_id, brief_id, project_id, title, body, at from documents where id in :ids order by id desc',
)

/**
 * The newest texts that hold the phrases. Newest first, because walking the index from its end costs the same however
 * common a word is; ranking is done by the caller on what comes back. `partial` when older ones were not looked at.
 * Whole words go first: only where they find too little is the last one taken as a beginning, which costs more.
 */
export async function findTexts(tx: ReadTx, find: Find): Promise<{ hits: Hit[]; partial: boolean }> {
  if (find.phrases.length === 0) return { hits: [], partial: false }
  const whole = await newest(tx, { ...find, phrases: find.phrases.map(each => ({ ...each, open: false })) })
  const rows = whole.length === mostHits || !find.phrases.some(each => each.open) ? whole : await newest(tx, find)
  const ids: number[] = []
  let bytes = 0
  for (const row of rows) {
    bytes += row.bytes
    if (ids.length > 0 && bytes > mostBytes) break
    ids.push(row.id)
  }
  return { hits: await bodies(tx, ids), partial: rows.length === mostHits || ids.length < rows.length }
}

type Newest = { id: number; bytes: number }

async function newest(tx: ReadTx, find: Find): Promise<Newest[]> {
  const found = tx.dialect === 'sqlite' ? onSqlite(find) : onPostgres(find)
  return (await found.execute(tx.db)).rows
}

type Found = RawBuilder<Newest>

/** Kind and project are asked of the index of words too: filtering afterwards would walk it without end. */
function onSqlite(find: Find): Found {
  const match = matchOnSqlite(find.phrases, find)
  const since = find.since ? sql`where documents.at >= ${find.since}` : sql``
  return sql`select documents.id, octet_length(documents.body) as bytes
    from (select rowid from document_search where document_search match ${match} order by rowid desc limit ${mostHits}) newest
    join documents on documents.id = newest.rowid ${since} order by documents.id desc`
}

function onPostgres(find: Find): Found {
  const filters = [sql`search @@ to_tsquery('simple', ${matchOnPostgres(find.phrases, find.match)})`]
  if (find.projectId !== undefined) filters.push(sql`project_id = ${find.projectId}`)
  if (find.kinds?.length) filters.push(sql`kind in (${sql.join(find.kinds)})`)
  if (find.since) filters.push(sql`at >= ${find.since}`)
  return sql`select id, octet_length(body) as bytes from documents where ${sql.join(filters, sql` and `)} order by id desc limit ${mostHits}`
}

/**
 * The ids of the Briefs whose title, text or spec hold a phrase, as a subquery. The plus keeps SQLite from reading each
 * document: kind and id stand in an index.
 */
export function briefIdsWith(tx: ReadTx, phrase: Phrase): RawBuilder<number> {
  return tx.dialect === 'sqlite'
    ? sql`(select ref_id from documents where kind = 'brief' and +id in (select rowid from document_search where document_search match ${matchOnSqlite([phrase], { match: 'all', kinds: ['brief'] })}))`
    : sql`(select ref_id from documents where kind = 'brief' and search @@ to_tsquery('simple', ${matchOnPostgres([phrase], 'all')}))`
}

/** Every word is quoted, so that none of it is read as an operator. */
function matchOnSqlite(phrases: Phrase[], find: Pick<Find, 'match' | 'projectId' | 'kinds'>): string {
  const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`
  const terms = phrases.map(phrase => `${quoted(phrase.words.join(' '))}${phrase.open ? ' *' : ''}`)
  const parts = [`{title body} : (${terms.join(find.match === 'all' ? ' AND ' : ' OR ')})`]
  if (find.kinds?.length) parts.push(`scope : (${find.kinds.map(kind => quoted(kindWord(kind))).join(' OR ')})`)
  if (find.projectId !== undefined) parts.push(`scope : ${quoted(projectWord(find.projectId))}`)
  return parts.join(' AND ')
}

function matchOnPostgres(phrases: Phrase[], match: Find['match']): string {
  const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
  // A phrase stands in the title (weight A) or in the body (D), never across the border of both.
  const within = (phrase: Phrase, weight: 'A' | 'D'): string =>
    phrase.words
      .map((word, at) => `${quoted(word)}:${phrase.open && at === phrase.words.length - 1 ? '*' : ''}${weight}`)
      .join(' <-> ')
  const terms = phrases.map(phrase => `(${within(phrase, 'A')} | ${within(phrase, 'D')})`)
  return terms.join(match === 'all' ? ' & ' : ' | ')
}
