import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { failureReasons, failureRule } from '#domain/failure.ts'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { clearQueue, eventTypes, handOver, minutes, statusOf } from '../../../test/work.ts'

const counted = failureReasons.filter(reason => failureRule(reason).retry === 'counted')

describe.each(databases)('attempts on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
  })
  beforeEach(() => clearQueue(house))
  afterAll(() => house.close())

  const claim = (dispatchId: number, agent = 'agent:builder') => house.call('dispatch.claim', { dispatchId }, agent)
  const shown = async (dispatchId: number) => (await house.call('dispatch.show', { dispatchId })).dispatch
  const fail = async (dispatchId: number, agent = 'agent:builder') => {
    const { token } = await claim(dispatchId, agent)
    return house.call('dispatch.fail', { dispatchId, token, reason: 'agent_error', note: 'exit 1' }, agent)
  }

  it.each(counted)('that end with %s go back to the queue, and cost one of three', async reason => {
    const { dispatchId, briefId } = await handOver(house, 'Dig')
    const { token } = await claim(dispatchId)
    expect(
      await house.call('dispatch.release', { dispatchId, token, reason, note: 'a\0b' }, 'agent:builder'),
    ).toMatchObject({ status: 'queued', attemptsLeft: 2 })
    expect(await shown(dispatchId)).toMatchObject({
      status: 'queued',
      attempt: 2,
      reason,
      holder: null,
      attempts: [{ outcome: 'released', reason, note: 'a\u2400b' }],
    })
    expect(await statusOf(house, briefId)).toBe('dispatched')
    expect(await claim(dispatchId)).toMatchObject({ attempt: 2 })
  })

  it('that meet a usage limit wait until its time, and cost nothing', async () => {
    const { dispatchId } = await handOver(house, 'Dig')
    const { token } = await claim(dispatchId)
    const until = new Date(Date.parse(house.now()) + minutes(30)).toISOString()
    const release = { dispatchId, token, reason: 'usage_limit', until }
    expect(await house.call('dispatch.release', release, 'agent:builder')).toMatchObject({ attemptsLeft: 3 })
    const refusal = await house.refused('dispatch.claim', { dispatchId }, 'agent:other')
    expect(refusal).toMatchObject({ code: 'dispatch.waiting' })
    expect(refusal.message).toContain(until)
    expect((await house.refused('dispatch.claim', {}, 'agent:other')).code).toBe('dispatch.none')
    house.pass(minutes(30))
    expect(await house.call('dispatch.claim', {}, 'agent:other')).toMatchObject({ dispatchId, attempt: 2 })
  })

  it('that meet a usage limit whose time has passed do not make the queue spin', async () => {
    const { dispatchId } = await handOver(house, 'Dig')
    const { token } = await claim(dispatchId)
    const release = { dispatchId, token, reason: 'usage_limit', until: '2020-01-01T00:00:00Z' }
    await house.call('dispatch.release', release, 'agent:builder')
    expect((await house.refused('dispatch.claim', { dispatchId })).code).toBe('dispatch.waiting')
    house.pass(minutes(1))
    await claim(dispatchId)
  })

  it('that need a decision wait for its answer, and cost nothing', async () => {
    const { dispatchId, briefId } = await handOver(house, 'Dig')
    const { token } = await claim(dispatchId)
    const { decisionId } = await house.call('decision.ask', { header: 'How deep?', briefId }, 'agent:builder')
    const release = { dispatchId, token, reason: 'needs_decision' }
    expect(await house.call('dispatch.release', release, 'agent:builder')).toMatchObject({ attemptsLeft: 3 })
    expect((await house.refused('dispatch.claim', { dispatchId })).message).toContain(
      `for the answer to q${decisionId}`,
    )
    // Asked without blocking, and waited for all the same: every place says so.
    expect((await house.call('brief.why', { briefId })).why).toBe(
      `d${dispatchId} (build) waits for the answer to q${decisionId}.`,
    )
    expect((await house.call('recall.brief', { briefId })).decisions).toMatchObject([
      { id: decisionId, blocking: false, holdsUp: dispatchId },
    ])
    expect((await house.refused('dispatch.claim', {}, 'agent:builder')).code).toBe('dispatch.none')
    await house.call('decision.answer', { decisionId, answer: 'One metre' })
    expect((await house.call('recall.brief', { briefId })).decisions).toMatchObject([{ holdsUp: null }])
    const again = await house.call('dispatch.claim', {}, 'agent:builder')
    expect(again).toMatchObject({ dispatchId, attempt: 2 })
    const beat = await house.call('dispatch.heartbeat', { dispatchId, token: again.token }, 'agent:builder')
    expect(beat.decisions).toMatchObject([{ id: decisionId, answer: 'One metre' }])
    await house.call('decision.ack', { decisionId }, 'agent:builder')
    expect(
      (await house.call('dispatch.heartbeat', { dispatchId, token: again.token }, 'agent:builder')).decisions,
    ).toEqual([])
  })

  it('that need a decision which nobody was asked cost one: they would come back for ever', async () => {
    const { dispatchId } = await handOver(house, 'Dig')
    for (const left of [2, 1, 0]) {
      const { token } = await claim(dispatchId)
      const release = { dispatchId, token, reason: 'needs_decision' }
      expect(await house.call('dispatch.release', release, 'agent:builder')).toMatchObject({ attemptsLeft: left })
    }
    expect(await shown(dispatchId)).toMatchObject({ status: 'failed' })
  })

  it('that are cancelled end their dispatch', async () => {
    const { dispatchId, briefId } = await handOver(house, 'Dig')
    const { token } = await claim(dispatchId)
    const release = { dispatchId, token, reason: 'cancelled' }
    expect(await house.call('dispatch.release', release, 'agent:builder')).toMatchObject({ status: 'cancelled' })
    expect(await statusOf(house, briefId)).toBe('planned')
    expect((await house.refused('dispatch.claim', { dispatchId })).code).toBe('dispatch.ended')
  })

  it('fail the dispatch when they are spent, and an operator is asked', async () => {
    const { dispatchId, briefId } = await handOver(house, 'Dig')
    await fail(dispatchId)
    await fail(dispatchId)
    const last = await fail(dispatchId)
    expect(last).toMatchObject({ status: 'failed', attemptsLeft: 0, decisionId: expect.any(Number) })
    expect(await statusOf(house, briefId)).toBe('planned')
    expect((await eventTypes(house, briefId)).slice(-2)).toEqual(['attempts_spent', 'decision_asked'])
  })

  it('are given anew by a person who hands over again, and that answers what the house asked', async () => {
    const { dispatchId, briefId } = await handOver(house, 'Dig')
    for (let attempt = 0; attempt < 3; attempt++) await fail(dispatchId)
    const again = await house.call('brief.dispatch', { briefId })
    expect(await shown(again.dispatchId)).toMatchObject({ attemptsLeft: 3 })
    const { items } = await house.call('recall.decisions', { briefId, status: 'all' })
    expect(items).toMatchObject([{ status: 'answered', answeredBy: 'operator:ada', option: 'Hand it over again' }])
  })

  it('count for the Brief and its leg: another hand-over by an agent does not begin anew', async () => {
    const { dispatchId, briefId } = await handOver(house, 'Dig')
    await fail(dispatchId)
    await house.call('dispatch.cancel', { dispatchId })
    const lead = 'agent:lead'
    const second = await house.call('brief.dispatch', { briefId }, lead, 'lead')
    expect(await shown(second.dispatchId)).toMatchObject({ attemptsLeft: 2 })
    await fail(second.dispatchId)
    expect(await fail(second.dispatchId)).toMatchObject({ status: 'failed' })
    const refusal = await house.refused('brief.dispatch', { briefId }, lead, 'lead')
    expect(refusal).toMatchObject({ code: 'dispatch.spent', data: { briefId, leg: 'build', attempts: 3 } })
    // A person may, having looked; then there are three anew, and after them the agents are refused again.
    const third = await house.call('brief.dispatch', { briefId })
    expect(await shown(third.dispatchId)).toMatchObject({ attemptsLeft: 3 })
    for (let attempt = 0; attempt < 3; attempt++) await fail(third.dispatchId)
    expect((await house.refused('brief.dispatch', { briefId }, lead, 'lead')).code).toBe('dispatch.spent')
  })

  it('of a Brief that hands itself over end after three, whatever the agent does', async () => {
    const { briefId } = await house.call('brief.capture', { text: 'Loop', autoDispatch: true })
    await house.call('brief.setStatus', { briefId, status: 'planned' })
    let claims = 0
    for (let turn = 0; turn < 30; turn++) {
      await house.call('dispatch.reconcile', { wasAway: false }, 'system:reconciler')
      const claimed = await house.call('dispatch.claim', {}, 'agent:exits-at-once').catch(() => undefined)
      house.pass(20_000)
      if (!claimed) continue
      claims += 1
      const failure = { dispatchId: claimed.dispatchId, token: claimed.token, reason: 'agent_error' }
      await house.call('dispatch.fail', failure, 'agent:exits-at-once')
    }
    expect(claims).toBe(3)
    expect((await eventTypes(house, briefId)).filter(type => type === 'dispatched')).toHaveLength(1)
  })

  it('of a Brief that hands itself over are not had anew by an agent that plans it again', async () => {
    const { briefId } = await house.call('brief.capture', { text: 'Loop again', autoDispatch: true })
    const planAgain = async (as: string, role: 'lead' | 'operator') => {
      house.pass(1_000)
      await house.call('brief.setStatus', { briefId, status: 'refining' }, as, role)
      await house.call('brief.setStatus', { briefId, status: 'planned' }, as, role)
      return (await house.call('dispatch.reconcile', { wasAway: false }, 'system:reconciler')).dispatched
    }
    const [dispatchId = 0] = await planAgain('agent:lead', 'lead')
    for (let attempt = 0; attempt < 3; attempt++) await fail(dispatchId)
    expect(await planAgain('agent:lead', 'lead')).toEqual([])
    expect(await planAgain('operator:ada', 'operator')).toHaveLength(1)
  })

  it('do not change once they have ended', async () => {
    const { dispatchId } = await handOver(house, 'Dig')
    await fail(dispatchId)
    const [before] = (await shown(dispatchId)).attempts
    await claim(dispatchId, 'agent:second')
    house.pass(minutes(10))
    await house.call('dispatch.reconcile', { wasAway: false }, 'system:reconciler')
    const { attempts } = await shown(dispatchId)
    expect(attempts.at(-1)).toEqual(before)
    expect(attempts).toHaveLength(2)
  })

  it('are kept for the agent that worked before, and go to anybody when it never comes back', async () => {
    const { dispatchId, briefId } = await handOver(house, 'Dig')
    const { token } = await claim(dispatchId, 'agent:first')
    await house.call('dispatch.complete', { dispatchId, token, summary: 'dug' }, 'agent:first')
    const next = await house.call('brief.dispatch', { briefId, kind: 'continue' })
    expect(await shown(next.dispatchId)).toMatchObject({ meantFor: 'agent:first' })
    expect((await shown(next.dispatchId)).waits).toContain('for agent:first until')
    expect((await house.refused('dispatch.claim', {}, 'agent:other')).code).toBe('dispatch.none')
    house.pass(minutes(5))
    expect((await shown(next.dispatchId)).waits).toBe(undefined)
    expect(await house.call('dispatch.claim', {}, 'agent:other')).toMatchObject({ dispatchId: next.dispatchId })
  })

  it('are offered to the agent that worked before at once', async () => {
    const { dispatchId, briefId } = await handOver(house, 'Dig')
    const { token } = await claim(dispatchId, 'agent:first')
    await house.call('dispatch.complete', { dispatchId, token, summary: 'dug' }, 'agent:first')
    const next = await house.call('brief.dispatch', { briefId, kind: 'continue' })
    expect(await house.call('dispatch.claim', {}, 'agent:first')).toMatchObject({ dispatchId: next.dispatchId })
  })
})
