/** What search finds: texts in parts of bounded size, under the thing that they belong to. */
import { sql } from 'kysely'
import type { DocumentKind, DocumentRow } from '../tables.ts'
import { type ReadTx, statement, type WriteTx } from '../transaction.ts'

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
  'insert into documents (id, kind, ref_id, part, brief_id, project_id, title, body, at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
)
const remove = statement('delete from documents where kind = ? and ref_id = ?')

/** Puts a text where search finds it; `changed` takes its older parts away first. */
export async function indexText(tx: WriteTx, text: Text, how: 'new' | 'changed'): Promise<void> {
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
      text.title,
      body,
      text.at,
    )
  }
}

export type Hit = Pick<DocumentRow, 'kind' | 'ref_id' | 'brief_id' | 'project_id' | 'title' | 'body' | 'at'>

export type Find = {
  words: string[]
  match: 'all' | 'any'
  projectId?: number | undefined
  kinds?: readonly DocumentKind[] | undefined
  since?: string | undefined
  limit: number
}

/**
 * The newest texts that hold the words (the last one as the beginning of a word). Newest first, because walking the
 * index from its end costs the same however common a word is; ranking is done by the caller on what comes back.
 */
export async function findTexts(tx: ReadTx, find: Find): Promise<Hit[]> {
  if (find.words.length === 0) return []
  let query = tx.db
    .selectFrom('documents')
    .select([
      'documents.kind',
      'documents.ref_id',
      'documents.brief_id',
      'documents.project_id',
      'documents.title',
      'documents.body',
      'documents.at',
    ])
    .where(tx.dialect === 'sqlite' ? onSqlite(find) : onPostgres(find))
  if (find.projectId !== undefined) query = query.where('documents.project_id', '=', find.projectId)
  if (find.kinds?.length) query = query.where('documents.kind', 'in', [...find.kinds])
  if (find.since) query = query.where('documents.at', '>=', find.since)
  return query.orderBy('documents.id', 'desc').limit(find.limit).execute()
}

/** Every word is quoted, so that no character of it is read as an operator. */
function onSqlite(find: Find) {
  const terms = find.words.map(
    (word, at) => `"${word.replaceAll('"', '""')}"${at === find.words.length - 1 ? '*' : ''}`,
  )
  const match = terms.join(find.match === 'all' ? ' ' : ' OR ')
  return sql<boolean>`documents.id in (select rowid from document_search where document_search match ${match} order by rowid desc limit ${sql.lit(find.limit * 4)})`
}

function onPostgres(find: Find) {
  const terms = find.words.map(
    (word, at) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'${at === find.words.length - 1 ? ':*' : ''}`,
  )
  return sql<boolean>`documents.search @@ to_tsquery('simple', ${terms.join(find.match === 'all' ? ' & ' : ' | ')})`
}
