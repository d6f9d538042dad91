/** Everything in one SQLite file, whichever database it comes from, while work goes on. */
import { existsSync, statSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import { sqliteCode } from '../health.ts'
import { migrate } from '../migrate.ts'
import { headFault } from '../queries/checkup.ts'
import { chainHead } from '../queries/events.ts'
import { openReader, openWriter, type SqliteConnection } from '../sqlite.ts'
import type { StorePlace } from '../store.ts'
import { type Tables, tableNames } from '../tables.ts'
import { copySqlite, whole } from './copy.ts'

/**
 * Writes a backup to the new file `to`; answers where it lies and its size in bytes. It is a store of its own, to be opened as any other.
 * Refuses a file that is there already.
 */
export async function backupStore(
  place: StorePlace,
  to: string,
  now: () => string,
): Promise<{ path: string; bytes: number }> {
  if (existsSync(to))
    throw new Refusal('input.invalid', {
      operation: 'data.backup',
      field: 'path',
      problem: `there is a file at ${to} already; name another`,
    })
  const made =
    'file' in place ? backupSqlite(place.file, to) : whole(to, part => fillFromPostgres(place.url, part, now))
  await made.catch((reason: unknown) => {
    throw unwritable(to, reason) ?? reason
  })
  return { path: to, bytes: statSync(to).size }
}

/** What the place of the backup is to blame for, told of that place: the store itself may lie elsewhere and be well. */
function unwritable(to: string, reason: unknown): Refusal | undefined {
  if (!(reason instanceof Error)) return undefined
  const { code = '', message } = reason as NodeJS.ErrnoException
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || sqliteCode(reason) === 13
  if (!isFull && !/^(ENOENT|ENOTDIR|EACCES|EPERM|EROFS|ENAMETOOLONG|EEXIST)$/.test(code)) return undefined
  const why = isFull ? 'the disk is full' : message
  return new Refusal('input.invalid', {
    operation: 'data.backup',
    field: 'path',
    problem: `nothing can be written to ${to}: ${why}`,
  })
}

async function backupSqlite(file: string, to: string): Promise<void> {
  const reader = openReader(file)
  try {
    const before = await chainHead({ db: reader.db, dialect: 'sqlite' })
    await whole(to, async part => {
      await copySqlite(reader.raw, part)
      await check(part, before.seq)
    })
  } finally {
    await reader.db.destroy()
  }
}

/** Throws unless the copy opens, is sound and ends with an event no older than `seq`. */
async function check(file: string, seq: number): Promise<void> {
  const copy = openReader(file)
  try {
    const tx = { db: copy.db, dialect: 'sqlite' } as const
    const sound = copy.raw.prepare('pragma quick_check(1)').get()?.quick_check
    const problem =
      sound === 'ok'
        ? ((await headFault(tx)) ?? ((await chainHead(tx)).seq < seq ? 'its newest events are missing' : undefined))
        : String(sound)
    if (problem) throw new Error(`the backup is not whole: ${problem}`)
  } finally {
    await copy.db.destroy()
  }
}

async function fillFromPostgres(url: string, part: string, now: () => string): Promise<void> {
  const { openPool } = await import('../postgres.ts')
  const source = openPool(url, 1)
  const target = openWriter(part)
  let seq = 0
  try {
    await migrate(target.db, 'sqlite', { now, backup: async () => undefined })
    await source.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async db => {
        seq = (await chainHead({ db, dialect: 'postgres' })).seq
        await copyTables(db, target)
      })
  } finally {
    await target.db.destroy()
    await source.db.destroy()
  }
  await check(part, seq)
}

async function copyTables(from: Kysely<Tables>, to: SqliteConnection): Promise<void> {
  to.raw.exec('begin; pragma defer_foreign_keys = on')
  for (const table of tableNames) {
    const columns = to.raw
      .prepare('select name from pragma_table_info(?)')
      .all(table)
      .map(row => `"${row.name}"`)
      .join(', ')
    const places = columns.replace(/"[^"]+"/g, '?')
    to.raw.exec(`delete from ${table}`)
    const insert = to.raw.prepare(`insert into ${table} (${columns}) values (${places})`)
    for await (const row of rowsOf(from, table, columns)) insert.run(...(Object.values(row) as never[]))
  }
  to.raw.exec('commit')
}

/** The rows of a table in parts; an attachment may hold megabytes. */
async function* rowsOf(
  db: Kysely<Tables>,
  table: string,
  columns: string,
): AsyncGenerator<Record<string, unknown>, void> {
  const together = table === 'attachments' ? 4 : 1_000
  await sql.raw(`declare rows no scroll cursor for select ${columns} from ${table}`).execute(db)
  for (;;) {
    const { rows } = await sql.raw<Record<string, unknown>>(`fetch ${together} from rows`).execute(db)
    if (rows.length === 0) break
    yield* rows
  }
  await sql.raw('close rows').execute(db)
}
