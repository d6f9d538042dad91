import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AgentHouse, openAgentHouse } from '../../../test/agents/started.ts'
import { databases } from '../../../test/house.ts'
import { clearQueue, minutes } from '../../../test/work.ts'

describe.each(databases)('agents that flower starts beside those connected by hand, on %s', database => {
  let on: AgentHouse
  beforeAll(async () => {
    on = await openAgentHouse(database)
  })
  beforeEach(() => clearQueue(on.house))
  afterAll(() => on.house.close())

  it('are told what was decided since the packet of an earlier attempt was written', async () => {
    const { briefId, dispatchId } = await on.handedOver('Paint the bench')
    const { token } = await on.house.call('dispatch.claim', { dispatchId }, 'agent:by-hand')
    const asked = { briefId, header: 'Which red?', blocking: true }
    const { decisionId } = await on.house.call('decision.ask', asked, 'agent:by-hand')
    const left = { dispatchId, token, reason: 'needs_decision' }
    await on.house.call('dispatch.release', left, 'agent:by-hand')
    on.house.pass(minutes(1))
    await on.house.call('decision.answer', { decisionId, answer: 'Rust' })
    on.house.pass(minutes(10))
    const { prompt } = await on.started(dispatchId)
    expect(prompt).toContain(`q${decisionId} Which red?: Rust`)
  })

  it('are not started where their program is missing: no attempt is spent, and why says so, until it is there', async () => {
    await on.policy({ missing: { claude: 'claude' } })
    const { briefId, dispatchId } = await on.handedOver('Prune')
    expect((await on.house.call('agent.start', { dispatchId, harness: 'claude' })).next).toContain(
      'no program claude on the PATH',
    )
    expect(await on.starts()).toEqual([])
    expect(await on.whyNot(dispatchId)).toContain('no program claude')
    expect((await on.house.call('brief.why', { briefId })).why).toContain('no program claude on the PATH')
    await on.policy({})
    expect(await on.starts()).toEqual([dispatchId])
  })

  it('leave those by hand on the list: whatever these do is a sign of life, also when they never checked in', async () => {
    const seen = async () =>
      (await on.house.call('agent.list', {})).items
        .filter(each => each.actor.includes('gardener'))
        .map(each => [each.actor, each.liveness, each.seenAt])
    await on.house.call('agent.checkin', {}, 'agent:gardener-1')
    on.house.pass(minutes(16))
    for (const actor of ['agent:gardener-1', 'agent:gardener-2']) {
      const { dispatchId } = await on.handedOver('Rake')
      const { token } = await on.house.call('dispatch.claim', { dispatchId }, actor)
      await on.house.call('dispatch.complete', { dispatchId, token, summary: 'Raked.' }, actor)
    }
    const at = on.house.now()
    on.house.pass(minutes(3))
    expect(new Set(await seen())).toEqual(
      new Set([
        ['agent:gardener-1', 'idle', at],
        ['agent:gardener-2', 'idle', at],
      ]),
    )
    on.house.pass(minutes(61))
    expect(await seen()).toEqual([])
  })

  it('never take the name of somebody who is known already, and neither does a successor', async () => {
    const { dispatchId } = await on.handedOver('Weed')
    const next = (await on.started(dispatchId)).run.id + 1
    await clearQueue(on.house)
    // One only checked in, one only claimed, one only said something, and one only has a token.
    await on.house.call('agent.checkin', {}, `agent:builder-${next}`)
    const claimed = await on.handedOver('By hand')
    await on.house.call('dispatch.claim', { dispatchId: claimed.dispatchId }, `agent:builder-${next + 1}`)
    await on.house.call('brief.append', { briefId: claimed.briefId, body: 'Hm.' }, `agent:builder-${next + 2}`)
    await on.house.call('token.create', { name: 'hand', role: 'builder', actor: `agent:builder-${next + 3}` })
    const { run } = await on.started((await on.handedOver('By flower')).dispatchId)
    expect(run).toMatchObject({ id: next, actor: `agent:builder-${next + 4}` })
    // The next one's own number is the first's name by now.
    const other = await on.started((await on.handedOver('Another')).dispatchId)
    expect(other.run.actor).toBe(`agent:builder-${next + 5}`)
    await on.house.call('agent.refresh', { agent: other.run.actor })
    const successor = await on.begin(other.run.dispatchId, { relieves: other.run.id })
    expect(successor.run.actor).toBe(`agent:builder-${next + 6}`)
    const { items } = await on.house.call('agent.list', {})
    expect(items.map(each => each.actor)).toContain(`agent:builder-${next}`)
  })
})
