import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AgentHouse, openAgentHouse } from '../../../test/agents/started.ts'
import { databases } from '../../../test/house.ts'
import { clearQueue, minutes, plan, statusOf } from '../../../test/work.ts'

const usage = (tokens: number, usd: number) => ({
  'model-1': { input: tokens, cacheRead: 0, cacheWrite: 0, output: 0, usd },
})

describe.each(databases)('agents that flower runs, on %s', database => {
  let on: AgentHouse
  beforeAll(async () => {
    on = await openAgentHouse(database)
  })
  afterAll(() => on.house.close())

  /** Nothing of the test before is queued or runs. */
  const begun = async (policy: Parameters<AgentHouse['policy']>[0] = {}): Promise<void> => {
    await clearQueue(on.house)
    for (const { run } of (await on.runner('agent.errands', { node: 'node-1', most: 8 })).runs)
      await on.runner('agent.settle', {
        runId: run.id,
        finding: { what: 'ended', exitCode: 0, signal: null, commits: 0, dirty: 0 },
      })
    await on.policy(policy)
  }

  it('are started for nobody where neither the dispatch nor the project names a harness, and for a name that is known', async () => {
    await begun({ default: null })
    const { dispatchId } = await on.handedOver('Whom')
    expect(await on.whyNot(dispatchId)).toContain('names no harness')
    expect(await on.starts()).toEqual([])
    expect(await on.house.refused('agent.start', { dispatchId, harness: 'cursor' })).toMatchObject({
      code: 'input.invalid',
      message: expect.stringContaining('claude, codex'),
    })
    await on.house.call('agent.start', { dispatchId, harness: 'codex' })
    await on.prepared()
    expect(await on.starts()).toEqual([dispatchId])
    expect((await on.begin(dispatchId)).run).toMatchObject({ harness: 'codex', driver: 'codex', status: 'starting' })
  })

  it('whose worktree is taken away from under them are lost, and ended', async () => {
    await begun()
    const { briefId, dispatchId } = await on.handedOver('Gone')
    const agent = await on.started(dispatchId)
    const finding = { what: 'gone' as const, reason: 'The folder is gone.' }
    await on.runner('worktree.settle', { worktreeId: agent.worktree.id, finding })
    const { order } = await on.runner('agent.settle', { runId: agent.run.id, finding: { what: 'alive' } })
    expect(order).toEqual({ do: 'end' })
    await on.ended(agent, { signal: 'SIGTERM' })
    const { dispatches } = await on.house.call('recall.brief', { briefId })
    expect(dispatches[0]).toMatchObject({ status: 'queued', reason: 'lost' })
  })

  it('begin nothing that an operator has not approved, where the policy wants that', async () => {
    await begun({ approvals: ['dispatch'] })
    const { briefId } = await on.house.call('brief.capture', { text: 'Look first', spec: 'x', autoDispatch: true })
    await on.house.call('brief.setStatus', { briefId, status: 'planned' })
    const due = async () => (await on.runner('dispatch.reconcile', { wasAway: false })).dispatched
    expect(await due()).toEqual([])
    await on.house.call('brief.approve', { briefId })
    expect(await due()).toHaveLength(1)
  })

  it('are never more than the project and the machine allow', async () => {
    await begun({ maxConcurrent: 2 })
    const three = [await on.handedOver('One'), await on.handedOver('Two'), await on.handedOver('Three')]
    const [first, second, third] = three.map(each => each.dispatchId) as [number, number, number]
    expect(await on.whyNot(first, 0)).toContain('0 of 0 agents of this machine')
    const one = await on.started(first)
    await on.started(second)
    expect(await on.whyNot(third)).toBe('2 of 2 agents of the project are at work')
    // Whoever asks why it doesn't move hears the same.
    const { why } = await on.house.call('brief.why', { briefId: three[2]?.briefId ?? 0 })
    expect(why).toContain('2 of 2 agents of the project are at work')
    const { queued } = await on.house.call('recall.queue', {})
    expect(queued.find(each => each.id === third)?.waits).toContain('2 of 2 agents')
    await on.as(one, 'dispatch.complete', { dispatchId: first, token: one.run.token ?? 0, summary: 'Done.' })
    // Its program says its last words and takes its place until it is gone.
    expect(await on.order(one)).toEqual({ do: 'finish' })
    expect(await on.starts()).toEqual([])
    await on.ended(one)
    expect(await on.starts()).toEqual([third])
  })

  it('have a token that can do only what their attempt may', async () => {
    await begun()
    const own = await on.handedOver('Own')
    const other = await on.handedOver('Other')
    const agent = await on.started(own.dispatchId)
    expect(await on.refusedAs(agent, 'dispatch.claim', { dispatchId: other.dispatchId })).toMatchObject({
      code: 'run.not_yours',
    })
    expect(
      await on.refusedAs(agent, 'brief.writeSpec', { briefId: other.briefId, spec: 'Mine', revision: 1 }),
    ).toMatchObject({ code: 'run.not_yours' })
    await on.as(agent, 'brief.append', { briefId: other.briefId, body: 'I saw this too.' })
    // What it holds already it is told again.
    expect(await on.as(agent, 'dispatch.claim', {})).toMatchObject({
      dispatchId: own.dispatchId,
      token: agent.run.token,
    })
  })

  it('are asked for a handoff at the soft mark, relieved once it is written, and refused by name from then on', async () => {
    await begun()
    const { briefId, dispatchId } = await on.handedOver('Long')
    const old = await on.started(dispatchId)
    await on.heard(old, { contextTokens: 100_000, contextWindow: 200_000 })
    expect((await on.as(old, 'agent.inbox', {})).refresh).toBeUndefined()
    await on.heard(old, { contextTokens: 125_000 })
    expect((await on.as(old, 'agent.inbox', {})).refresh).toContain('scratchpad_write')
    on.house.pass(1_000)
    await on.as(old, 'scratchpad.write', { briefId, title: 'Handoff', body: 'The east bed is done.' })
    await on.heard(old, { contextTokens: 130_000 })
    expect(await on.starts()).toEqual([dispatchId])
    const fresh = await on.begin(dispatchId, { relieves: old.run.id })
    await on.runner('agent.settle', { runId: fresh.run.id, finding: { what: 'launched' } })
    expect(fresh.prompt).toContain('The east bed is done.')
    expect(await on.order(old)).toBeUndefined()
    const claimed = await on.as(fresh, 'dispatch.claim', { dispatchId })
    expect(claimed.attempt).toBe(2)
    expect(await on.order(old)).toEqual({ do: 'finish' })
    expect(
      await on.refusedAs(old, 'dispatch.complete', { dispatchId, token: old.run.token, summary: 'Me' }),
    ).toMatchObject({ code: 'dispatch.stale_token', data: { holder: fresh.run.actor } })
    await on.ended(old, { signal: 'SIGTERM' })
    await on.as(fresh, 'dispatch.complete', { dispatchId, token: claimed.token, summary: 'Done.' })
    expect(await statusOf(on.house, briefId)).toBe('in_review')
    const { items } = await on.house.call('agent.runs', { briefId })
    expect(items.map(each => [each.attempt, each.curve.at(-1)?.tokens])).toEqual([
      [2, undefined],
      [1, 130_000],
    ])
  })

  it('are relieved at the hard mark although they wrote nothing', async () => {
    await begun()
    const { dispatchId } = await on.handedOver('Silent')
    const old = await on.started(dispatchId)
    await on.heard(old, { contextTokens: 165_000, contextWindow: 200_000 })
    const fresh = await on.begin(dispatchId, { relieves: old.run.id })
    expect(fresh.prompt).toContain('left no handoff')
  })

  it('that stop talking while they wait to be relieved are neither reminded nor ended, only told what is said to them', async () => {
    await begun()
    const { dispatchId } = await on.handedOver('Full')
    const old = await on.started(dispatchId)
    const full = { state: 'input', contextTokens: 165_000, contextWindow: 200_000 } as const
    expect((await on.heard(old, full)).order).toBeUndefined()
    await on.house.call('agent.message', { agent: old.run.actor, body: 'Mind the roses.' })
    expect(await on.order(old)).toMatchObject({ do: 'send', text: 'Message from operator:ada: Mind the roses.' })
    const fresh = await on.begin(dispatchId, { relieves: old.run.id })
    await on.as(fresh, 'dispatch.claim', { dispatchId })
    expect(await on.order(old)).toEqual({ do: 'finish' })
  })

  it('are of the harness that was named for the work when they mend it, and go on with its session; its review is by the usual one', async () => {
    await begun()
    const briefId = await plan(on.house, 'Named', { review: true })
    const { dispatchId } = await on.house.call('brief.dispatch', { briefId, harness: 'codex' })
    await on.prepared()
    const builder = await on.started(dispatchId)
    await on.heard(builder, { session: 'thread-1', contextTokens: 20_000 })
    const held = { dispatchId, token: builder.run.token ?? 0 }
    const { nextDispatchId } = await on.as(builder, 'dispatch.complete', { ...held, summary: 'Done.' })
    await on.ended(builder, { commits: 1 })
    await on.prepared()
    const reviewer = await on.started(nextDispatchId ?? 0)
    expect([builder.run.harness, reviewer.run.harness]).toEqual(['codex', 'claude'])
    const of = { dispatchId: nextDispatchId ?? 0, token: reviewer.run.token ?? 0 }
    await on.as(reviewer, 'review.verdict', { ...of, verdict: 'changes', body: 'Not a rose.', comments: [] })
    await on.ended(reviewer)
    await on.prepared()
    const [fix] = await on.starts()
    expect(await on.begin(fix ?? 0)).toMatchObject({ leg: 'fix', resume: 'thread-1', run: { harness: 'codex' } })
  })

  it('are ended when a budget is reached, an operator is asked, and nobody is started before it is raised', async () => {
    await begun({ budgets: { brief: { usd: 1 } } })
    const { briefId, dispatchId } = await on.handedOver('Dear')
    const agent = await on.started(dispatchId)
    await on.heard(agent, { usages: usage(50_000, 0.6) })
    expect(await on.order(agent)).toBeUndefined()
    const { order } = await on.heard(agent, { usages: usage(90_000, 1.2) })
    expect(order).toEqual({ do: 'end' })
    await on.ended(agent, { signal: 'SIGTERM' })
    on.house.pass(minutes(10))
    expect(await on.whyNot(dispatchId)).toBe('the budget of the Brief is spent: $1.20 of $1.00')
    const { items } = await on.house.call('recall.decisions', { status: 'open' })
    expect(items.map(each => each.header).join()).toContain(`was stopped at #${briefId}`)
    await on.house.call('brief.configure', { briefId, budget: { usd: 5 } })
    expect(await on.starts()).toEqual([dispatchId])
    const costs = await on.house.call('agent.costs', {})
    expect(costs.briefs).toContainEqual(expect.objectContaining({ briefId, tokens: 90_000, usd: 1.2 }))
    expect((await on.house.call('recall.brief', { briefId })).cost).toEqual({ tokens: 90_000, usd: 1.2 })
  })

  it('of one harness all wait for their provider’s limit to pass, whoever met it', async () => {
    await begun()
    const one = await on.handedOver('Met it')
    const two = await on.handedOver('Not yet')
    const agent = await on.started(one.dispatchId)
    const until = new Date(Date.parse(on.house.now()) + minutes(30)).toISOString()
    const { order } = await on.heard(agent, { state: 'limit', limitUntil: until, lastWords: 'usage limit reached' })
    expect(order).toEqual({ do: 'end' })
    await on.ended(agent, { exitCode: 1 })
    expect(await on.whyNot(one.dispatchId)).toContain(until)
    expect(await on.whyNot(two.dispatchId)).toBe(`the provider of claude lets nobody go on until ${until}`)
    on.house.pass(minutes(31))
    expect(await on.starts()).toEqual([one.dispatchId, two.dispatchId])
    // Its attempts are not spent by that, and its session is gone on with where there is one.
    expect((await on.begin(one.dispatchId)).run.status).toBe('starting')
  })

  it('that end without a commit and without a word did no work, and are tried again after a pause', async () => {
    await begun()
    const { briefId, dispatchId } = await on.handedOver('Nothing')
    await on.ended(await on.started(dispatchId))
    const { dispatches } = await on.house.call('recall.brief', { briefId })
    expect(dispatches[0]).toMatchObject({ status: 'queued', reason: 'no_work', attemptsLeft: 2 })
    expect(await on.whyNot(dispatchId)).toContain('tried again at')
    on.house.pass(minutes(1))
    await on.ended(await on.started(dispatchId), { signal: 'SIGKILL', commits: 2 })
    on.house.pass(minutes(2))
    await on.ended(await on.started(dispatchId), { lost: true })
    // Three attempts, however often it is handed over, and then a person looks.
    expect((await on.house.call('recall.brief', { briefId })).dispatches[0]).toMatchObject({ status: 'failed' })
    expect(await statusOf(on.house, briefId)).toBe('planned')
  })

  it('that can’t speak to us are taken at their exit code and their commits', async () => {
    await begun({ default: 'maker', harnesses: { maker: { driver: 'command' } } })
    const { briefId, dispatchId } = await on.handedOver('Make')
    const agent = await on.started(dispatchId)
    await on.heard(agent, { lastWords: 'Made the bed.' })
    await on.ended(agent, { exitCode: 0, commits: 1 })
    expect(await statusOf(on.house, briefId)).toBe('in_review')
  })

  it('that stop talking are told once what is missing, and then they are ended', async () => {
    await begun()
    const { dispatchId } = await on.handedOver('Talk')
    const agent = await on.started(dispatchId)
    const { order } = await on.heard(agent, { state: 'input', lastWords: 'I think I am done.' })
    expect(order).toMatchObject({ do: 'send', reminds: true, text: expect.stringContaining('dispatch_complete') })
    if (order) await on.runner('agent.settle', { runId: agent.run.id, finding: { what: 'obeyed', order } })
    expect((await on.heard(agent, { state: 'input' })).order).toEqual({ do: 'finish' })
  })

  it('are told a message once: with their next answer, or as soon as they wait for words', async () => {
    await begun()
    const { dispatchId } = await on.handedOver('Listen')
    const agent = await on.started(dispatchId)
    await on.house.call('agent.message', { agent: agent.run.actor, body: 'Mind the roses.' })
    const { messages } = await on.as(agent, 'agent.inbox', {})
    expect(messages).toMatchObject([{ from: 'operator:ada', body: 'Mind the roses.' }])
    await on.as(agent, 'agent.delivered', { through: messages[0]?.id ?? 0 })
    expect((await on.as(agent, 'agent.inbox', {})).messages).toEqual([])
    await on.house.call('agent.message', { agent: agent.run.actor, body: 'And the lilies.' })
    const { order } = await on.heard(agent, { state: 'input' })
    expect(order).toMatchObject({ do: 'send', text: 'Message from operator:ada: And the lilies.' })
    expect(await on.house.refused('agent.message', { agent: 'nobody-1', body: 'Hello' })).toMatchObject({
      code: 'agent.missing',
    })
  })

  it('that may not use a tool without leave have a person asked, whose answer goes back to them', async () => {
    await begun()
    const { dispatchId } = await on.handedOver('Leave')
    const agent = await on.started(dispatchId)
    await on.heard(agent, { state: 'permission', lastWords: 'asks for Bash' })
    expect(await on.order(agent)).toBeUndefined()
    const open = async () =>
      (await on.house.call('recall.decisions', { status: 'open' })).items.filter(each =>
        each.header.includes(agent.run.actor),
      )
    const [question] = await open()
    expect(question?.header).toContain('asks for Bash. Allow it?')
    await on.house.call('decision.answer', { decisionId: question?.id, answer: 'Just this once.', option: 1 })
    const order = await on.order(agent)
    expect(order).toEqual({ do: 'answer', allow: true })
    if (order) await on.runner('agent.settle', { runId: agent.run.id, finding: { what: 'obeyed', order } })
    expect(await on.order(agent)).toBeUndefined()
    // What it waits for no more nobody is asked any longer.
    await on.heard(agent, { state: 'permission', lastWords: 'asks for Write' })
    await on.heard(agent, { state: 'working' })
    expect(await open()).toEqual([])
  })

  it('are ended on a word, and their hand-over with them', async () => {
    await begun()
    const { briefId, dispatchId } = await on.handedOver('Stop')
    const agent = await on.started(dispatchId)
    await on.house.call('agent.stop', { agent: agent.run.actor, note: 'Wrong bed.' })
    expect(await on.order(agent)).toEqual({ do: 'end' })
    await on.ended(agent, { signal: 'SIGTERM' })
    expect(await statusOf(on.house, briefId)).toBe('planned')
    expect(await on.starts()).toEqual([])
    expect(await on.house.refused('agent.stop', { agent: agent.run.actor })).toMatchObject({
      code: 'agent.not_running',
    })
  })

  it('go on with their session once the decision that they waited for is answered', async () => {
    await begun()
    const { briefId, dispatchId } = await on.handedOver('Ask')
    const agent = await on.started(dispatchId)
    await on.heard(agent, { session: 'session-7', contextTokens: 20_000 })
    const { decisionId } = await on.as(agent, 'decision.ask', { briefId, header: 'Red or white?', blocking: true })
    await on.as(agent, 'dispatch.release', { dispatchId, token: agent.run.token ?? 0, reason: 'needs_decision' })
    await on.ended(agent)
    expect(await on.starts()).toEqual([])
    await on.house.call('decision.answer', { decisionId, answer: 'Red.' })
    const again = await on.started(dispatchId)
    expect(again).toMatchObject({ resume: 'session-7', run: { actor: agent.run.actor } })
    expect(again.prompt).toContain('Red or white?: Red.')
  })

  it('are not started while the house is paused, and those that work hear of it', async () => {
    await begun()
    const { dispatchId } = await on.handedOver('Later')
    const other = await on.started((await on.handedOver('Now')).dispatchId)
    await on.house.call('system.pause', {})
    expect(await on.starts()).toEqual([])
    expect((await on.as(other, 'agent.inbox', {})).paused).toBe(true)
    await on.house.call('system.resume', {})
    expect(await on.starts()).toEqual([dispatchId])
  })

  it('are said to be stale, waiting or gone by what was heard of them', async () => {
    await begun()
    const { dispatchId } = await on.handedOver('Alive')
    const agent = await on.started(dispatchId)
    const liveness = async () =>
      (await on.house.call('agent.list', { gone: true })).items.find(each => each.actor === agent.run.actor)?.liveness
    expect(await liveness()).toBe('working')
    await on.heard(agent, { state: 'permission', lastWords: 'asks for Bash' })
    expect(await liveness()).toBe('waiting_permission')
    await on.heard(agent, { state: 'working' })
    on.house.pass(minutes(11))
    expect(await liveness()).toBe('stale')
    // An hour of silence is no patience any more.
    on.house.pass(minutes(55))
    const { order } = await on.runner('agent.settle', { runId: agent.run.id, finding: { what: 'alive' } })
    expect(order).toEqual({ do: 'end' })
    await on.ended(agent, { signal: 'SIGTERM' })
    expect(await liveness()).toBe('gone')
    await on.house.call('agent.park', { agent: agent.run.actor, parked: true })
    expect(await liveness()).toBe('parked')
  })
})

it('what is spent counts for the day that it is where the house runs, and the budget of a day ends at its midnight', async () => {
  // The cast begins at 9 in the morning in Greenwich: 11 in the evening before.
  const on = await openAgentHouse('sqlite', { budgets: { day: { usd: 1 } } }, 'Pacific/Honolulu')
  const { dispatchId } = await on.handedOver('Late')
  const agent = await on.started(dispatchId)
  await on.heard(agent, { usages: usage(90_000, 1.2) })
  await on.ended(agent, { signal: 'SIGTERM' })
  on.house.pass(minutes(30))
  expect(await on.whyNot(dispatchId)).toContain('the budget of the day is spent')
  expect((await on.house.call('agent.costs', {})).days).toMatchObject([{ day: '2026-03-01', usd: 1.2 }])
  on.house.pass(minutes(45))
  expect(await on.starts()).toEqual([dispatchId])
  expect((await on.house.call('agent.costs', {})).today.usd).toBe(0)
  await on.house.close()
})
