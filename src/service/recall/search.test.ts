import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'

describe.each(databases)('searching on %s', database => {
  let house: TestHouse
  let roses: number
  beforeAll(async () => {
    house = await openHouse(database)
    await house.call('project.register', { path: '/srv/orchard' })
    const capture = async (text: string, project = 'garden', more: object = {}): Promise<number> =>
      (await house.call('brief.capture', { text, project, ...more })).briefId
    roses = await capture('Water the roses', 'garden', {
      spec: `Every evening.\n${'Filler words. '.repeat(5_000)}\nThe quincunx at the end.`,
    })
    await capture('Beds\n\nSome roses grow in src/garden/bed-plan.v2.ts since gpt-4.1-mini planned 10–20 of them')
    await capture('Pick apples', 'orchard')
    await house.call('brief.append', {
      briefId: roses,
      body: 'Aphids were found on leaf_underside, see https://flower.example/aphids?page=2',
    })
    await house.call('decision.ask', { briefId: roses, header: 'Which spray?', body: 'Soap or garlic' })
  })
  afterAll(() => house.close())

  const found = async (query: string, more: object = {}): Promise<string[]> =>
    (await house.call('recall.search', { query, project: 'garden', ...more })).items.map(
      each => `${each.type} ${each.ref}`,
    )

  it('finds a title before a text, and tells where and around what', async () => {
    const { items, partial } = await house.call('recall.search', { query: 'roses', project: 'garden' })
    expect(partial).toBe(false)
    expect(items[0]).toMatchObject({
      type: 'brief',
      ref: `#${roses}`,
      briefId: roses,
      project: 'garden',
      title: 'Water the roses',
    })
    expect(items[1]?.snippet).toContain('Some roses grow')
  })

  it('finds a word deep in a long spec, once', async () => {
    expect(await found('quincunx')).toEqual([`brief #${roses}`])
  })

  it.each([
    ['gpt-4.1-mini', 'brief #2'],
    ['gpt', 'brief #2'],
    ['4.1', 'brief #2'],
    ['10–20', 'brief #2'],
    ['10-20', 'brief #2'],
    ['bed-plan.v2.ts', 'brief #2'],
    ['garden/bed', 'brief #2'],
    ['ts', 'brief #2'],
    ['leaf_underside', 'trace'],
    ['flower.example/aphids', 'trace'],
    ['aphids?page=2', 'trace'],
    ['(soap) OR "garlic"*', 'decision q1'],
    ['aph', 'trace'],
    ['APHIDS', 'trace'],
  ])('finds `%s`, whatever stands between its letters', async (query, where) => {
    expect((await found(query)).some(each => each.startsWith(where))).toBe(true)
  })

  it('names the Brief of an event that it finds, and its number', async () => {
    const { items } = await house.call('recall.search', { query: 'aphids', types: ['trace'], project: 'garden' })
    const [item] = items
    expect(item).toMatchObject({ type: 'trace', briefId: roses, title: 'Water the roses' })
    const { event } = await house.call('trace.prove', { seq: Number(item?.ref) })
    expect(event.body).toContain('Aphids were found')
  })

  it('tells texts with some of the words where none has all of them', async () => {
    expect(await found('apples roses')).toContain(`brief #${roses}`)
    expect(await found('water roses')).toEqual([`brief #${roses}`])
  })

  it('answers nothing to a query without a word', async () => {
    for (const query of ['', '   ', '?!', '"', '*', '🌹']) expect(await found(query)).toEqual([])
  })

  it('keeps to a project, to kinds and to a time, and looks everywhere when asked to', async () => {
    expect(await found('apples')).toEqual([])
    expect(await found('apples', { scope: 'all' })).toEqual(['brief #3'])
    expect(await found('apples', { project: undefined })).toEqual(['brief #3'])
    expect(await found('roses', { types: ['decision'] })).toEqual([])
    expect(await found('roses', { since: '2027-01-01T00:00:00.000Z' })).toEqual([])
    expect((await house.refused('recall.search', { query: 'x', scope: 'project' })).code).toBe('project.unclear')
    expect((await house.refused('recall.search', { query: 'x', project: 'meadow' })).code).toBe('project.missing')
  })

  it('is not misled by words that it uses itself to know kinds and projects', async () => {
    for (const query of ['_kbrief', '_p1', '_k', '_ktrace']) expect(await found(query)).toEqual([])
  })

  it('ranks the newest of very many and says that it did', async () => {
    for (let at = 0; at < 9; at++)
      await Promise.all(
        Array.from({ length: 64 }, () => house.call('brief.append', { briefId: roses, body: 'common words' })),
      )
    const { items, partial, nextCursor } = await house.call('recall.search', { query: 'common', project: 'garden' })
    const next = await house.call('recall.search', { query: 'common', project: 'garden', cursor: nextCursor })
    expect(next.items.filter(each => items.some(seen => seen.ref === each.ref))).toEqual([])
    expect(next.items.length).toBeGreaterThan(0)
    expect(partial).toBe(true)
    expect(items).toHaveLength(20)
  })

  it('never fails, whatever is typed', async () => {
    const punctuation = fc.string({
      unit: fc.constantFrom(...Array.from('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ ab1né\n\0')),
      maxLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(fc.oneof(punctuation, fc.string({ unit: 'binary', maxLength: 30 })), async query => {
        await house.call('recall.search', { query, scope: 'all' })
        await house.call('brief.similar', { text: query })
        await house.call('recall.briefs', { query: `"${query.replaceAll('"', ' ')}"` })
      }),
      { numRuns: 150 },
    )
  })
})
