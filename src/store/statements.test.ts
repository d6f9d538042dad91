import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { databases } from '../../test/house.ts'
import { freshPlace, now } from '../../test/store-place.ts'
import { openPool } from './postgres.ts'
import { openWriter } from './sqlite.ts'
import { openStore } from './store.ts'
import { fixedStatements } from './transaction.ts'

beforeAll(async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter(each => each.endsWith('.ts') && !each.includes('.test.')))
    await import(join(import.meta.dirname, file))
})

/** Only that one is asked for these, and PostgreSQL prepares no savepoint. */
const ofOne = { sqlite: /savepoint/, postgres: / for update$/ }

it.each(databases)('every fixed statement is understood by %s', async database => {
  const { place, drop } = await freshPlace(database)
  await (await openStore(place, { now })).close()
  const refused: string[] = []
  if ('file' in place) {
    const { raw, db } = openWriter(place.file)
    for (const { sqlite } of fixedStatements.filter(each => !ofOne.postgres.test(each.sqlite)))
      try {
        raw.prepare(sqlite)
      } catch (reason) {
        refused.push(`${sqlite}: ${String(reason)}`)
      }
    await db.destroy()
  } else {
    const { db } = openPool(place.url, 1)
    for (const { postgres } of fixedStatements.filter(each => !ofOne.sqlite.test(each.postgres)))
      await sql
        .raw(`prepare one as ${postgres}`)
        .execute(db)
        .then(
          () => sql.raw('deallocate one').execute(db),
          reason => refused.push(`${postgres}: ${String(reason)}`),
        )
    await db.destroy()
  }
  await drop()
  expect(fixedStatements.length).toBeGreaterThan(100)
  expect(refused).toEqual([])
})
