/** The embedded database: node:sqlite behind Kysely, with one connection that writes and one that reads. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import type { Tables } from './tables.ts'
import type { Direct } from './transaction.ts'

/** Statements kept prepared for each connection. */
const mostStatements = 400

export type SqliteConnection = { raw: DatabaseSync; db: Kysely<Tables>; direct: Direct }

/** Opens the file for writing: WAL, and an answer only after the commit is on the disk. */
export function openWriter(file: string): SqliteConnection {
  const raw = new DatabaseSync(file, { timeout: 10_000 })
  raw.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -16000; pragma journal_size_limit = 67108864; pragma temp_store = memory; pragma wal_autocheckpoint = 4000',
  )
  // Kysely begins with a plain `begin`; a writer has to hold the file from its first read on, or two writers could both read first.
  return connected(raw, text => (text === 'begin' ? 'begin immediate' : text))
}

/** Opens the file for reading: it sees what is committed and can't write. */
export function openReader(file: string): SqliteConnection {
  const raw = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  raw.exec('pragma query_only = on; pragma cache_size = -16000; pragma temp_store = memory')
  return connected(raw, text => text)
}

function connected(raw: DatabaseSync, rewrite: (text: string) => string): SqliteConnection {
  const prepared = new Map<string, Prepared>()
  const prepare = (text: string): Prepared => {
    const known = prepared.get(text)
    if (known) return known
    const fresh = asPrepared(raw.prepare(withPlainLimit(rewrite(text))))
    if (prepared.size >= mostStatements) prepared.clear()
    prepared.set(text, fresh)
    return fresh
  }
  return {
    raw,
    db: new Kysely<Tables>({ dialect: new SqliteDialect({ database: { close: () => raw.close(), prepare } }) }),
    direct: (text, values) => {
      const statement = prepare(text)
      if (statement.reader) return statement.all(values)
      statement.run(values)
      return []
    },
  }
}

/** SQLite plans a statement anew, which takes longer than running it, whenever a bare `limit ?` gets its value; not so a sum. */
const withPlainLimit = (text: string): string => text.replace(/\blimit \?/g, 'limit ? + 0')

type Prepared = ReturnType<typeof asPrepared>

const asPrepared = (statement: StatementSync) => ({
  reader: statement.columns().length > 0,
  all: (values: readonly unknown[]) => statement.all(...(values as never[])),
  run: (values: readonly unknown[]) => statement.run(...(values as never[])),
  iterate: (values: readonly unknown[]) => statement.iterate(...(values as never[])),
})
