import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../house.ts'
import { clearQueue, eventTypes, minutes, statusOf } from '../work.ts'
import { type AgentHouse, openAgentHouse, type Started } from './started.ts'

describe.each(databases)('a session that an operator takes into a terminal, on %s', database => {
  let on: AgentHouse
  beforeAll(async () => {
    on = await openAgentHouse(database)
  })
  afterAll(() => on.house.close())

  /** At work, its session known. */
  const atWork = async (text: string): Promise<Started & { briefId: number; agent: string }> => {
    await clearQueue(on.house)
    const { briefId, dispatchId } = await on.handedOver(text)
    const begun = await on.started(dispatchId)
    await on.heard(begun, { session: 'session-1' })
    return { ...begun, briefId, agent: `r${begun.run.id}` }
  }
  const attach = (agent: string, keep?: boolean) => on.house.call('agent.attach', { agent, ...(keep && { keep }) })
  const why = async (agent: string, as?: string, keep?: boolean) =>
    (await on.house.refused('agent.attach', { agent, ...(keep && { keep }) }, as)).data['because']

  /** Its program has ended, and the terminal has its bearer. */
  const attached = async (text: string) => {
    const begun = await atWork(text)
    await attach(begun.agent)
    await on.ended(begun)
    return { ...begun, taken: await attach(begun.agent) }
  }

  it('is broken off, keeps its lease, and is told to one terminal alone', async () => {
    const one = await atWork('Roses')
    expect(await attach(one.agent)).toMatchObject({ is: 'ending' })
    expect(await on.order(one)).toEqual({ do: 'break_off' })
    expect(await why(one.agent, 'operator:ben')).toContain('operator:ada opens it')
    on.house.pass(61_000)
    expect(await on.order(one)).toEqual({ do: 'end' })
    await on.ended(one, { signal: 'SIGTERM' })
    const taken = await attach(one.agent)
    expect(taken).toMatchObject({ is: 'attached', run: { session: 'session-1', state: 'attached', endedAt: null } })
    expect(taken.secret).toMatch(/^flower_/)
    expect(await why(one.agent)).toContain('operator:ada has it in one')
    expect((await attach(one.agent, true)).secret).toBeUndefined()
    const { items } = await on.house.call('agent.list', {})
    expect(items.find(each => each.run?.id === one.run.id)).toMatchObject({
      liveness: 'working',
      waits: 'operator:ada has its session in a terminal',
    })
    expect(await eventTypes(on.house, one.briefId)).toContain('agent_attached')
    expect([await on.order(one), await on.starts()]).toEqual([undefined, []])
    await on.house.call('agent.detach', { agent: one.agent })
  })

  it('goes on with the same agent and session once the terminal is closed, and costs no attempt', async () => {
    const { agent, run } = await attached('Lilies')
    for (let at = 0; at < 4; at += 1) {
      on.house.pass(minutes(2))
      await attach(agent, true)
      await on.runner('dispatch.reconcile', { wasAway: false })
    }
    await on.house.call('agent.detach', { agent })
    expect(await on.starts()).toEqual([run.dispatchId])
    const again = await on.begin(run.dispatchId)
    expect(again).toMatchObject({ resume: 'session-1', run: { actor: run.actor } })
    expect(again.prompt).toContain('had this session in a terminal')
    const { dispatch } = await on.house.call('dispatch.show', { dispatchId: run.dispatchId })
    expect(dispatch).toMatchObject({ attempt: 2, attemptsLeft: 3 })
  })

  it('is over when its work is, and the terminal is told so before anybody else may start in the worktree', async () => {
    const one = await attached('Tulips')
    const { dispatchId, token } = one.run
    await on.as(one, 'dispatch.complete', { dispatchId, token: token ?? 0, summary: 'Done.' })
    expect(await why(one.agent, undefined, true)).toBe('its work is over')
    expect(await on.order(one)).toBeUndefined()
    on.house.pass(61_000)
    expect(await on.order(one)).toEqual({ do: 'end' })
    await on.ended(one)
    expect(await on.order(one)).toBeUndefined()
    expect(await statusOf(on.house, one.briefId)).toBe('in_review')
  })

  it('comes back by itself when nobody says any more that the terminal is open', async () => {
    const one = await attached('Daisies')
    on.house.pass(minutes(6))
    await on.runner('dispatch.reconcile', { wasAway: false })
    on.house.pass(61_000)
    expect(await on.order(one)).toEqual({ do: 'end' })
    await on.ended(one)
    expect(await on.starts()).toEqual([one.run.dispatchId])
  })

  it('is ended by agent.stop as any other', async () => {
    const one = await attached('Thistles')
    await on.house.call('agent.stop', { agent: one.agent })
    expect(await why(one.agent, undefined, true)).toContain('it is being ended')
    on.house.pass(61_000)
    expect(await on.order(one)).toEqual({ do: 'end' })
    await on.ended(one)
    expect(await on.starts()).toEqual([])
  })

  it('is refused by name where the harness has no interface for it, while it is being started, and to agents', async () => {
    await on.policy({ harnesses: { own: { driver: 'command' } }, default: 'own' })
    const other = await atWork('Weeds')
    expect(await why(other.agent)).toContain('own (command) has no interface')
    await on.policy({})
    const { dispatchId } = await on.handedOver('Ferns')
    const begun = await on.begin(dispatchId)
    expect(await why(`r${begun.run.id}`)).toBe('it is just being started')
    expect(await on.refusedAs(other, 'agent.attach', { agent: other.agent })).toMatchObject({
      code: 'role.denied',
    })
  })
})
