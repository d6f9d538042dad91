import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { clearQueue, countEvents, eventTypes, handOver, plan } from '../../../test/work.ts'

describe.each(databases)('Briefs that wait for others on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
  })
  beforeEach(() => clearQueue(house))
  afterAll(() => house.close())

  const complete = (briefId: number) => house.call('brief.setStatus', { briefId, status: 'complete' })
  const isOffered = async (briefId: number): Promise<boolean> =>
    house.call('brief.dispatch', { briefId }).then(
      () => true,
      () => false,
    )

  it('children of an epic are ready although the epic waits for them', async () => {
    const epic = await plan(house, 'Garden')
    const children = [await plan(house, 'Bed', { parentId: epic }), await plan(house, 'Path', { parentId: epic })]
    // Saying it twice, as epic and as dependency, closes no circle; the other way round does.
    await house.call('brief.relate', { briefId: epic, addDependsOn: children })
    for (const child of children) expect(await isOffered(child)).toBe(true)
    const [bed = 0] = children
    expect(await house.refused('brief.relate', { briefId: bed, addDependsOn: [epic] })).toMatchObject({
      code: 'brief.cycle',
      message: expect.stringContaining(`#${bed} → #${epic} → #${bed}`),
    })
  })

  it('circles are refused and named, through dependencies and through epics', async () => {
    const [a, b, c] = [await plan(house, 'A'), await plan(house, 'B'), await plan(house, 'C')]
    await house.call('brief.relate', { briefId: a, addDependsOn: [b] })
    await house.call('brief.relate', { briefId: b, parentId: c })
    const before = await countEvents(house)
    expect((await house.refused('brief.relate', { briefId: a, addDependsOn: [a] })).code).toBe('brief.cycle')
    expect((await house.refused('brief.relate', { briefId: a, parentId: a })).code).toBe('brief.cycle')
    expect((await house.refused('brief.relate', { briefId: b, addDependsOn: [a] })).message).toContain(
      `#${b} → #${a} → #${b}`,
    )
    // C waits for its child B; B below A would wait through C: A → B, C → B, and now B → … → B.
    expect((await house.refused('brief.relate', { briefId: b, addDependsOn: [c] })).message).toContain(
      `#${b} → #${c} → #${b}`,
    )
    expect((await house.refused('brief.relate', { briefId: c, parentId: b })).message).toContain(`#${c}`)
    expect(await countEvents(house)).toBe(before)
  })

  it('are ready at once when what they wait for has landed, and hear of it', async () => {
    const blocker = await plan(house, 'Dig')
    const briefId = await plan(house, 'Plant', { dependsOn: [blocker] })
    expect(await house.refused('brief.dispatch', { briefId })).toMatchObject({
      code: 'brief.blocked',
      message: expect.stringContaining(`#${blocker}`),
    })
    await complete(blocker)
    expect(await eventTypes(house, briefId)).toContain('unblocked')
    expect(await isOffered(briefId)).toBe(true)
  })

  it('are not freed by work that is done but not in MAIN', async () => {
    const blocker = await handOver(house, 'Dig')
    const briefId = await plan(house, 'Plant', { dependsOn: [blocker.briefId] })
    const { token } = await house.call('dispatch.claim', { dispatchId: blocker.dispatchId }, 'agent:builder')
    const done = { dispatchId: blocker.dispatchId, token, summary: 'dug' }
    await house.call('dispatch.complete', done, 'agent:builder')
    expect(await isOffered(briefId)).toBe(false)
  })

  it('hear when what they wait for is cancelled, and stay blocked until somebody chooses', async () => {
    const blocker = await plan(house, 'Dig')
    const briefId = await plan(house, 'Plant', { dependsOn: [blocker], autoDispatch: true })
    await house.call('brief.setStatus', { briefId: blocker, status: 'cancelled' })
    expect(await eventTypes(house, briefId)).toContain('blocker_ended')
    expect(await house.refused('brief.dispatch', { briefId })).toMatchObject({
      data: { reasons: [{ briefId: blocker, status: 'cancelled', ended: true }] },
    })
    expect(await house.call('dispatch.reconcile', { wasAway: false }, 'system:reconciler')).toMatchObject({
      dispatched: [],
    })
    await house.call('brief.relate', { briefId, removeDependsOn: [blocker] })
    const { dispatched } = await house.call('dispatch.reconcile', { wasAway: false }, 'system:reconciler')
    expect(dispatched).toHaveLength(1)
  })

  it('stay blocked when what they wait for has failed for good', async () => {
    const blocker = await handOver(house, 'Dig')
    const briefId = await plan(house, 'Plant', { dependsOn: [blocker.briefId] })
    for (let attempt = 0; attempt < 3; attempt++) {
      const { token } = await house.call('dispatch.claim', { dispatchId: blocker.dispatchId }, 'agent:builder')
      const failure = { dispatchId: blocker.dispatchId, token, reason: 'agent_error' }
      await house.call('dispatch.fail', failure, 'agent:builder')
    }
    expect(await isOffered(briefId)).toBe(false)
  })

  it('captured in a burst with what they wait for are never handed over too early', async () => {
    const first = await plan(house, 'Step 0', { autoDispatch: true })
    const ids = [first]
    for (let step = 1; step < 20; step++) {
      const before = ids.at(-1) ?? first
      const capture = { text: `Step ${step}`, spec: 'Do it', dependsOn: [before], autoDispatch: true }
      const [captured] = await Promise.all([
        house.call('brief.capture', capture),
        house.call('dispatch.reconcile', { wasAway: false }, 'system:reconciler'),
      ])
      await house.call('brief.setStatus', { briefId: captured.briefId, status: 'planned' })
      ids.push(captured.briefId)
    }
    await house.call('dispatch.reconcile', { wasAway: false }, 'system:reconciler')
    const handed = await house.store.read(tx =>
      tx.db.selectFrom('dispatches').select('brief_id').where('brief_id', 'in', ids).execute(),
    )
    expect(handed).toEqual([{ brief_id: first }])
  })

  it('for a Brief that does not exist is refused, and nothing is captured', async () => {
    const before = await countEvents(house)
    const refusal = await house.refused('brief.capture', { text: 'Plant', dependsOn: [9_999] })
    expect(refusal).toMatchObject({ code: 'brief.missing', data: { briefId: 9_999 } })
    expect(await countEvents(house)).toBe(before)
  })

  it('the next wave of an epic is every child that nothing holds up; another one comes once those have landed', async () => {
    const epic = await plan(house, 'Garden')
    const [bed, path, roses] = [
      await plan(house, 'Bed', { parentId: epic }),
      await plan(house, 'Path', { parentId: epic }),
      await plan(house, 'Roses', { parentId: epic }),
    ]
    await house.call('brief.relate', { briefId: roses, addDependsOn: [bed, path] })
    const first = await house.call('brief.dispatch', { briefId: epic, wave: true, note: 'Mind the slugs.' })
    expect(first.wave?.handedOver.map(each => each.briefId)).toEqual([bed, path])
    expect(first.wave?.waiting).toEqual([
      { briefId: roses, because: `#${bed} is not in MAIN yet, #${path} is not in MAIN yet` },
    ])
    expect(first).toMatchObject({ briefId: bed, packet: expect.stringContaining('Mind the slugs.') })
    const before = await countEvents(house)
    const refused = await house.refused('brief.dispatch', { briefId: epic, wave: true })
    expect([refused.code, refused.message]).toEqual(['brief.no_wave', expect.stringContaining('handed over already')])
    expect(await countEvents(house)).toBe(before)
    for (const { dispatchId } of first.wave?.handedOver ?? []) await house.call('dispatch.cancel', { dispatchId })
    for (const briefId of [bed, path]) await house.call('brief.setStatus', { briefId, status: 'complete' })
    const second = await house.call('brief.dispatch', { briefId: epic, wave: true })
    expect(second.wave).toMatchObject({ handedOver: [{ briefId: roses }], waiting: [] })
  })

  it('a wave is of an epic alone, and takes nothing that is one child’s own', async () => {
    const alone = await plan(house, 'Shed')
    expect((await house.refused('brief.dispatch', { briefId: alone, wave: true })).message).toContain(
      'no open children',
    )
    const own = await house.refused('brief.dispatch', { briefId: alone, wave: true, branch: 'flower/shed' })
    expect([own.code, own.data.field]).toEqual(['input.invalid', 'branch'])
  })
})
