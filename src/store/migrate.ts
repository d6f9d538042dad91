/** Brings a database to this version: all missing migrations in one transaction, one runner at a time, a backup first. */
import { type Kysely, sql } from 'kysely'
import { migrations } from './migrations.ts'
import type { Tables } from './tables.ts'
import type { Dialect, ReadTx } from './transaction.ts'

/** The store can't be opened. `message` says what to do. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault'
}

type Options = { now: () => string; known?: typeof migrations; backup: () => Promise<string | undefined> }

/** A number of ours for PostgreSQL's advisory lock. */
const lockKey = 4747_0001

/** Answers the names of the migrations that were run. */
export async function migrate(db: Kysely<Tables>, dialect: Dialect, options: Options): Promise<string[]> {
  const known = options.known ?? migrations
  const done = await appliedNames(db, dialect)
  refuseNewer(done, known)
  const missing = known.filter(each => !done.some(row => row.name === each.name))
  if (missing.length === 0) return []
  const saved = done.length > 0 ? await options.backup() : undefined
  try {
    return await db.transaction().execute(async db => runMissing({ db, dialect }, known, options.now))
  } catch (cause) {
    throw new StoreFault(
      `The store could not be brought to this version; it is as it was.${saved ? ` A backup lies at ${saved}.` : ''}`,
      { cause },
    )
  }
}

async function runMissing(tx: ReadTx, known: typeof migrations, now: () => string): Promise<string[]> {
  // SQLite's writer holds the file already; PostgreSQL needs a lock of its own. A second runner waits here, however long the first
  // one takes, and then finds nothing to do.
  if (tx.dialect === 'postgres') await sql`set local lock_timeout = 0`.execute(tx.db)
  if (tx.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(tx.db)
  await sql`create table if not exists migrations (name text primary key, at text not null, breaking integer not null)`.execute(
    tx.db,
  )
  const done = new Set((await tx.db.selectFrom('migrations').select('name').execute()).map(row => row.name))
  const missing = known.filter(each => !done.has(each.name))
  for (const each of missing) {
    await each.up(tx)
    await tx.db
      .insertInto('migrations')
      .values({ name: each.name, at: now(), breaking: each.breaking ? 1 : 0 })
      .execute()
  }
  return missing.map(each => each.name)
}

async function appliedNames(db: Kysely<Tables>, dialect: Dialect): Promise<{ name: string; breaking: number }[]> {
  const found =
    dialect === 'sqlite'
      ? await sql`select 1 from sqlite_master where name = 'migrations'`.execute(db)
      : await sql`select 1 where to_regclass('migrations') is not null`.execute(db)
  if (found.rows.length === 0) return []
  return db.selectFrom('migrations').select(['name', 'breaking']).execute()
}

function refuseNewer(done: { name: string; breaking: number }[], known: typeof migrations): void {
  const newer = done.find(row => row.breaking === 1 && !known.some(each => each.name === row.name))
  if (!newer) return
  throw new StoreFault(
    `This store was written by a newer flower (${newer.name}). Install that version, or open a backup from before; nothing was changed.`,
  )
}
