/** Databases on the PostgreSQL that the test run keeps (test/setup/postgres.ts). */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** False when this machine has no PostgreSQL; the run has said so already. For `describe.skipIf(!hasPostgres)`. */
export const hasPostgres = process.env['FLOWER_TEST_POSTGRES_URL'] !== undefined

/** Creates an empty database that nobody else uses. `drop` ends every connection to it and deletes it. */
export async function freshDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env['FLOWER_TEST_POSTGRES_URL']
  if (!server) throw new Error('no PostgreSQL in this run: guard the test with hasPostgres')
  const name = `flower_${randomBytes(8).toString('hex')}`
  await command(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => command(server, `drop database ${name} with (force)`) }
}

async function command(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
