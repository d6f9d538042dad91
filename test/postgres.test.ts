import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { freshDatabase, hasPostgres } from './postgres.ts'

describe.skipIf(!hasPostgres)('the PostgreSQL of the test run', () => {
  test('two fresh databases know nothing of each other, and a dropped one is gone', async () => {
    const [one, other] = await Promise.all([freshDatabase(), freshDatabase()])
    await query(one.url, 'create table seeds (id int)')
    expect(await query(other.url, "select to_regclass('seeds') as found")).toEqual([{ found: null }])
    await Promise.all([one.drop(), other.drop()])
    await expect(query(one.url, 'select 1')).rejects.toMatchObject({ code: '3D000' })
  })

  test('a commit waits for the disk, as in earnest', async () => {
    const { url, drop } = await freshDatabase()
    expect(await query(url, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await query(url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
    await drop()
  })
})

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
