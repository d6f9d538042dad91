/** The store: one suite of queries over SQLite (embedded) or PostgreSQL (for teams). */
import { existsSync, statSync } from 'node:fs'
import { backup as copySqlite } from 'node:sqlite'
import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import { migrate, StoreFault } from './migrate.ts'
import { listenForBell, openPool } from './postgres.ts'
import { openReader, openWriter } from './sqlite.ts'
import type { Dialect, ReadTx, WriteTx } from './transaction.ts'
import { groupWriter } from './writer.ts'

export type Store = {
  readonly dialect: Dialect
  /** Runs in one transaction; answers once the commit is on the disk. */
  write: <Answer>(work: (tx: WriteTx) => Promise<Answer>) => Promise<Answer>
  /** Runs on one snapshot of what is committed. */
  read: <Answer>(work: (tx: ReadTx) => Promise<Answer>) => Promise<Answer>
  /** Hears after each commit, of this process at once and of others soon. Carries nothing and may be lost. */
  onBell: (listener: () => void) => () => void
  /** Why nothing can be written now (a full disk); null when all is well. */
  readOnly: () => string | null
  close: () => Promise<void>
}

export type StoreOptions = { now: () => string; pollMs?: number }

/** Opens `file` as the embedded store, or the PostgreSQL database of `url`. Throws StoreFault when it can't be used. */
export async function openStore(place: { file: string } | { url: string }, options: StoreOptions): Promise<Store> {
  return 'file' in place ? openSqlite(place.file, options) : openPostgres(place.url, options)
}

/** How often another process's commits are looked for, in milliseconds. */
const defaultPollMs = 150

async function openSqlite(file: string, options: StoreOptions): Promise<Store> {
  refuseEmptied(file)
  const writer = await guardCorrupt(file, async () => {
    const connection = openWriter(file)
    await migrate(connection.db, 'sqlite', {
      now: options.now,
      backup: () => saveBefore(file, connection.raw, options.now()),
    })
    await sql`select seq from chain`.execute(connection.db)
    await sql`select hash from events order by seq desc limit 1`.execute(connection.db)
    return connection
  })
  const reader = openReader(file)
  const bell = makeBell()
  const health = makeHealth()
  const group = groupWriter({
    db: writer.db,
    dialect: 'sqlite',
    afterCommit: () => health.well() ?? bell.ring(),
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
    read: work => reader.db.transaction().execute(db => work({ db, dialect: 'sqlite' })),
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

async function openPostgres(url: string, options: StoreOptions): Promise<Store> {
  const writer = openPool(url, 1)
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
  const poll = setInterval(bell.ring, 2_000)
  poll.unref()
  return {
    dialect: 'postgres',
    write: group.write,
    read: work =>
      readers.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(db => work({ db, dialect: 'postgres' }))
        .catch((reason: unknown) => {
          throw health.translate(reason)
        }),
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

function makeBell() {
  const listeners = new Set<() => void>()
  return {
    ring: (): void => {
      for (const listener of listeners) listener()
    },
    listen: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Knows whether the disk takes writes. A full disk turns into a refusal; the next write that gets through ends it. */
function makeHealth() {
  let problem: string | null = null
  return {
    problem: () => problem,
    well: (): undefined => {
      problem = null
    },
    translate: (reason: unknown): unknown => {
      const code = codeOf(reason)
      if (code === 'busy') return new Refusal('store.busy', {})
      if (code === 'unreachable') return new Refusal('store.unreachable', {})
      if (code !== 'full') return reason
      problem = 'the disk is full'
      return new Refusal('store.read_only', { problem })
    },
  }
}

/** SQLite: 5 busy, 6 locked, 13 full, 8 read-only, 10 input/output error. PostgreSQL: 53100 disk full, 25006 read-only, 55P03 lock not available. */
function codeOf(reason: unknown): 'busy' | 'full' | 'unreachable' | undefined {
  if (!(reason instanceof Error)) return undefined
  const { errcode, code } = reason as Error & { errcode?: number; code?: string }
  const primary = errcode === undefined ? undefined : errcode & 0xff
  if (primary === 5 || primary === 6 || code === '55P03') return 'busy'
  if (primary === 13 || primary === 8 || primary === 10 || code === '53100' || code === '25006') return 'full'
  return isBroken(reason.message, code) ? 'unreachable' : undefined
}

/** PostgreSQL's classes 08 (connection) and 57P (shutting down), the sockets' own codes; pg gives its own errors no code. */
const isBroken = (message: string, code = ''): boolean =>
  /^(08...|57P0.|ECONN[A-Z]+|EPIPE|ETIMEDOUT)$/.test(code) ||
  /^(Connection terminated|Client has encountered a connection error)/.test(message)

/** An empty file beside signs of an earlier life is damage, not a new start. */
function refuseEmptied(file: string): void {
  if (!existsSync(file) || statSync(file).size > 0) return
  if (!existsSync(`${file}.made`)) return
  throw new StoreFault(`${file} is empty, but held data before. ${whereBackupsAre(file)}`)
}

const whereBackupsAre = (file: string): string =>
  `Put a backup in its place: those that flower made lie beside it as ${file}.backup-*; \`flower data backup\` makes more. Nothing was changed.`

async function guardCorrupt<Answer>(file: string, open: () => Promise<Answer>): Promise<Answer> {
  try {
    return await open()
  } catch (cause) {
    if (cause instanceof StoreFault && !(cause.cause instanceof Error)) throw cause
    const root = cause instanceof StoreFault ? cause.cause : cause
    const { errcode } = root as { errcode?: number }
    const primary = errcode === undefined ? undefined : errcode & 0xff
    // 11 corrupt, 26 not a database
    if (primary === 11 || primary === 26)
      throw new StoreFault(`${file} is damaged and can't be used. ${whereBackupsAre(file)}`, { cause })
    throw cause
  }
}

async function saveBefore(file: string, raw: Parameters<typeof copySqlite>[0], now: string): Promise<string> {
  const copy = `${file}.backup-${now.replace(/[:.]/g, '-')}`
  await copySqlite(raw, copy)
  return copy
}
