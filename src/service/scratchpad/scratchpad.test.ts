import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linksOf } from '#store/queries/keepsakes.ts'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'

describe.each(databases)('scratchpads on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
  })
  afterAll(() => house.close())

  it('keeps every revision of a note', async () => {
    const { scratchpadId } = await house.call('scratchpad.write', { title: 'Soil', body: 'Clay.\r\n' })
    await house.call('scratchpad.write', { scratchpadId, revision: 1, title: 'Soil', body: 'Clay and sand.' })
    expect((await house.call('scratchpad.append', { scratchpadId, body: 'Wet.' })).revision).toBe(3)
    expect((await house.call('scratchpad.read', { scratchpadId })).scratchpad.body).toBe('Clay and sand.\nWet.')
    expect((await house.call('scratchpad.read', { scratchpadId, revision: 1 })).scratchpad.body).toBe('Clay.\r\n')
    const refusal = await house.refused('scratchpad.read', { scratchpadId, revision: 9 })
    expect(refusal.message).toContain('the newest is 3')
  })

  it('refuses a writer who read an older revision, and takes the same text again as written', async () => {
    const { scratchpadId } = await house.call('scratchpad.write', { title: 'Bulbs', body: 'Tulips' })
    await house.call('scratchpad.write', { scratchpadId, revision: 1, title: 'Bulbs', body: 'Crocuses' })
    const stale = { scratchpadId, revision: 1, title: 'Bulbs', body: 'Daffodils' }
    expect(await house.refused('scratchpad.write', stale)).toMatchObject({
      code: 'scratchpad.changed',
      data: { revision: 2 },
    })
    const again = await house.call('scratchpad.write', { scratchpadId, revision: 1, title: 'Bulbs', body: 'Crocuses' })
    expect(again.revision).toBe(2)
    const blind = await house.refused('scratchpad.write', { scratchpadId, title: 'Bulbs', body: 'Lilies' })
    expect(blind.message).toContain('`revision`')
  })

  it('links a note to its Brief once and tells its trace of each writing', async () => {
    const { briefId } = await house.call('brief.capture', { text: 'Plant bulbs' })
    const { scratchpadId } = await house.call(
      'scratchpad.write',
      { title: 'Plan', body: 'North bed', briefId },
      'agent:builder-1',
    )
    await house.call('scratchpad.append', { scratchpadId, body: 'South bed' }, 'agent:builder-1')
    const links = await house.store.read(tx => linksOf(tx, briefId, 10))
    expect(links).toMatchObject([{ type: 'scratchpad', ref: `s${scratchpadId}`, title: 'Plan' }])
    const events = await house.store.read(tx =>
      tx.db.selectFrom('events').select('type').where('brief_id', '=', briefId).orderBy('seq').execute(),
    )
    expect(events.filter(each => each.type === 'scratchpad_written')).toHaveLength(2)
  })

  it('is found by its newest words only', async () => {
    const { scratchpadId } = await house.call('scratchpad.write', { title: 'Weather', body: 'hailstorm' })
    await house.call('scratchpad.write', { scratchpadId, revision: 1, title: 'Weather', body: 'sunshine' })
    const find = async (query: string) => (await house.call('recall.search', { query, types: ['scratchpad'] })).items
    expect(await find('hailstorm')).toEqual([])
    expect(await find('sunshine')).toMatchObject([{ ref: `s${scratchpadId}`, title: 'Weather' }])
  })

  it('is listed page by page, newest first', async () => {
    const all = await house.call('scratchpad.list', { project: 'garden' })
    const first = await house.call('scratchpad.list', { limit: 2 })
    const rest = await house.call('scratchpad.list', { cursor: first.nextCursor })
    expect([...first.items, ...rest.items]).toEqual(all.items)
    expect(first.items[0]).toMatchObject({ project: 'garden', characters: 8 })
    expect((await house.refused('scratchpad.list', { cursor: 'x' })).message).toContain('`cursor`')
  })

  it('refuses a note whose Brief belongs to another project', async () => {
    await house.call('project.register', { path: '/srv/shed' })
    const { briefId } = await house.call('brief.capture', { text: 'Tidy', project: 'shed' })
    const refusal = await house.refused('scratchpad.write', { title: 'T', body: '', briefId, project: 'garden' })
    expect(refusal.message).toContain('belongs to shed')
  })
})
