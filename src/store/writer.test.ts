import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newEvent } from '#domain/events/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { databases, openHouse, type TestHouse } from '../../test/house.ts'
import { freshDatabase, hasPostgres } from '../../test/postgres.ts'
import { freshFolder, freshPlace, now, runFile } from '../../test/store-place.ts'
import { commit } from './commit.ts'
import { verifyChain } from './queries/verify.ts'
import { openWriter } from './sqlite.ts'
import { sqliteStore } from './sqlite-store.ts'
import { openStore, type Store } from './store.ts'

const ada = { actor: { kind: 'operator', ref: 'ada' } as const, now: now() }
const note = (briefId: number, body: string) => ({ events: [newEvent('note_added', briefId, { body })] })
const countNotes = (store: Store): Promise<number> =>
  store.read(async tx => {
    const found = await tx.db.selectFrom('events').select('seq').where('type', '=', 'note_added').execute()
    return found.length
  })

describe.each(databases)('writes that wait together on %s', database => {
  let house: TestHouse
  let briefId: number
  beforeEach(async () => {
    house = await openHouse(database)
    briefId = (await house.call('brief.capture', { text: 'Water' })).briefId
  })
  afterEach(() => house.close())

  it('share a commit, and one that is refused is undone alone', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) =>
        house.store.write(async tx => {
          await commit(tx, note(briefId, `note ${at}`), ada)
          if (at % 10 === 3) throw new Error(`no to ${at}`)
          return at
        }),
      ),
    )
    expect(outcomes.filter(each => each.status === 'rejected').map(each => String(each.reason))).toEqual(
      [3, 13, 23, 33].map(at => `Error: no to ${at}`),
    )
    expect(await countNotes(house.store)).toBe(36)
  })

  it('lose no number to a refused one', async () => {
    const take = (refuse: boolean) =>
      house.store.write(async tx => {
        const id = tx.ledger.nextId('link')
        await commit(tx, note(briefId, String(id)), ada)
        if (refuse) throw new Error('no')
        return id
      })
    const ids = await Promise.allSettled([take(false), take(true), take(true), take(false), take(true), take(false)])
    expect(ids.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))).toEqual([1, 2, 3])
    const report = await house.store.read(verifyChain)
    expect(report.fault).toBeUndefined()
    const seqs = await house.store.read(tx => tx.db.selectFrom('events').select('seq').orderBy('seq').execute())
    expect(seqs.map(row => row.seq)).toEqual(seqs.map((_, at) => at + 1))
  })

  it('are answered only once others can read them', async () => {
    for (let at = 1; at <= 5; at++) {
      await house.store.write(tx => commit(tx, note(briefId, 'seen'), ada))
      expect(await countNotes(house.store)).toBe(at)
    }
  })
})

describe.each(databases)('several processes on %s', database => {
  it('write to one store at once, and nothing is lost or out of order', async () => {
    const { place, drop } = await freshPlace(database)
    const store = await openStore(place, { now })
    await store.write(async tx => {
      await tx.db
        .insertInto('projects')
        .values({ id: 1, slug: 'garden', path: '/srv/garden', git_dir: '/srv/garden/.git', primary_branch: 'main', remote_url: null, defaults: '{}', created_at: now(), removed_at: null, node: '' })
        .execute() // biome-ignore format: a row
    })
    await store.write(tx => commit(tx, { events: [newEvent('paused', null, {})] }, ada))
    await store.write(async tx => {
      const { capture } = await import('#domain/brief.ts')
      await commit(
        tx,
        capture({
          id: tx.ledger.nextId('brief'),
          projectId: 1,
          text: 'Dig',
          title: 'Dig',
          spec: '',
          origin: 'note',
          settings: {},
          ...ada,
        }),
        ada,
      )
    })
    await Promise.all(
      Array.from({ length: 6 }, () => runFile('test/many-writers.ts', JSON.stringify(place), '5', '5', '1')),
    )
    expect(await countNotes(store)).toBe(150)
    const bodies = await store.read(tx =>
      tx.db.selectFrom('events').select('payload').where('type', '=', 'note_added').orderBy('seq').execute(),
    )
    const byWriter = Map.groupBy(
      bodies.map(row => (JSON.parse(row.payload) as { body: string }).body.split(' ')),
      ([pid, writer]) => `${pid} ${writer}`,
    )
    for (const written of byWriter.values()) expect(written.map(([, , at]) => Number(at))).toEqual([0, 1, 2, 3, 4])
    expect(byWriter.size).toBe(30)
    expect((await store.read(verifyChain)).fault).toBeUndefined()
    await store.close()
    await drop()
  }, 120_000)
})

