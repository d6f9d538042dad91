import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Refusal } from '#domain/refusal.ts'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { clearQueue, countEvents, handOver, makeWorktreeReady, minutes, plan, statusOf } from '../../../test/work.ts'

describe.each(databases)('claiming on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
  })
  beforeEach(() => clearQueue(house))
  afterAll(() => house.close())

  it('fifty agents claim one dispatch at once: one gets it, the others are told who', async () => {
    const { dispatchId } = await handOver(house, 'Water the roses')
    const asked = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) => house.call('dispatch.claim', { dispatchId }, `agent:builder-${at}`)),
    )
    const winners = asked.flatMap((each, at) => (each.status === 'fulfilled' ? [`agent:builder-${at}`] : []))
    expect(winners).toHaveLength(1)
    for (const each of asked) {
      if (each.status === 'fulfilled') continue
      expect(each.reason).toMatchObject({ code: 'dispatch.taken', data: { dispatchId, holder: winners[0] } })
      expect((each.reason as Refusal).message).toContain(winners[0])
    }
  })

  it('agents that take the next one never get the same, and what is held is offered to nobody', async () => {
    const handed = [await handOver(house, 'Prune'), await handOver(house, 'Rake'), await handOver(house, 'Mow')]
    const asked = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => house.call('dispatch.claim', {}, `agent:gardener-${at}`)),
    )
    const taken = asked.flatMap(each => (each.status === 'fulfilled' ? [each.value.dispatchId] : []))
    expect(taken).toHaveLength(handed.length)
    expect(new Set(taken)).toEqual(new Set(handed.map(each => each.dispatchId)))
    expect(new Set(asked.flatMap(each => (each.status === 'rejected' ? [each.reason.code] : [])))).toEqual(
      new Set(['dispatch.none']),
    )
    house.pass(minutes(4))
    expect((await house.refused('dispatch.claim', {}, 'agent:late')).code).toBe('dispatch.none')
    for (const dispatchId of taken) await house.call('dispatch.cancel', { dispatchId })
  })

  it('a holder that was replaced is refused by name, and nothing of it is written', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Mend the fence')
    const first = await house.call('dispatch.claim', { dispatchId }, 'agent:first')
    house.pass(minutes(6))
    await house.call('dispatch.reconcile', { wasAway: false }, 'system:reconciler')
    const second = await house.call('dispatch.claim', { dispatchId }, 'agent:second')
    expect(second).toMatchObject({ attempt: 2 })
    expect(second.token).toBeGreaterThan(first.token)
    const before = await countEvents(house)
    const late = { dispatchId, token: first.token }
    for (const [operation, more] of [
      ['dispatch.heartbeat', { note: 'still here' }],
      ['dispatch.complete', { summary: 'Done' }],
      ['dispatch.release', { reason: 'agent_error' }],
      ['dispatch.fail', { reason: 'timeout' }],
    ] as const) {
      const refusal = await house.refused(operation, { ...late, ...more }, 'agent:first')
      expect(refusal).toMatchObject({
        code: 'dispatch.stale_token',
        data: { yours: first.token, holder: 'agent:second' },
      })
      expect(refusal.message).toContain('agent:second holds it now')
    }
    // The live token does not help somebody else either.
    const foreign = await house.refused(
      'dispatch.complete',
      { ...late, token: second.token, summary: 'x' },
      'agent:first',
    )
    expect(foreign.code).toBe('dispatch.not_yours')
    expect(await countEvents(house)).toBe(before)
    expect(await statusOf(house, briefId)).toBe('in_progress')
    const done = await house.call(
      'dispatch.complete',
      { dispatchId, token: second.token, summary: 'ok' },
      'agent:second',
    )
    expect(done.status).toBe('in_review')
    const tooLate = await house.refused('dispatch.heartbeat', { dispatchId, token: second.token }, 'agent:second')
    expect(tooLate.message).toContain('nobody holds it')
  })

  it('whoever claims a later attempt, or holds one, is told what was decided since its packet was written', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Paint the gate')
    const first = await house.call('dispatch.claim', { dispatchId }, 'agent:asks')
    expect(first).toMatchObject({ decided: [] })
    const asked = { header: 'Which green?', briefId, blocking: true }
    const { decisionId } = await house.call('decision.ask', asked, 'agent:asks')
    const left = { dispatchId, token: first.token, reason: 'needs_decision' }
    await house.call('dispatch.release', left, 'agent:asks')
    house.pass(minutes(1))
    await house.call('decision.answer', { decisionId, answer: 'Moss' })
    house.pass(minutes(10))
    const second = await house.call('dispatch.claim', { dispatchId }, 'agent:takes-over')
    const moss = { id: decisionId, header: 'Which green?', answer: 'Moss', option: null }
    expect(second).toMatchObject({ attempt: 2, packet: first.packet, decided: [moss] })
    expect(second.next).toContain(`q${decisionId}`)
    expect(second.next).toContain('attempt 2')
    const beat = () => house.call('dispatch.heartbeat', { dispatchId, token: second.token }, 'agent:takes-over')
    expect((await beat()).decisions).toEqual([moss])
    await house.call('decision.ack', { decisionId }, 'agent:takes-over')
    // What somebody else asked meanwhile is for whoever holds it, too.
    const later = await house.call('decision.ask', { header: 'And the hinges?', briefId })
    house.pass(minutes(1))
    await house.call('decision.answer', { decisionId: later.decisionId, answer: 'Black' })
    expect((await beat()).decisions).toMatchObject([{ id: later.decisionId, answer: 'Black' }])
    expect((await house.call('agent.checkin', {}, 'agent:takes-over')).decisions).toMatchObject([{ answer: 'Black' }])
    expect((await house.call('agent.checkin', {}, 'agent:elsewhere')).decisions).toEqual([])
  })

  it('a claim that is sent again under its command id is the same claim', async () => {
    const { dispatchId } = await handOver(house, 'Sweep')
    const claim = () => house.call('dispatch.claim', { dispatchId }, 'agent:sweeper', 'builder', 'claim-1')
    expect(await claim()).toEqual(await claim())
  })

  it('the next one is found behind any number that the caller may not have', async () => {
    for (let at = 0; at < 55; at++) {
      const { dispatchId } = await handOver(house, `Blocked ${at}`, { priority: 0 })
      const { dispatch } = await house.call('dispatch.show', { dispatchId })
      await house.call('decision.ask', { header: 'Really?', briefId: dispatch.briefId, blocking: true })
    }
    const { dispatchId } = await handOver(house, 'Free', { priority: 4 })
    expect(await house.call('dispatch.claim', {}, 'agent:patient')).toMatchObject({ dispatchId })
  })

  it('a Brief that needs approval since it was queued does not stop the queue behind it', async () => {
    const waiting = await handOver(house, 'Unapproved', { priority: 0 })
    await house.call('brief.configure', { briefId: waiting.briefId, needsApproval: true })
    const { dispatchId } = await handOver(house, 'Approved enough', { priority: 4 })
    expect(await house.call('dispatch.claim', {}, 'agent:next')).toMatchObject({ dispatchId })
    const refusal = await house.refused('dispatch.claim', { dispatchId: waiting.dispatchId }, 'agent:next')
    expect(refusal.code).toBe('brief.unapproved')
    await house.call('brief.approve', { briefId: waiting.briefId })
    expect(await house.call('dispatch.claim', {}, 'agent:next')).toMatchObject({ dispatchId: waiting.dispatchId })
  })

  it('one that waits for work gets it when it is handed over', async () => {
    const briefId = await plan(house, 'Later')
    const waiting = house.call('dispatch.claim', { wait: 50 }, 'agent:waiting')
    await new Promise(resolve => setImmediate(resolve))
    const { dispatchId, worktreeId } = await house.call('brief.dispatch', { briefId })
    // It is told once its worktree is ready.
    await makeWorktreeReady(house, worktreeId ?? 0)
    expect(await waiting).toMatchObject({ dispatchId, briefId, worktree: { worktreeId, state: 'ready' } })
  })

  it('a pause refuses hand-overs and claims, and heartbeats say so', async () => {
    const held = await handOver(house, 'Begun')
    const { token } = await house.call('dispatch.claim', { dispatchId: held.dispatchId }, 'agent:holder')
    const queued = await handOver(house, 'Not begun')
    const planned = await plan(house, 'Not handed over', { autoDispatch: true })
    await house.call('system.pause', {})
    expect((await house.refused('brief.dispatch', { briefId: planned })).code).toBe('system.paused')
    expect((await house.refused('review.request', { briefId: planned })).code).toBe('system.paused')
    for (const input of [{}, { dispatchId: queued.dispatchId }])
      expect((await house.refused('dispatch.claim', input, 'agent:other')).code).toBe('system.paused')
    expect(await house.call('dispatch.reconcile', { wasAway: false }, 'system:reconciler')).toMatchObject({
      dispatched: [],
    })
    const beat = await house.call('dispatch.heartbeat', { dispatchId: held.dispatchId, token }, 'agent:holder')
    expect(beat).toMatchObject({ paused: true, next: expect.stringContaining('paused') })
    await house.call('system.resume', {})
    expect(
      await house.call('dispatch.heartbeat', { dispatchId: held.dispatchId, token }, 'agent:holder'),
    ).toMatchObject({ paused: false })
    expect(await house.call('dispatch.claim', { dispatchId: queued.dispatchId }, 'agent:other')).toMatchObject({
      attempt: 1,
    })
  })
})
