import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'

describe.each(databases)('listing Briefs on %s', database => {
  let house: TestHouse
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    house = await openHouse(database)
    await house.call('project.register', { path: '/srv/orchard' })
    const capture = async (name: string, input: object, as?: string): Promise<void> => {
      house.pass(1_000)
      ids[name] = (await house.call('brief.capture', { project: 'garden', ...input }, as)).briefId
    }
    await capture('epic', { text: 'Rose garden\n\nEverything about roses', labels: ['wall'] })
    await capture('dig', {
      text: 'Dig a bed',
      spec: 'Deep enough for gpt-4.1 roots',
      parentId: ids['epic'],
      priority: 0,
    })
    await capture('plant', {
      text: 'Plant roses',
      parentId: ids['epic'],
      dependsOn: [ids['dig']],
      labels: ['wall', 'south'],
    })
    await capture('prune', { text: 'Prune the hedge' }, 'agent:builder-1')
    await capture('apples', { text: 'Pick apples', project: 'orchard' }, 'operator:ben')
    await capture('old', { text: 'Old roses' })
    for (const name of ['dig', 'plant', 'prune']) {
      house.pass(1_000)
      await house.call('brief.setStatus', { briefId: ids[name], status: 'planned' })
    }
    await house.call('brief.configure', { briefId: ids['prune'], needsApproval: true })
    await house.call('brief.setStatus', { briefId: ids['old'], status: 'cancelled' })
  })
  afterAll(() => house.close())

  const found = async (query: string, more: object = {}): Promise<string[]> => {
    const { items, total } = await house.call('recall.briefs', { query, ...more })
    expect(total).toBe(items.length)
    return items.map(each => Object.keys(ids).find(name => ids[name] === each.id) ?? '')
  }

  it('refuses numbers that no column keeps, wherever they come in', async () => {
    const large = 2_147_483_648
    const calls = [
      ['recall.brief', { briefId: large }],
      ['brief.writeSpec', { briefId: ids['dig'], spec: '', revision: large }],
      ['dispatch.heartbeat', { dispatchId: 1, token: 1, contextTokens: large }],
      ['recall.briefs', { query: `parent:#${large}` }],
      ['recall.briefs', { cursor: `moved~${large}~0~2026-03-02T09:00:00.000Z` }],
      ['recall.decisions', { cursor: `open~${large}` }],
      ['scratchpad.list', { cursor: `2026-03-02T09:00:00.000Z~${large}` }],
      ['worktree.list', { cursor: String(large) }],
    ] as const
    for (const [name, input] of calls) expect((await house.refused(name, input)).code, name).toBe('input.invalid')
  })

  it('shows those that are not closed, newest move first', async () => {
    expect(await found('')).toEqual(['prune', 'plant', 'dig', 'apples', 'epic'])
    expect(await found('', { project: 'orchard' })).toEqual(['apples'])
  })

  it.each([
    ['is:open', ['prune', 'plant', 'dig', 'apples', 'epic']],
    ['is:closed', ['old']],
    ['-is:open', ['old']],
    ['is:open,closed', ['old', 'prune', 'plant', 'dig', 'apples', 'epic']],
    ['is:blocked', ['plant']],
    ['is:dispatchable', ['dig']],
    ['is:epic', ['epic']],
    ['is:unapproved', ['prune']],
    ['status:planned', ['prune', 'plant', 'dig']],
    ['status:planned -is:blocked', ['prune', 'dig']],
    ['status:idea,cancelled', ['old', 'apples', 'epic']],
    ['label:wall', ['plant', 'epic']],
    ['label:wall -label:south', ['epic']],
    ['origin:agent', ['prune']],
    ['project:orchard', ['apples']],
    ['-project:orchard label:wall', ['plant', 'epic']],
    ['by:operator:ben', ['apples']],
    ['PARENT:#1', ['plant', 'dig']],
    ['-parent:#1 status:planned', ['prune']],
    ['roses', ['old', 'plant', 'epic']],
    ['ros', ['old', 'plant', 'epic']],
    ['roses -plant', ['old', 'epic']],
    ['roses is:open', ['plant', 'epic']],
    ['"rose garden"', ['epic']],
    ['"garden rose"', []],
    ['gpt-4.1', ['dig']],
    ['bed roots', ['dig']],
    ['!!! ???', ['prune', 'plant', 'dig', 'apples', 'epic']],
  ])('answers `%s`', async (query, names) => {
    const order = ['old', 'prune', 'plant', 'dig', 'apples', 'epic']
    expect((await found(query)).sort((a, b) => order.indexOf(a) - order.indexOf(b))).toEqual(names)
  })

  it('refuses an unknown filter and an unknown project by name', async () => {
    expect((await house.refused('recall.briefs', { query: 'colour:red' })).message).toContain('`colour:` is no filter')
    expect((await house.refused('recall.briefs', { query: 'project:meadow' })).code).toBe('project.missing')
    expect((await house.refused('recall.briefs', { cursor: 'nonsense' })).code).toBe('input.invalid')
  })

  it('tells in each row where the Brief stands', async () => {
    const { items } = await house.call('brief.list', { query: 'label:wall' })
    const [plant, epic] = items
    expect(plant).toMatchObject({ dispatchable: false, blocked: [{ kind: 'dependency', briefId: ids['dig'] }] })
    expect(items.map(each => each.dependsOn)).toEqual([[ids['dig']], []])
    expect(epic).toMatchObject({ rollup: { total: 2, waiting: 1, blocked: 1 }, live: [], openDecisions: 0 })
    expect(plant).not.toHaveProperty('spec')
  })

  it('sorts by priority and by when they were captured', async () => {
    expect((await found('is:open', { sort: 'priority' }))[0]).toBe('dig')
    expect(await found('is:open', { sort: 'created' })).toEqual(['apples', 'prune', 'plant', 'dig', 'epic'])
  })

  it.each(['moved', 'created', 'priority'] as const)(
    'turns pages by %s without telling one twice, while others move',
    async sort => {
      const told: number[] = []
      let cursor: string | undefined
      do {
        const page = await house.call('recall.briefs', { query: 'is:open', sort, limit: 2, cursor })
        expect(page.total).toBe(5)
        told.push(...page.items.map(each => each.id))
        cursor = page.nextCursor
        house.pass(1_000)
        await house.call('brief.append', { briefId: told[0], body: 'moved' })
      } while (cursor)
      expect(new Set(told).size).toBe(told.length)
      expect(told).toHaveLength(5)
    },
  )

  it('ends a page where its budget ends, and goes on from there', async () => {
    const first = await house.call('recall.briefs', { maxBytes: 1_000 })
    expect(first.items.length).toBeGreaterThan(0)
    expect(first.items.length).toBeLessThan(5)
    const rest = await house.call('recall.briefs', { cursor: first.nextCursor })
    expect(first.items.length + rest.items.length).toBe(5)
  })
})
