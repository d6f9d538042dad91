/** The store of a team: a PostgreSQL database that several processes share. */
import { makeBell } from './bell.ts'
import { makeHealth } from './health.ts'
import { migrate, StoreFault } from './migrate.ts'
import { listenForBell, openPool, type Patience } from './postgres.ts'
import type { Store, StoreOptions } from './store.ts'
import { groupWriter } from './writer.ts'

/** How often other processes' commits are looked for, beside their bell, in milliseconds. */
const pollMs = 2_000

const usualPatience: Patience = { lockMs: 10_000, idleMs: 30_000 }

/** Throws StoreFault when the database can't be used. */
export async function openPostgresStore(url: string, options: StoreOptions): Promise<Store> {
  const writer = openPool(url, 1, options.patience ?? usualPatience)
  const readers = openPool(url, 8)
  const bell = makeBell()
  const health = makeHealth()
  try {
    await migrate(writer.db, 'postgres', { now: options.now, backup: async () => undefined })
  } catch (cause) {
    await Promise.all([writer.db.destroy(), readers.db.destroy()])
    throw cause instanceof StoreFault
      ? cause
      : new StoreFault(
          'The PostgreSQL database of FLOWER_DATABASE_URL could not be opened. Is it running, and is the address right?',
          { cause },
        )
  }
  const group = groupWriter({
    db: writer.db,
    dialect: 'postgres',
    afterCommit: () => {
      health.well()
      bell.ring()
      // A hint for other processes; when it is lost their poll finds the commit.
      void readers.pool.query('notify flower').catch(() => undefined)
    },
    translate: health.translate,
  })
  const listening = await listenForBell(url, bell.ring)
  const poll = setInterval(bell.ring, pollMs)
  poll.unref()
  const read: Store['read'] = work =>
    readers.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(db => work({ db, dialect: 'postgres' }))
      .catch((reason: unknown) => {
        throw health.translate(reason)
      })
  return {
    dialect: 'postgres',
    write: group.write,
    read,
    readLong: read,
    onBell: bell.listen,
    readOnly: health.problem,
    close: async () => {
      clearInterval(poll)
      await group.drained()
      await listening.close()
      await Promise.all([writer.db.destroy(), readers.db.destroy()])
    },
  }
}
