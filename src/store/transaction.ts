/** What a query gets: the database within one transaction, and for writes the ledger of numbers. */
import { CompiledQuery, type Kysely } from 'kysely'
import type { Ledger } from './ledger.ts'
import type { Tables } from './tables.ts'

export type Dialect = 'sqlite' | 'postgres'

export type Value = string | number | null | Uint8Array

/** Runs a statement of fixed text at once: the embedded database never waits for anything but its disk. */
export type Direct = (text: string, values: readonly Value[]) => unknown[]

export type ReadTx = { readonly db: Kysely<Tables>; readonly dialect: Dialect; readonly direct?: Direct }
export type WriteTx = ReadTx & {
  readonly ledger: Ledger
  /** What is done once for all writes of a commit, just before it; of a write that is undone, nothing. */
  readonly last: (() => Promise<void>)[]
}

/** The text of every fixed statement, as each database gets it: a test has both of them read all. */
export const fixedStatements: { sqlite: string; postgres: string }[] = []

/**
 * A fixed statement with `?` for its values, for the paths that run thousands of times a second:
 * its text is made once for each database and kept prepared, and on the embedded one nothing stands between.
 */
export function statement<Row>(text: string): (tx: ReadTx, ...values: Value[]) => Promise<Row[]> {
  return spelled(text, text)
}

function spelled<Row>(text: string, onPostgres: string): (tx: ReadTx, ...values: Value[]) => Promise<Row[]> {
  let position = 0
  const numbered = onPostgres.replace(/\?/g, () => `$${++position}`)
  fixedStatements.push({ sqlite: text, postgres: numbered })
  return async (tx, ...values) => {
    if (tx.direct) return tx.direct(text, values) as Row[]
    const answer = await tx.db.executeQuery<Row>(CompiledQuery.raw(tx.dialect === 'postgres' ? numbered : text, values))
    return answer.rows
  }
}

/** The same for a list of ids, which stands once in the text as `in :ids`, before every `?`. Nothing is asked for no ids. */
export function statementOfMany<Row>(
  text: string,
): (tx: ReadTx, ids: readonly number[], ...values: Value[]) => Promise<Row[]> {
  const ask = spelled<Row>(
    text.replace('in :ids', 'in (select value from json_each(?))'),
    text.replace('in :ids', '= any(cast(? as integer[]))'),
  )
  return async (tx, ids, ...values) => {
    if (ids.length === 0) return []
    return ask(tx, tx.dialect === 'postgres' ? `{${ids.join(',')}}` : JSON.stringify(ids), ...values)
  }
}
