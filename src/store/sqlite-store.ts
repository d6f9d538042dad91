/** The embedded store: one file, one writer and one reader in each process. */

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
  return sqliteStore({ writer, reader: openReader(file) }, options)
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

/** A store over connections that are open and migrated. */
export function sqliteStore(
  { writer, reader }: { writer: SqliteConnection; reader: SqliteConnection },
  options: StoreOptions,
): Store {
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
    read: work => reader.db.transaction().execute(db => work({ db, dialect: 'sqlite', direct: reader.direct })),
    onBell: bell.listen,
    readOnly: health.problem,
    close: async () => {
      clearInterval(poll)
      await group.drained()
      await reader.db.destroy()
      await writer.db.destroy()
    },
  }
}
