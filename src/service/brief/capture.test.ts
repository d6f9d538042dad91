import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'

describe.each(databases)('capturing on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
  })
  afterAll(() => house.close())

  it('makes the first line the title and keeps every character of the text', async () => {
    const text = '\r\n  Water the roses 🌹\r\n\r\nPay $15,000 & $1 $& before noon\r\n'
    const { briefId, title } = await house.call('brief.capture', { text })
    expect(title).toBe('Water the roses 🌹')
    const row = await house.store.read(tx =>
      tx.db.selectFrom('briefs').select('text').where('id', '=', briefId).executeTakeFirstOrThrow(),
    )
    expect(row.text).toBe(text)
  })

  it('refuses a NUL, half a character and an unknown field by name, and writes nothing', async () => {
    const count = () =>
      house.store.read(tx =>
        tx.db
          .selectFrom('briefs')
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirstOrThrow(),
      )
    const before = await count()
    const nul = await house.refused('brief.capture', { text: 'a\0b' })
    expect(nul.code).toBe('input.invalid')
    expect(nul.message).toContain('`text`')
    expect((await house.refused('brief.capture', { text: 'a\uD800b' })).message).toContain('lone surrogate')
    expect((await house.refused('brief.capture', { text: 'a', titel: 'b' })).message).toContain('did you mean `title`')
    expect(await count()).toEqual(before)
  })

  it('refuses a text and a title of which nobody sees anything', async () => {
    for (const unseen of ['\u200b\u200b\u2060', ' \n\t', '\u202e\u202c'])
      expect((await house.refused('brief.capture', { text: unseen })).message).toContain('says nothing yet')
    expect((await house.refused('brief.capture', { text: 'Seen', title: '\u200b' })).code).toBe('input.invalid')
    const { briefId } = await house.call('brief.capture', { text: 'Seen' })
    const children = [{ text: 'Seen too' }, { text: ' \n' }]
    expect((await house.refused('brief.split', { briefId, children })).message).toContain('says nothing yet')
    expect((await house.refused('brief.append', { briefId, body: ' \n' })).message).toContain('says nothing yet')
  })

  it('keeps as many labels as it says it does, as long as it says, in whatever script', async () => {
    // Letters that no database can pack: an index has to take them as they are.
    const label = (at: number): string =>
      String.fromCodePoint(
        ...Array.from({ length: 60 }, (_, place) => 0x4e_00 + (((at * 60 + place) * 7_919) % 20_000)),
      )
    const labels = Array.from({ length: 20 }, (_, at) => label(at))
    const { briefId } = await house.call('brief.capture', { text: 'Much of it', labels })
    const { brief } = await house.call('recall.brief', { briefId })
    expect(brief.labels).toEqual(labels)
    expect((await house.call('recall.briefs', { query: `label:${labels[19]}` })).items[0]?.id).toBe(briefId)
  })

  it('refuses a command id that is too long to be looked up', async () => {
    const long = Array.from({ length: 3_000 }, (_, at) => String.fromCodePoint(0x21 + ((at * 7_919) % 90))).join('')
    const call = house.call('brief.capture', { text: 'Once' }, 'operator:ada', 'operator', long)
    await expect(call).rejects.toThrow('`Idempotency-Key`: is longer than 200 characters')
  })

  it('keeps a spec of one megabyte and names the limit to a longer one', async () => {
    const spec = 'A line of the plan.\n'.repeat(52_429)
    const { briefId } = await house.call('brief.capture', { text: 'Long plan', spec })
    const stored = await house.store.read(tx =>
      tx.db.selectFrom('briefs').select('spec').where('id', '=', briefId).executeTakeFirstOrThrow(),
    )
    expect(stored.spec.length).toBe(spec.length)
    const refusal = await house.refused('brief.capture', { text: 'Too long', spec: spec.repeat(3) })
    expect(refusal.code).toBe('input.too_large')
    expect(refusal.message).toContain('2097152')
  })

  it('gives a repeated command the first answer and refuses its id for other content', async () => {
    const first = await house.call('brief.capture', { text: 'Once' }, 'operator:ada', 'operator', 'command-1')
    expect(await house.call('brief.capture', { text: 'Once' }, 'operator:ada', 'operator', 'command-1')).toEqual(first)
    await expect(
      house.call('brief.capture', { text: 'Twice' }, 'operator:ada', 'operator', 'command-1'),
    ).rejects.toMatchObject({ code: 'command.reused' })
  })
})
