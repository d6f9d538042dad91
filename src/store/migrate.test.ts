import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databases } from '../../test/house.ts'
import { freshFolder, freshPlace, now, runFile } from '../../test/store-place.ts'
import { migrate } from './migrate.ts'
import { type Migration, migrations } from './migrations.ts'
import { openPool } from './postgres.ts'
import { openWriter } from './sqlite.ts'
import { openStore, type StorePlace } from './store.ts'

const open = (place: StorePlace) => ('file' in place ? openWriter(place.file).db : openPool(place.url, 2).db)
const options = { now, backup: async () => undefined }
const shelf = (breaking: boolean, more = ''): Migration => ({
  name: '0002-shelf',
  breaking,
  up: async tx => {
    await sql.raw(`create table shelf (id integer primary key)`).execute(tx.db)
    if (more) await sql.raw(more).execute(tx.db)
  },
})

describe.each(databases)('migrating on %s', database => {
  it('two programs that start at once run each migration once', async () => {
    const { place, drop } = await freshPlace(database)
    await Promise.all([1, 2].map(() => runFile('test/many-writers.ts', JSON.stringify(place), '0', '0')))
    const db = open(place)
    const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute()
    expect(rows.map(row => row.name)).toEqual(migrations.map(each => each.name))
    await db.destroy()
    await drop()
  })

  it('a store of a newer flower is refused when it is breaking and opened when it is not', async () => {
    const { place, drop } = await freshPlace(database)
    await (await openStore(place, { now })).close()
    const db = open(place)
    const dialect = database
    await migrate(db, dialect, { ...options, known: [...migrations, shelf(false)] })
    await (await openStore(place, { now })).close()
    await db.updateTable('migrations').set({ breaking: 1 }).where('name', '=', '0002-shelf').execute()
    await expect(openStore(place, { now })).rejects.toThrow('written by a newer flower (0002-shelf)')
    await db.destroy()
    await drop()
  })

  it('a migration that fails leaves everything as it was and names the backup', async () => {
    const { place, drop } = await freshPlace(database)
    await (await openStore(place, { now })).close()
    const db = open(place)
    const known = [...migrations, shelf(true, 'insert into nowhere values (1)')]
    await expect(migrate(db, database, { now, known, backup: async () => '/srv/backup.db' })).rejects.toThrow(
      'it is as it was. A backup lies at /srv/backup.db.',
    )
    await expect(sql`select * from shelf`.execute(db)).rejects.toThrow('shelf')
    const rows = await db.selectFrom('migrations').select('name').execute()
    expect(rows).toHaveLength(migrations.length)
    await db.destroy()
    await (await openStore(place, { now })).close()
    await drop()
  })

  it('worktrees and projects from before there were nodes are kept, and have none yet', async () => {
    const { place, drop } = await freshPlace(database)
    const db = open(place)
    const before = migrations.slice(
      0,
      migrations.findIndex(each => each.name === '0004-nodes'),
    )
    await migrate(db, database, { ...options, known: before })
    const at = `'2026-03-02T09:00:00.000Z'`
    await sql
      .raw(
        `insert into projects (id, slug, path, git_dir, primary_branch, defaults, created_at) values (1, 'garden', '/g', '/g/.git', 'main', '{}', ${at})`,
      )
      .execute(db)
    await sql
      .raw(
        `insert into worktrees (id, project_id, name, path, isolation, status, adopted, ports, warnings, confirmed, created_by, created_at, moved_at)
          values (1, 1, 'roses', '/w/roses', 'code', 'ready', 0, '{}', '[]', 0, 'operator:ada', ${at}, ${at})`,
      )
      .execute(db)
    await migrate(db, database, options)
    const rows = await db.selectFrom('worktrees').select(['path', 'node', 'disk']).execute()
    expect(rows).toEqual([{ path: '/w/roses', node: '', disk: null }])
    expect(await db.selectFrom('projects').select('node').execute()).toEqual([{ node: '' }])
    await db.destroy()
    await drop()
  })

  it('a fresh store needs no backup, and one that is up to date none either', async () => {
    const { place, drop } = await freshPlace(database)
    const db = open(place)
    const refuse = async (): Promise<string> => {
      throw new Error('no backup was needed')
    }
    expect(await migrate(db, database, { now, backup: refuse })).toEqual(migrations.map(each => each.name))
    expect(await migrate(db, database, { now, backup: refuse })).toEqual([])
    await db.destroy()
    await drop()
  })
})

