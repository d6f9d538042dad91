import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { clearQueue, countEvents, eventTypes, handOver, plan } from '../../../test/work.ts'

describe.each(databases)('decisions on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
  })
  beforeEach(() => clearQueue(house))
  afterAll(() => house.close())

  it('a blocking one holds its Brief, and its answer frees it', async () => {
    const briefId = await plan(house, 'Paint')
    const { decisionId } = await house.call('decision.ask', { header: 'Which colour?', briefId, blocking: true })
    expect(await house.refused('brief.dispatch', { briefId })).toMatchObject({
      code: 'brief.blocked',
      data: { reasons: [{ kind: 'decision', decisionId, header: 'Which colour?' }] },
    })
    expect((await house.refused('brief.setStatus', { briefId, status: 'complete' })).code).toBe('brief.status_kept')
    await house.call('decision.answer', { decisionId, answer: 'Rose' })
    expect((await eventTypes(house, briefId)).slice(-2)).toEqual(['decision_answered', 'unblocked'])
    const { packet } = await house.call('brief.dispatch', { briefId })
    expect(packet).toContain('Rose')
  })

  it('a blocking one that is asked after the hand-over holds the claim', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Paint')
    const { decisionId } = await house.call('decision.ask', { header: 'Really?', briefId, blocking: true })
    expect((await house.refused('dispatch.claim', { dispatchId }, 'agent:builder')).code).toBe('brief.blocked')
    expect((await house.refused('dispatch.claim', {}, 'agent:builder')).code).toBe('dispatch.none')
    await house.call('decision.withdraw', { decisionId })
    expect(await house.call('dispatch.claim', {}, 'agent:builder')).toMatchObject({ dispatchId })
  })

  it('a set that is released together is told only when its last open member has ended', async () => {
    const group = { name: 'colours', release: 'all' }
    const ask = (header: string) => house.call('decision.ask', { header, group }, 'agent:painter')
    const [wall, door, roof] = [await ask('Wall?'), await ask('Door?'), await ask('Roof?')]
    const { briefId, dispatchId } = await handOver(house, 'Paint')
    const { token } = await house.call('dispatch.claim', { dispatchId }, 'agent:painter')
    const told = async () =>
      (await house.call('dispatch.heartbeat', { dispatchId, token }, 'agent:painter')).decisions.map(each => each.id)
    expect(await house.call('decision.answer', { decisionId: wall.decisionId, answer: 'White' })).toMatchObject({
      released: [],
    })
    await house.call('decision.withdraw', { decisionId: door.decisionId })
    expect(await told()).toEqual([])
    const last = await house.call('decision.answer', { decisionId: roof.decisionId, answer: 'Red' })
    expect(new Set(last.released)).toEqual(new Set([wall, door, roof].map(each => each.decisionId)))
    expect(await told()).toEqual([wall.decisionId, roof.decisionId])
    expect(briefId).toBeGreaterThan(0)
  })

  it('a set that is released one by one tells each answer at once', async () => {
    const group = { name: 'tools', release: 'each' }
    const first = await house.call('decision.ask', { header: 'Spade?', group }, 'agent:digger')
    await house.call('decision.ask', { header: 'Fork?', group }, 'agent:digger')
    expect(await house.call('decision.answer', { decisionId: first.decisionId, answer: 'Yes' })).toMatchObject({
      released: [first.decisionId],
    })
  })

  it('is answered once; a second answer hears of the first', async () => {
    const { decisionId } = await house.call('decision.ask', { header: 'Now?', options: ['Yes', 'No'] })
    const answers = await Promise.allSettled([
      house.call('decision.answer', { decisionId, option: 1 }),
      house.call('decision.answer', { decisionId, option: 'No' }, 'operator:ben'),
    ])
    expect(answers.map(each => each.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(answers.find(each => each.status === 'rejected')).toMatchObject({ reason: { code: 'decision.closed' } })
    for (const late of ['decision.withdraw', 'decision.discuss'] as const) {
      const input = late === 'decision.discuss' ? { decisionId, body: 'But' } : { decisionId }
      expect((await house.refused(late, input)).code).toBe('decision.closed')
    }
  })

  it('is withdrawn by an agent only where that asked it, or leads those that did', async () => {
    const ask = async (as: string) => {
      const { briefId } = await house.call('brief.capture', { text: 'Fell the oak' })
      return (await house.call('decision.ask', { header: 'Fell it?', briefId, blocking: true }, as)).decisionId
    }
    const [persons, florists] = [await ask('operator:ada'), await ask('agent:florist')]
    for (const decisionId of [persons, florists])
      expect((await house.refused('decision.withdraw', { decisionId }, 'agent:other')).code).toBe('role.denied')
    expect((await house.refused('decision.withdraw', { decisionId: persons }, 'agent:lead', 'lead')).code).toBe(
      'role.denied',
    )
    await house.call('decision.withdraw', { decisionId: florists }, 'agent:lead', 'lead')
    const own = await ask('agent:florist')
    await house.call('decision.withdraw', { decisionId: own }, 'agent:florist')
    await house.call('decision.withdraw', { decisionId: persons }, 'operator:ben')
  })

  it('is answered by a person, or by the agent that was asked, and with what was offered', async () => {
    const { decisionId } = await house.call('decision.ask', {
      header: 'Which?',
      options: ['Rose', 'Lily'],
      assignee: 'agent:florist',
    })
    const before = await countEvents(house)
    const foreign = await house.refused('decision.answer', { decisionId, option: 1 }, 'agent:other')
    expect(foreign).toMatchObject({ code: 'role.denied', message: expect.stringContaining('decision.answer') })
    const unknown = await house.refused('decision.answer', { decisionId, option: 'Oak' }, 'agent:florist')
    expect(unknown).toMatchObject({ code: 'decision.option_unknown', next: expect.stringContaining('1 Rose, 2 Lily') })
    expect((await house.refused('decision.answer', { decisionId }, 'agent:florist')).code).toBe('input.invalid')
    expect(await countEvents(house)).toBe(before)
    await house.call('decision.answer', { decisionId, option: 2 }, 'agent:florist')
  })
})
