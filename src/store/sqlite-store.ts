/** The embedded store: one file, one writer and one reader in each process, and one more reader once something takes long. */

import { makeBell } from './bell.ts'
import { copySqlite } from './file/copy.ts'
import { guardCorrupt, markMade, refuseCut, refuseEmptied } from './file/damage.ts'
import { makeHealth } from './health.ts'
import { migrate } from './migrate.ts'
import { openReader, openWriter, type SqliteConnection } from './sqlite.ts'
import type { Store, StoreOptions } from './store.ts'
import { groupWriter } from './writer.ts'

/** How often another process's commits are looked for, in milliseconds. */
const defaultPollMs = 150

/** Throws StoreFault when the file can't be used. */
export async function openSqliteStore(file: string, options: StoreOptions): Promise<Store> {
  refuseEmptied(file)
  const writer = await guardCorrupt(file, () => openMigrated(file, options))
  markMade(file)
  return sqliteStore(file, writer, options)
}

async function openMigrated(file: string, options: StoreOptions): Promise<SqliteConnection> {
  const writer = openWriter(file)
  try {
    await migrate(writer.db, 'sqlite', {
      now: options.now,
      backup: async () => {
        const copy = `${file}.backup-${options.now().replace(/[:.]/g, '-')}`
        await copySqlite(writer.raw, copy)
        return copy
      },
    })
    refuseCut(file, writer.raw)
    writer.raw.prepare('select seq from chain').get()
    writer.raw.prepare('select hash from events order by seq desc limit 1').get()
    return writer
  } catch (reason) {
    await writer.db.destroy()
    throw reason
  }
}

/** A store on a file, over a writer that is open and migrated. */
export function sqliteStore(file: string, writer: SqliteConnection, options: StoreOptions): Store {
  const reader = openReader(file)
  let long: SqliteConnection | undefined
  const bell = makeBell()
  const health = makeHealth()
  const group = groupWriter({
    db: writer.db,
    dialect: 'sqlite',
    direct: writer.direct,
    afterCommit: () => {
      health.well()
      bell.ring()
    },
    translate: health.translate,
  })
  const version = reader.raw.prepare('pragma data_version')
  const read = (): unknown => version.get()?.data_version
  let seen = read()
  const poll = setInterval(() => {
    const now = read()
    if (now === seen) return
    seen = now
    bell.ring()
  }, options.pollMs ?? defaultPollMs)
  poll.unref()
  return {
    dialect: 'sqlite',
    write: group.write,
    read: readOn(reader),
    readLong: work => {
      long ??= openReader(file)
      return readOn(long)(work)
    },
    onBell: bell.listen,
    readOnly: health.problem,
    close: async () => {
      clearInterval(poll)
      await group.drained()
      for (const each of [reader, long, writer]) await each?.db.destroy()
    },
  }
}

const readOn =
  (reader: SqliteConnection): Store['read'] =>
  work =>
    reader.db.transaction().execute(db => work({ db, dialect: 'sqlite', direct: reader.direct }))
