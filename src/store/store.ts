/** The store: one suite of queries over SQLite (embedded) or PostgreSQL (for teams). */
import type { Patience } from './postgres.ts'
import { openSqliteStore } from './sqlite-store.ts'
import type { Dialect, ReadTx, WriteTx } from './transaction.ts'

export type Store = {
  readonly dialect: Dialect
  /** Runs in one transaction; answers once the commit is on the disk. */
  write: <Answer>(work: (tx: WriteTx) => Promise<Answer>) => Promise<Answer>
  /** Runs on one snapshot of what is committed. */
  read: <Answer>(work: (tx: ReadTx) => Promise<Answer>) => Promise<Answer>
  /** The same for what takes seconds (a walk over everything): nobody else's read waits for it. */
  readLong: <Answer>(work: (tx: ReadTx) => Promise<Answer>) => Promise<Answer>
  /** Hears after each commit, of this process at once and of others soon. Carries nothing and may be lost. */
  onBell: (listener: () => void) => () => void
  /** Why nothing can be written now (a full disk); null when all is well. */
  readOnly: () => string | null
  close: () => Promise<void>
}

export type StoreOptions = {
  now: () => string
  pollMs?: number
  /** Of PostgreSQL, with other processes. */
  patience?: Patience
}

/** A file for the embedded store, or the address of a PostgreSQL database. */
export type StorePlace = { file: string } | { url: string }

/** Throws StoreFault when it can't be used. */
export async function openStore(place: StorePlace, options: StoreOptions): Promise<Store> {
  if ('file' in place) return openSqliteStore(place.file, options)
  const { openPostgresStore } = await import('./postgres-store.ts')
  return openPostgresStore(place.url, options)
}