const pause = (store: Store): Promise<number[]> =>
  store.write(tx => commit(tx, { events: [newEvent('paused', null, {})] }, ada))

describe.skipIf(!hasPostgres)('another process that holds the head of the chain on PostgreSQL', () => {
  it('and does not let go has a write refused as busy, not kept waiting for ever', async () => {
    const { url, drop } = await freshDatabase()
    const store = await openStore({ url }, { now, patience: { lockMs: 100, idleMs: 60_000 } })
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    await other.query('begin')
    await other.query('select seq from chain for update')
    await expect(pause(store)).rejects.toMatchObject({ code: 'store.busy' })
    await other.query('commit')
    expect(await pause(store)).toEqual([1])
    await other.end()
    await store.close()
    await drop()
  })

  it('and fell asleep within a write loses that write, is told so when it wakes, and keeps nobody waiting', async () => {
    const { url, drop } = await freshDatabase()
    const asleep = await openStore({ url }, { now, patience: { lockMs: 10_000, idleMs: 100 } })
    const awake = await openStore({ url }, { now })
    const wakes = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const late = asleep.write(async tx => {
      begun.resolve()
      await wakes.promise
      return commit(tx, { events: [newEvent('paused', null, { note: 'late' })] }, ada)
    })
    await begun.promise
    expect(await pause(awake)).toEqual([1])
    wakes.resolve()
    const told = await late.catch((reason: unknown) => reason)
    expect(told).toBeInstanceOf(Refusal)
    expect(told).toMatchObject({ code: 'store.unreachable' })
    expect(await pause(asleep)).toEqual([2])
    await Promise.all([asleep.close(), awake.close()])
    await drop()
  })
})

describe('a full disk under the embedded store', () => {
  it('refuses writes by name, keeps all that was acknowledged, and goes on once there is room', async () => {
    const { folder, drop } = freshFolder()
    const file = `${folder}/flower.db`
    await (await openStore({ file }, { now })).close()
    const writer = openWriter(file)
    const store = await sqliteStore(file, writer, { now })
    const pages = Number(writer.raw.prepare('pragma page_count').get()?.page_count)
    writer.raw.exec(`pragma max_page_count = ${pages + 20}`)
    const keep = (at: number) =>
      store.write(tx => commit(tx, { events: [newEvent('paused', null, { note: `${at} ${'x'.repeat(5_000)}` })] }, ada))
    const outcomes = []
    for (let turn = 0; turn < 10; turn++)
      outcomes.push(...(await Promise.allSettled(Array.from({ length: 5 }, (_, at) => keep(turn * 5 + at)))))
    const kept = outcomes.filter(each => each.status === 'fulfilled')
    const refused = outcomes.filter(each => each.status === 'rejected')
    expect(kept.length).toBeGreaterThan(0)
    expect(refused.length).toBeGreaterThan(0)
    for (const each of refused) expect(each.reason).toMatchObject({ code: 'store.read_only' })
    expect(store.readOnly()).toBe('the disk is full')
    const inStore = () => store.read(tx => tx.db.selectFrom('events').select('seq').execute())
    expect(await inStore()).toHaveLength(kept.length)
    writer.raw.exec('pragma max_page_count = 100000')
    await keep(100)
    expect(store.readOnly()).toBeNull()
    expect(await inStore()).toHaveLength(kept.length + 1)
    expect((await store.read(verifyChain)).fault).toBeUndefined()
    await store.close()
    drop()
  })
})
