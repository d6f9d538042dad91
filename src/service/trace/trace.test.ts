import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Event } from '#contract/shapes.ts'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Three Briefs; the second has the events 8 to 13. */
async function openWritten(database: 'sqlite' | 'postgres') {
  const house = await openHouse(database)
  for (const text of ['Dig', 'Plant', 'Water']) {
    const { briefId } = await house.call('brief.capture', { text })
    for (let at = 0; at < 3; at++)
      await house.call('brief.append', { briefId, body: `${text} ${at}` }, at === 1 ? 'operator:ben' : undefined)
  }
  return house
}

describe.each(databases)('the trace on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openWritten(database)
  })
  afterAll(() => house.close())

  it('is told newest first, in pages that join without a gap', async () => {
    const all = await house.call('trace.list', { limit: 500 })
    expect(all.nextCursor).toBeUndefined()
    const seqs: number[] = []
    let before: number | undefined
    for (;;) {
      const page = await house.call('trace.list', { limit: 4, before })
      seqs.push(...page.items.map(each => each.seq))
      if (!page.nextCursor) break
      before = Number(page.nextCursor)
    }
    expect(seqs).toEqual(all.items.map(each => each.seq))
    expect(seqs).toEqual(Array.from(seqs.keys(), at => seqs.length - at))
    expect(Event.array().parse(all.items)).toEqual(all.items)
  })

  it('is told of one Brief, of one project, of some types and of one actor', async () => {
    const ofBrief = await house.call('trace.list', { briefId: 2, types: ['note_added'] })
    expect(ofBrief.items.map(each => each.body)).toEqual(['Plant 2', 'Plant 1', 'Plant 0'])
    const ofBen = await house.call('trace.list', { actor: 'operator:ben', types: ['note_added'], project: 'garden' })
    expect(ofBen.items.map(each => each.body)).toEqual(['Water 1', 'Plant 1', 'Dig 1'])
    expect((await house.call('trace.list', { types: ['claimed'] })).items).toEqual([])
    expect((await house.refused('trace.list', { actor: 'ben' })).message).toContain('`ben` is no actor')
    expect((await house.refused('trace.list', { briefId: 99 })).code).toBe('brief.missing')
  })

  it('keeps to a budget and goes on from there', async () => {
    const page = await house.call('trace.list', { maxBytes: 2_000 })
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(2_000)
    expect(page.nextCursor).toBe(String(page.items.at(-1)?.seq))
  })

  it('gives an outsider what is needed to check an event by hand', async () => {
    const { items } = await house.call('trace.list', { briefId: 2, limit: 2 })
    const [newer, older] = items
    const proof = await house.call('trace.prove', { seq: newer?.seq })
    expect(sha256(proof.hashed)).toBe(newer?.hash)
    expect(JSON.parse(proof.hashed)).toContain(proof.payloadHash)
    expect(sha256(JSON.stringify(proof.event.payload))).toBe(proof.payloadHash)
    expect(newer?.briefPrevHash).toBe(older?.hash)
    expect((await house.refused('trace.prove', { seq: 4_711 })).code).toBe('event.missing')
  })

  it('is whole, all of it and each Brief of it', async () => {
    const all = await house.call('trace.verify')
    expect(all.ok).toBe(true)
    const { items } = await house.call('trace.list', { limit: 500 })
    expect(all).toMatchObject({ events: items.length, head: items[0]?.hash })
    const one = await house.call('trace.verify', { briefId: 2 })
    expect(one).toMatchObject({ ok: true, events: items.filter(each => each.briefId === 2).length })
  })

  it('can be neither changed nor deleted, not even in the database', async () => {
    const attempts = [
      `update events set payload = '{}' where seq = 3`,
      'delete from events where seq = 3',
      ...(database === 'postgres'
        ? ['truncate events']
        : ['insert or replace into events select * from events where seq = 3']),
    ]
    for (const attempt of attempts)
      await expect(house.store.write(tx => sql.raw(attempt).execute(tx.db))).rejects.toThrow(/append-only/)
    expect((await house.call('trace.verify')).ok).toBe(true)
  })
})

/** What somebody does who has the file and takes the guards away. */
const tampering: [string, string, { seq: number; problem: string; brief: string | undefined }][] = [
  [
    'changes a payload',
    `update events set payload = '{"body":"Weed"}' where seq = 8`,
    { seq: 8, problem: 'its content', brief: 'its content' },
  ],
  [
    'changes who it was',
    `update events set actor_ref = 'ben' where seq = 8`,
    { seq: 8, problem: 'its content', brief: 'its content' },
  ],
  [
    'takes an event away',
    'delete from events where seq = 8',
    { seq: 8, problem: 'event 8 is missing', brief: 'does not follow' },
  ],
  [
    'takes the newest events away',
    'delete from events where seq > 13',
    { seq: 14, problem: 'events were taken away', brief: undefined },
  ],
  [
    'sets the head back',
    'update chain set seq = seq - 1',
    { seq: 19, problem: 'was added behind it', brief: undefined },
  ],
  [
    'takes all events away',
    'delete from events',
    { seq: 1, problem: 'events were taken away', brief: 'events were taken away' },
  ],
]

describe.each(databases)('a trace that was tampered with on %s', database => {
  it.each(tampering)('is found out when somebody %s', async (_, statement, { seq, problem, brief }) => {
    const house = await openWritten(database)
    try {
      const guards =
        database === 'sqlite'
          ? ['drop trigger events_no_update', 'drop trigger events_no_delete']
          : ['alter table events disable trigger all']
      for (const each of [...guards, statement]) await house.store.write(tx => sql.raw(each).execute(tx.db))
      const report = await house.call('trace.verify')
      expect(report).toMatchObject({ ok: false, fault: { seq } })
      expect(report.fault?.problem).toContain(problem)
      const ofBrief = await house.call('trace.verify', { briefId: 2 })
      expect(ofBrief.ok).toBe(brief === undefined)
      if (brief) expect(ofBrief.fault?.problem).toContain(brief)
      expect((await house.call('trace.verify', { briefId: 1 })).ok).toBe(!statement.endsWith('from events'))
    } finally {
      await house.close()
    }
  })

  it('is found out when a changed event is hashed anew', async () => {
    const house = await openWritten(database)
    try {
      const { hashed } = await house.call('trace.prove', { seq: 8 })
      const parts = JSON.parse(hashed) as unknown[]
      const payload = '{"body":"Weed"}'
      parts[7] = sha256(payload)
      for (const guard of database === 'sqlite'
        ? ['drop trigger events_no_update']
        : ['alter table events disable trigger all'])
        await house.store.write(tx => sql.raw(guard).execute(tx.db))
      await house.store.write(tx =>
        sql`update events set payload = ${payload}, hash = ${sha256(JSON.stringify(parts))} where seq = 8`.execute(
          tx.db,
        ),
      )
      expect(await house.call('trace.verify')).toMatchObject({
        ok: false,
        fault: { seq: 9, problem: 'it does not follow the event before it' },
      })
    } finally {
      await house.close()
    }
  })
})
