import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { clearQueue, countEvents, eventTypes, handOver, minutes, plan, rowOf, statusOf } from '../../../test/work.ts'

describe.each(databases)('moving a Brief on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
  })
  beforeEach(() => clearQueue(house))
  afterAll(() => house.close())

  const reconcile = () => house.call('dispatch.reconcile', { wasAway: false }, 'system:reconciler')
  const keptBecause = async (briefId: number, status: string, as?: string): Promise<string> => {
    const refusal = await house.refused('brief.setStatus', { briefId, status }, as)
    expect(refusal.code).toBe('brief.status_kept')
    expect(refusal.next).not.toBe('')
    return refusal.message
  }

  it('by hand to complete is refused with the reason while something is unfinished', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Plant', { review: true })
    const blocker = await plan(house, 'Dig')
    expect(await keptBecause(briefId, 'complete')).toContain(`d${dispatchId} is queued`)
    await house.call('dispatch.claim', { dispatchId }, 'agent:builder')
    expect(await keptBecause(briefId, 'complete')).toContain('agent:builder holds')
    await house.call('dispatch.cancel', { dispatchId })
    expect(await keptBecause(briefId, 'complete')).toContain('review gate')
    await house.call('brief.relate', { briefId, addDependsOn: [blocker] })
    expect(await keptBecause(briefId, 'complete')).toContain('blocked')
    const child = await plan(house, 'Seed', { parentId: briefId })
    expect(await keptBecause(briefId, 'complete')).toContain('children are open')
    const { decisionId } = await house.call('decision.ask', { header: 'Which?', briefId })
    expect(await keptBecause(briefId, 'complete')).toContain('1 decision is open')
    expect(await keptBecause(briefId, 'complete', 'agent:lead')).toContain('only an operator')
    for (const status of ['dispatched', 'in_progress', 'in_review'])
      expect(await keptBecause(briefId, status)).toContain('a hand-over sets it')
    await house.call('decision.withdraw', { decisionId })
    await house.call('brief.setStatus', { briefId: child, status: 'abandoned' })
    await house.call('brief.relate', { briefId, removeDependsOn: [blocker] })
    await house.call('brief.configure', { briefId, review: false })
    await house.call('brief.setStatus', { briefId, status: 'complete' })
    expect(await rowOf(house, briefId)).toMatchObject({ status: 'complete', ended_at: house.now() })
    expect((await house.refused('brief.dispatch', { briefId })).code).toBe('brief.closed')
    await house.call('brief.setStatus', { briefId, status: 'planned', reason: 'Not yet' })
    expect(await rowOf(house, briefId)).toMatchObject({ status: 'planned', ended_at: null })
  })

  it('that has to be approved is handed over by nobody before', async () => {
    const briefId = await plan(house, 'Fell the oak', { autoDispatch: true })
    await house.call('brief.configure', { briefId, needsApproval: true })
    expect((await house.refused('brief.dispatch', { briefId })).code).toBe('brief.unapproved')
    expect((await house.refused('review.request', { briefId })).code).toBe('brief.unapproved')
    expect((await reconcile()).dispatched).toEqual([])
    expect((await house.refused('brief.approve', { briefId }, 'agent:lead', 'lead')).code).toBe('role.denied')
    const letOff = { briefId, needsApproval: false }
    expect((await house.refused('brief.configure', letOff, 'agent:lead', 'lead')).code).toBe('brief.unapproved')
    await house.call('brief.approve', { briefId })
    expect((await reconcile()).dispatched).toHaveLength(1)
  })

  it('that was set aside is handed over by nobody', async () => {
    const briefId = await plan(house, 'Someday', { autoDispatch: true })
    await house.call('brief.setStatus', { briefId, status: 'deferred' })
    expect((await house.refused('brief.dispatch', { briefId })).code).toBe('brief.closed')
    expect((await reconcile()).dispatched).toEqual([])
  })

  it('of a project that was taken off the list is handed over by nobody', async () => {
    await house.call('project.register', { path: '/srv/orchard' })
    const { briefId } = await house.call('brief.capture', { text: 'Pick', project: 'orchard', autoDispatch: true })
    await house.call('brief.setStatus', { briefId, status: 'planned' })
    await house.call('project.remove', { project: 'orchard' })
    expect((await reconcile()).dispatched).toEqual([])
    const refusal = await house.refused('brief.dispatch', { briefId })
    expect(refusal).toMatchObject({ code: 'project.missing', data: { project: 'orchard' } })
  })

  it('hands itself over once, however often the reconciler turns', async () => {
    const briefId = await plan(house, 'Water', { autoDispatch: true })
    const turns = await Promise.all([reconcile(), reconcile(), reconcile()])
    expect(turns.flatMap(each => each.dispatched)).toHaveLength(1)
    expect((await eventTypes(house, briefId)).filter(type => type === 'dispatched')).toHaveLength(1)
    expect(await statusOf(house, briefId)).toBe('dispatched')
  })

  it('that was taken back stays back until somebody plans it anew', async () => {
    const briefId = await plan(house, 'Water', { autoDispatch: true })
    const [dispatchId = 0] = (await reconcile()).dispatched
    await house.call('dispatch.cancel', { dispatchId })
    house.pass(minutes(1))
    expect((await reconcile()).dispatched).toEqual([])
    await house.call('brief.setStatus', { briefId, status: 'refining' })
    await house.call('brief.setStatus', { briefId, status: 'planned' })
    expect((await reconcile()).dispatched).toHaveLength(1)
  })

  it('into another folds it: both say so, the words stay, and who waited hears of it', async () => {
    const source = await plan(house, 'Water the roses', {})
    const into = await plan(house, 'Water all flowers')
    const dependent = await plan(house, 'Admire the roses', { dependsOn: [source] })
    await house.call('brief.fold', { briefId: source, into })
    expect(await rowOf(house, source)).toMatchObject({
      status: 'cancelled',
      folded_into: into,
      text: 'Water the roses',
    })
    await house.call('brief.fold', { briefId: source, into })
    for (const id of [source, into])
      expect((await eventTypes(house, id)).filter(type => type === 'folded')).toHaveLength(1)
    expect(await eventTypes(house, dependent)).toContain('blocker_ended')
    const held = await handOver(house, 'Held')
    const before = await countEvents(house)
    expect((await house.refused('brief.fold', { briefId: into, into })).code).toBe('input.invalid')
    expect((await house.refused('brief.fold', { briefId: into, into: source })).code).toBe('brief.closed')
    expect((await house.refused('brief.fold', { briefId: held.briefId, into })).code).toBe('brief.status_kept')
    expect(await countEvents(house)).toBe(before)
  })

  it('that was folded is a Brief of its own again once it is reopened, and what is in MAIN is folded into nothing', async () => {
    const [source, into] = [await plan(house, 'Rake'), await plan(house, 'Rake the leaves')]
    await house.call('brief.fold', { briefId: source, into })
    await house.call('brief.setStatus', { briefId: source, status: 'planned' })
    expect(await rowOf(house, source)).toMatchObject({ status: 'planned', folded_into: null })
    await house.call('brief.setStatus', { briefId: source, status: 'complete' })
    expect((await house.refused('brief.fold', { briefId: source, into })).code).toBe('brief.closed')
  })

  it('apart splits it into children that wait for one another', async () => {
    const epic = await plan(house, 'Garden')
    const outside = await plan(house, 'Buy tools')
    const { children } = await house.call('brief.split', {
      briefId: epic,
      children: [
        { text: 'Dig', dependsOn: [outside] },
        { text: 'Plant', after: [0], spec: 'Roses' },
        { text: 'Water', after: [0, 1] },
      ],
    })
    const edges = await house.store.read(tx =>
      tx.db.selectFrom('dependencies').selectAll().where('brief_id', 'in', children).execute(),
    )
    const [dig = 0, plant = 0, water = 0] = children
    expect(edges.map(each => `${each.brief_id} ${each.depends_on_id}`).toSorted()).toEqual(
      [
        [dig, outside],
        [plant, dig],
        [water, dig],
        [water, plant],
      ]
        .map(([from, to]) => `${from} ${to}`)
        .toSorted(),
    )
    for (const child of children) expect((await rowOf(house, child)).parent_id).toBe(epic)
  })

  it('apart in a circle, or after a child that is not there, splits nothing', async () => {
    const epic = await plan(house, 'Garden')
    const before = await countEvents(house)
    const split = (children: { text: string; after?: number[]; dependsOn?: number[] }[]) =>
      house.refused('brief.split', { briefId: epic, children })
    expect(
      (
        await split([
          { text: 'A', after: [1] },
          { text: 'B', after: [0] },
        ])
      ).code,
    ).toBe('brief.cycle')
    expect((await split([{ text: 'A', dependsOn: [epic] }])).code).toBe('brief.cycle')
    const missing = await split([{ text: 'A', after: [7] }])
    expect(missing).toMatchObject({ code: 'input.invalid', data: { field: 'children.0.after' } })
    expect(await countEvents(house)).toBe(before)
  })

  it('two writers that append two hundred times each lose nothing and keep their order', async () => {
    const { briefId } = await house.call('brief.capture', { text: 'Diary' })
    const writer = async (name: string): Promise<void> => {
      for (let line = 0; line < 200; line++)
        await house.call('brief.append', { briefId, body: `${name} ${line}` }, `agent:${name}`)
    }
    await Promise.all([writer('one'), writer('two')])
    const rows = await house.store.read(tx =>
      tx.db
        .selectFrom('events')
        .select('payload')
        .where('brief_id', '=', briefId)
        .where('type', '=', 'progress')
        .orderBy('seq')
        .execute(),
    )
    const bodies = rows.map(row => (JSON.parse(row.payload) as { body: string }).body)
    for (const name of ['one', 'two'])
      expect(bodies.filter(body => body.startsWith(name))).toEqual(
        Array.from({ length: 200 }, (_, at) => `${name} ${at}`),
      )
  })
})
