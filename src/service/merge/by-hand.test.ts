import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { commit, journal, type QueueHands, queueHands } from '../../../test/landing/by-hand.ts'
import { clearQueue, handOver, statusOf } from '../../../test/work.ts'

describe.each(databases)('a Brief that is moved by hand while its work waits to land, on %s', database => {
  let house: TestHouse
  let hands: QueueHands
  beforeAll(async () => {
    house = await openHouse(database, { branch: () => ({ outcome: 'found', tip: commit('a'), style: 'merge' }) })
    hands = queueHands(house, (await house.call('project.show', {})).project.id)
  })
  beforeEach(() => clearQueue(house))
  afterAll(() => house.close())

  const settle = (finding: unknown) => hands.settle(finding)
  const submitted = (title: string, settings = {}) => hands.submitted(title, settings)
  const shown = (mergeId: number) => hands.shown(mergeId)

  it('what may not hand itself over, as it lands, holds up neither others nor lost leases', async () => {
    const held = await handOver(house, 'Held')
    await house.call('dispatch.claim', { dispatchId: held.dispatchId }, 'agent:gone')
    const { briefId, mergeId } = await submitted('Mulch', { autoDispatch: true })
    await house.call('brief.setStatus', { briefId, status: 'planned' })
    await settle({ what: 'landing', journal: journal(mergeId, commit('a'), commit('2')) })
    const other = await house.call('brief.capture', { text: 'Rake', autoDispatch: true })
    await house.call('brief.setStatus', { briefId: other.briefId, status: 'planned' })
    house.pass(6 * 60_000)
    const turn = await house.call('dispatch.reconcile', { wasAway: false }, 'system:reconciler')
    expect(turn.expired).toContain(held.dispatchId)
    expect(turn.dispatched).toHaveLength(1)
    expect(await statusOf(house, briefId)).toBe('planned')
    expect(await statusOf(house, other.briefId)).toBe('dispatched')
    await settle({ what: 'undone', reason: 'main moved' })
    await house.call('merge.cancel', { mergeId })
    await house.call('brief.configure', { briefId, autoDispatch: false })
  })

  it('what waits to land is not completed by hand, and what nobody wants any more does not land', async () => {
    const set = (briefId: number, status: string) => ({ briefId, status })
    const first = await submitted('Mow')
    const dependent = await house.call('brief.capture', { text: 'Roll', dependsOn: [first.briefId] })
    const refusal = await house.refused('brief.setStatus', set(first.briefId, 'complete'))
    expect(refusal).toMatchObject({ code: 'brief.status_kept' })
    expect(refusal.message).toContain(`m${first.mergeId} is queued and not in MAIN yet`)
    expect((await house.refused('brief.dispatch', { briefId: dependent.briefId })).code).toBe('brief.blocked')
    await settle({ what: 'landing', journal: journal(first.mergeId, commit('a'), commit('2')) })
    for (const status of ['cancelled', 'deferred'])
      expect((await house.refused('brief.setStatus', set(first.briefId, status))).code).toBe('merge.landing')
    await settle({ what: 'undone', reason: 'main moved' })
    await house.call('brief.setStatus', set(first.briefId, 'cancelled'))
    expect(await shown(first.mergeId)).toMatchObject({
      status: 'cancelled',
      reason: `#${first.briefId} was cancelled`,
    })
    const second = await submitted('Mow again')
    const into = await house.call('brief.capture', { text: 'Mow all' })
    await house.call('brief.fold', { briefId: second.briefId, into: into.briefId })
    expect(await shown(second.mergeId)).toMatchObject({ status: 'cancelled' })
  })
})
