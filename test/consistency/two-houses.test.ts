import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OperationName } from '#contract/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { makeWatch } from '#service/watch.ts'
import { verifyChain } from '#store/queries/verify.ts'
import { databases, freshPlace, openHouse, type TestHouse } from '../house.ts'
import { freshDatabase, hasPostgres } from '../postgres.ts'
import { clearQueue, handOver } from '../work.ts'
import { brokenInvariants } from './invariants.ts'

const broken = (house: TestHouse): Promise<string[]> =>
  house.store.read(tx => brokenInvariants(async text => (await sql.raw<{ id: number }>(text).execute(tx.db)).rows))

/** Follows the house from its newest event on; `heard` resolves once a Brief's capture was told. */
async function listen(house: TestHouse) {
  const captures = new Set<number>()
  let look = (): void => undefined
  const watch = makeWatch(house.store)
  await watch.follow(undefined, {
    deliver: events => {
      for (const event of events) if (event.type === 'captured' && event.briefId) captures.add(event.briefId)
      look()
    },
    reset: () => undefined,
  })
  const heard = (briefId: number): Promise<void> =>
    new Promise(resolve => {
      look = () => {
        if (captures.has(briefId)) resolve()
      }
      look()
    })
  return { heard, close: watch.close }
}

describe.each(databases)('two houses on one %s store', database => {
  let one: TestHouse
  let two: TestHouse
  let place: Awaited<ReturnType<typeof freshPlace>>
  beforeAll(async () => {
    place = await freshPlace(database)
    one = await openHouse(database, { at: place.at })
    two = await openHouse(database, { at: place.at, project: false })
  })
  beforeEach(() => clearQueue(one))
  afterAll(async () => {
    await two.close()
    await one.close()
    await place.drop()
  })

  it('give a dispatch to one of all who claim it, wherever they ask', async () => {
    for (let round = 0; round < 5; round++) {
      const { dispatchId } = await handOver(one, `Race ${round}`)
      const claims = await Promise.allSettled(
        Array.from({ length: 10 }, (_, at) =>
          (at % 2 === 0 ? one : two).call('dispatch.claim', { dispatchId }, `agent:racer-${at}`),
        ),
      )
      expect(claims.filter(each => each.status === 'fulfilled')).toHaveLength(1)
      for (const each of claims)
        if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'dispatch.taken' })
    }
    expect(await broken(two)).toEqual([])
  })

  it('hear of what the other writes', async () => {
    const ears = await listen(two)
    const { briefId } = await one.call('brief.capture', { text: 'Hear me' })
    await ears.heard(briefId)
    ears.close()
  })

  it('carry a command out once, whichever of them it is sent to', async () => {
    const sends = await Promise.all(
      [one, two, one, two].map(house =>
        house.call('brief.capture', { text: 'Once' }, 'operator:ada', 'operator', 'same-command'),
      ),
    )
    expect(new Set(sends.map(each => each.briefId)).size).toBe(1)
  })
})

describe.skipIf(!hasPostgres)('a house on a PostgreSQL whose connections break', () => {
  let house: TestHouse
  let beside: TestHouse
  let hammer: pg.Client
  let place: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    place = await freshDatabase()
    house = await openHouse('postgres', { at: place })
    beside = await openHouse('postgres', { at: place, project: false })
    hammer = new pg.Client({ connectionString: place.url })
    await hammer.connect()
  })
  afterAll(async () => {
    await hammer.end()
    await beside.close()
    await house.close()
    await place.drop()
  })

  /** Ends every connection of that name; answers how many there were. */
  const breakAll = async (application: string): Promise<number> => {
    const { rows } = await hammer.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
      [application],
    )
    return rows.length
  }

  /** A command of Ada's, safe to send again. */
  const as = <Name extends OperationName>(commandId: string, name: Name, input: unknown) =>
    house.call(name, input, 'operator:ada', 'operator', commandId)
  const count = async (application: string): Promise<number> =>
    (
      await hammer.query(
        'select 1 from pg_stat_activity where application_name = $1 and datname = current_database()',
        [application],
      )
    ).rows.length

  it('hears what the other writes although nobody listens for its bell any more', async () => {
    const ears = await listen(beside)
    for (let round = 0; round < 2; round++) {
      expect(await breakAll('flower bell')).toBeGreaterThan(0)
      const { briefId } = await house.call('brief.capture', { text: `Unheard ${round}` })
      await ears.heard(briefId)
      while ((await count('flower bell')) < 2) await new Promise(resolve => setImmediate(resolve))
    }
    ears.close()
  })

  it('refuses or carries out a write whose connection breaks, and never half of it', async () => {
    const refusals: Refusal[] = []
    const write = async (at: number): Promise<void> => {
      const split = { children: [{ text: `Part ${at}` }, { text: `Rest ${at}`, after: [0] }] }
      for (;;) {
        try {
          const { briefId } = await as(`capture-${at}`, 'brief.capture', { text: `Whole ${at}` })
          await as(`split-${at}`, 'brief.split', { briefId, ...split })
          return
        } catch (reason) {
          if (!(reason instanceof Refusal) || reason.code !== 'store.unreachable') throw reason
          refusals.push(reason)
        }
      }
    }
    const writes = Array.from({ length: 40 }, (_, at) => write(at))
    while (refusals.length < 20) await breakAll('flower')
    await Promise.all(writes)
    const rows = await house.store.read(tx =>
      tx.db.selectFrom('briefs').select(['text', 'parent_id']).where('text', 'like', '% %').execute(),
    )
    for (const word of ['Whole', 'Part', 'Rest']) {
      const texts = rows.map(row => row.text).filter(text => text.startsWith(`${word} `))
      expect(texts.toSorted()).toEqual(Array.from({ length: 40 }, (_, at) => `${word} ${at}`).toSorted())
    }
    expect(await broken(house)).toEqual([])
    expect(await house.store.read(tx => verifyChain(tx))).not.toHaveProperty('fault')
  })
})
