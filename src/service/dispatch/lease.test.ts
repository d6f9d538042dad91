import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { localClient } from '#client/local.ts'
import { system } from '#domain/actor.ts'
import { makeReconciler, tickEveryMs } from '#ops/reconciler.ts'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { clearQueue, eventTypes, handOver, minutes, statusOf } from '../../../test/work.ts'

describe.each(databases)('a lease on %s', database => {
  let house: TestHouse
  let steady = 0
  /** Time as it passes for a machine that is awake. */
  const pass = (ms: number): void => {
    house.pass(ms)
    steady += ms
  }
  const reconcilerOf = (
    onFault: (reason: unknown) => void = reason => {
      throw new Error('a turn failed', { cause: reason })
    },
  ) =>
    makeReconciler(
      localClient(house.execute, { actor: system('reconciler'), role: 'system' }),
      { wall: () => Date.parse(house.now()), steady: () => steady },
      onFault,
    )
  const held = async (agent = 'agent:builder') => {
    const handed = await handOver(house, 'Dig')
    const { token } = await house.call('dispatch.claim', { dispatchId: handed.dispatchId }, agent)
    return { ...handed, token }
  }
  const holderOf = async (dispatchId: number): Promise<string | null> =>
    (await house.call('dispatch.show', { dispatchId })).dispatch.holder
  beforeAll(async () => {
    house = await openHouse(database)
  })
  beforeEach(() => clearQueue(house))
  afterAll(() => house.close())

  it('that has run out is said to have, before the house has turned', async () => {
    const { briefId, token, dispatchId } = await held('agent:silent')
    pass(minutes(5))
    const { why } = await house.call('brief.why', { briefId })
    expect(why).toContain('The lease of agent:silent on d')
    expect(why).toContain('its next attempt is queued shortly')
    await house.call('dispatch.heartbeat', { dispatchId, token }, 'agent:silent')
    expect((await house.call('brief.why', { briefId })).why).toContain('It is moving')
  })

  it('is its holder’s under one token, and whoever shows another of its own is told where to find it', async () => {
    const { dispatchId, token } = await held('agent:forgetful')
    const wrong = { dispatchId, token: token + 1 }
    const refusal = await house.refused('dispatch.heartbeat', wrong, 'agent:forgetful')
    expect(refusal.code).toBe('dispatch.stale_token')
    expect(refusal.message).toContain('you hold it yourself, under another token')
    expect(refusal.next).toContain(`dispatch.show {dispatchId: ${dispatchId}}`)
    const told = (await house.call('dispatch.show', { dispatchId }, 'agent:forgetful')).dispatch.token
    expect(told).toBe(token)
    expect((await house.refused('dispatch.heartbeat', wrong, 'agent:other')).next).toContain('Stop working on it')
  })

  it('that runs out returns the dispatch to the queue with its next attempt', async () => {
    const { briefId, dispatchId } = await held()
    const reconciler = reconcilerOf()
    await reconciler.tick()
    for (let passed = 0; passed <= minutes(5); passed += tickEveryMs) {
      pass(tickEveryMs)
      await reconciler.tick()
    }
    const { dispatch } = await house.call('dispatch.show', { dispatchId })
    expect(dispatch).toMatchObject({
      status: 'queued',
      attempt: 2,
      attemptsLeft: 2,
      token: null,
      holder: null,
      reason: 'lost',
      attempts: [{ number: 1, outcome: 'lost', actor: 'agent:builder' }],
    })
    expect(await statusOf(house, briefId)).toBe('dispatched')
    expect(await eventTypes(house, briefId)).toContain('lease_expired')
  })

  it('holds as long as its holder is heard', async () => {
    const { dispatchId, token } = await held()
    const reconciler = reconcilerOf()
    await reconciler.tick()
    for (let turn = 0; turn < 60; turn++) {
      pass(tickEveryMs)
      if (turn % 6 === 0) await house.call('dispatch.heartbeat', { dispatchId, token }, 'agent:builder')
      await reconciler.tick()
    }
    expect(await holderOf(dispatchId)).toBe('agent:builder')
  })

  it.each([
    ['a laptop that sleeps for ten minutes and stops its steady clock', minutes(10), 0],
    ['a laptop that sleeps for ten minutes and counts them', minutes(10), minutes(10)],
    ['a clock that is set one hour forward', minutes(60), 0],
    ['a clock that is set one hour back', -minutes(60), 0],
    ['a server that was stopped for six minutes and goes on', minutes(6), minutes(6)],
  ])('is not stolen by %s', async (_, wall, steadily) => {
    const { dispatchId, token, briefId } = await held()
    const reconciler = reconcilerOf()
    await reconciler.tick()
    pass(tickEveryMs)
    await reconciler.tick()
    house.pass(wall)
    steady += steadily
    await reconciler.tick()
    expect(await holderOf(dispatchId)).toBe('agent:builder')
    expect((await eventTypes(house, briefId)).filter(type => type === 'lease_kept')).toHaveLength(1)
    // The holder has the whole time of a lease to be heard again.
    pass(minutes(4))
    await reconciler.tick()
    expect(await house.call('dispatch.heartbeat', { dispatchId, token }, 'agent:builder')).toMatchObject({
      leaseExpiresAt: new Date(Date.parse(house.now()) + minutes(5)).toISOString(),
    })
    // And when it is never heard again, the dispatch comes back in that time, whichever way the clock went.
    for (let passed = 0; passed <= minutes(5); passed += tickEveryMs) {
      pass(tickEveryMs)
      await reconciler.tick()
    }
    expect(await holderOf(dispatchId)).toBe(null)
  })

  it('of a holder that is gone comes back in its time after the clock was set back', async () => {
    const { dispatchId } = await held()
    const reconciler = reconcilerOf()
    await reconciler.tick()
    house.pass(-minutes(60))
    await reconciler.tick()
    for (let passed = 0; passed <= minutes(5); passed += tickEveryMs) {
      pass(tickEveryMs)
      await reconciler.tick()
    }
    expect(await holderOf(dispatchId)).toBe(null)
  })

  it('is not taken by the first turn of a server that was down for an hour', async () => {
    const { dispatchId, token } = await held()
    pass(minutes(60))
    await reconcilerOf().tick()
    await house.call('dispatch.heartbeat', { dispatchId, token }, 'agent:builder')
    expect(await holderOf(dispatchId)).toBe('agent:builder')
  })

  it('is not taken after turns that failed: the next good one looks at the whole gap', async () => {
    const { dispatchId } = await held()
    let broken = false
    const faults: unknown[] = []
    const client = localClient(house.execute, { actor: system('reconciler'), role: 'system' })
    const reconciler = makeReconciler(
      { call: (...ask) => (broken ? Promise.reject(new Error('busy')) : client.call(...ask)) },
      { wall: () => Date.parse(house.now()), steady: () => steady },
      reason => void faults.push(reason),
    )
    await reconciler.tick()
    broken = true
    for (let turn = 0; turn < 30; turn++) {
      pass(tickEveryMs)
      await reconciler.tick()
    }
    broken = false
    pass(tickEveryMs)
    await reconciler.tick()
    expect(faults).toHaveLength(30)
    expect(await holderOf(dispatchId)).toBe('agent:builder')
  })

  it('that ran out but was not yet taken lives on with a heartbeat', async () => {
    const { dispatchId, token } = await held()
    pass(minutes(6))
    await house.call('dispatch.heartbeat', { dispatchId, token }, 'agent:builder')
    expect(await house.call('dispatch.reconcile', { wasAway: false }, 'system:reconciler')).toMatchObject({
      expired: [],
    })
  })

  it('that is lost three times fails its dispatch, and an operator is asked once', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Dig')
    for (let attempt = 1; attempt <= 3; attempt++) {
      await house.call('dispatch.claim', { dispatchId }, `agent:lost-${attempt}`)
      pass(minutes(6))
      await house.call('dispatch.reconcile', { wasAway: false }, 'system:reconciler')
    }
    const { dispatch } = await house.call('dispatch.show', { dispatchId })
    expect(dispatch).toMatchObject({ status: 'failed', attemptsLeft: 0, reason: 'lost' })
    expect(await statusOf(house, briefId)).toBe('planned')
    const types = await eventTypes(house, briefId)
    expect(types.filter(type => type === 'attempts_spent')).toHaveLength(1)
    expect(types.filter(type => type === 'decision_asked')).toHaveLength(1)
  })
})
