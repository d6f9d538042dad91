/** PostgreSQL for teams: a pool behind Kysely. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type PostgresConnection = { pool: pg.Pool; db: Kysely<Tables> }

/** 64-bit integers as numbers: counts and sums stay far below 2^53. */
const numbers = new pg.TypeOverrides()
numbers.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Limits that the database keeps. `lockMs`: how long a statement waits for what another process has locked. `idleMs`: how long a
 * transaction may stand still, so that a machine that fell asleep within one doesn't keep all others from writing.
 */
export type Patience = { lockMs: number; idleMs: number }

export function openPool(url: string, max: number, patience?: Patience): PostgresConnection {
  const limits = patience && { lock_timeout: patience.lockMs, idle_in_transaction_session_timeout: patience.idleMs }
  const pool = new pg.Pool({ connectionString: url, max, types: numbers, application_name: 'flower', ...limits })
  // A connection that breaks while idle is replaced at the next query, and one that breaks within a transaction fails that
  // transaction's next query; without a listener either would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return { pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) }
}

/** Listens for the bell of other processes. A broken connection is made again; what it missed is found by the poll. */
export async function listenForBell(url: string, ring: () => void): Promise<{ close: () => Promise<void> }> {
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'flower bell' })
    fresh.on('error', () => undefined)
    fresh.on('end', again)
    fresh.on('notification', ring)
    client = fresh
    await fresh.connect()
    await fresh.query('listen flower')
    ring()
  }
  function again(): void {
    if (closed) return
    retry = setTimeout(() => void connect().catch(() => undefined), 1_000)
    retry.unref()
  }
  await connect()
  return {
    close: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