describe('an embedded store before a migration', () => {
  it('is copied whole beside itself', async () => {
    const { folder, drop } = freshFolder()
    const file = join(folder, 'flower.db')
    await (await openStore({ file }, { now })).close()
    const writer = openWriter(file)
    await writer.db.deleteFrom('migrations').execute()
    await writer.db.insertInto('migrations').values({ name: '0000-before', at: now(), breaking: 0 }).execute()
    await writer.db.destroy()
    // The schema is there already, so that the migration fails; its backup has to open.
    const failure = await openStore({ file }, { now }).catch((reason: unknown) => reason)
    const copy = readdirSync(folder).find(name => name.includes('.backup-')) ?? ''
    expect(String(failure)).toContain(join(folder, copy))
    const saved = openWriter(join(folder, copy))
    expect(await saved.db.selectFrom('migrations').select('name').execute()).toEqual([{ name: '0000-before' }])
    await saved.db.destroy()
    expect(existsSync(`${join(folder, copy)}.part`)).toBe(false)
    drop()
  })
})

describe('a file that is no sound database', () => {
  const filled = async (): Promise<{ file: string; drop: () => void }> => {
    const { folder, drop } = freshFolder()
    const file = join(folder, 'flower.db')
    const store = await openStore({ file }, { now })
    await store.write(async tx => {
      for (let at = 0; at < 200; at++)
        await tx.db
          .insertInto('settings')
          .values({ name: `${at}`, value: 'x'.repeat(4_000) })
          .execute()
    })
    await store.close()
    return { file, drop }
  }

  it.each([
    ['emptied', (_: Buffer) => Buffer.alloc(0), 'is empty, but held data before'],
    ['cut in half', (whole: Buffer) => whole.subarray(0, whole.length / 2), 'is damaged'],
    ['cut within its first page', (whole: Buffer) => whole.subarray(0, 1_000), 'is damaged'],
    ['overwritten with something else', (_: Buffer) => Buffer.from('roses are red, '.repeat(1_000)), 'is damaged'],
    ['overwritten in its middle', (whole: Buffer) => whole.fill(7, 4_096, 200_000), 'is damaged'],
  ])('is refused when it was %s, with where the backups are, and is left alone', async (_, harm, said) => {
    const { file, drop } = await filled()
    const harmed = Buffer.from(harm(readFileSync(file)))
    for (const day of ['01', '03', '02']) copyFileSync(file, `${file}.backup-2026-03-${day}T09-00-00-000Z`)
    writeFileSync(file, harmed)
    const failure = await openStore({ file }, { now }).catch((reason: unknown) => reason)
    expect(failure).toMatchObject({ name: 'StoreFault' })
    expect(String(failure)).toContain(said)
    expect(String(failure)).toContain(
      `newest backup is ${file}.backup-2026-03-03T09-00-00-000Z: put ${file} and ${file}-wal aside`,
    )
    expect(readFileSync(file).equals(harmed)).toBe(true)
    drop()
  })

  it('is refused when it holds something else, and no table is made in it', async () => {
    const { file, drop } = await filled()
    rmSync(file)
    const foreign = new DatabaseSync(file)
    foreign.exec('create table roses (name text)')
    await expect(openStore({ file }, { now })).rejects.toThrow(
      'holds nothing of flower, but did before. No backup lies',
    )
    rmSync(`${file}.made`)
    await expect(openStore({ file }, { now })).rejects.toThrow('is a database of something else')
    expect(foreign.prepare('select name from sqlite_master').all()).toMatchObject([{ name: 'roses' }])
    foreign.close()
    drop()
  })

  it('is not taken for a new start when it is gone', async () => {
    const { file, drop } = await filled()
    rmSync(file)
    await expect(openStore({ file }, { now })).rejects.toThrow('is gone, but held data before')
    rmSync(`${file}.made`)
    await (await openStore({ file }, { now })).close()
    drop()
  })
})
