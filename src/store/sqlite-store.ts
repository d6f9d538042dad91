/** The embedded store: one file, one writer and one reader in each process, and one more reader once something takes long. */

import { dirname } from 'node:path'
import { makeBell } from './bell.ts'
import { copySqlite } from './file/copy.ts'
import { guardCorrupt, markMade, refuseCut, refuseEmptied, refuseForeign } from './file/damage.ts'
import { openLogSync } from './file/log-sync.ts'
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
    refuseForeign(file, writer.raw)
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
export async function sqliteStore(file: string, writer: SqliteConnection, options: StoreOptions): Promise<Store> {
  const log = await openLogSync(file, writer.raw)
  const reader = openReader(file)
  const usual = readsOn(reader)
  let long: Reads | undefined
  const bell = makeBell()
  const health = makeHealth(dirname(file))
  const group = groupWriter({
    db: writer.db,
    dialect: 'sqlite',
    direct: writer.direct,
    sync: log.sync,
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
    read: usual.read,
    readLong: work => {
      long ??= readsOn(openReader(file))
      return long.read(work)
    },
    onBell: bell.listen,
    readOnly: health.problem,
    close: async () => {
      clearInterval(poll)
      await group.drained()
      await Promise.all([usual.close(), long?.close()])
      await writer.db.destroy()
      await log.close()
    },
  }
}

type Reads = { read: Store['read']; close: () => Promise<void> }

/** One after the other, each in a transaction of its own: all that it reads is of one moment. */
function readsOn({ db, direct }: SqliteConnection): Reads {
  let last: Promise<unknown> = Promise.resolve()
  const atOneMoment: Store['read'] = async work => {
    direct('begin', [])
    try {
      return await work({ db, dialect: 'sqlite', direct })
    } finally {
      direct('commit', [])
    }
  }
  return {
    read: work => {
      const mine = last.then(() => atOneMoment(work))
      last = mine.catch(() => undefined)
      return mine
    },
    close: async () => {
      await last
      await db.destroy()
    },
  }
}
