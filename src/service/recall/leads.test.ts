import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'

const minute = 60_000
const day = 24 * 60 * minute

describe.each(databases)('what a lead asks on %s', database => {
  let house: TestHouse
  beforeEach(async () => {
    house = await openHouse(database)
  })
  afterEach(() => house.close())

  const capture = async (text: string, more: object = {}): Promise<number> =>
    (await house.call('brief.capture', { text, ...more })).briefId
  const planned = async (text: string, more: object = {}): Promise<number> => {
    const briefId = await capture(text, { spec: `${text}.`, ...more })
    await house.call('brief.setStatus', { briefId, status: 'planned' })
    return briefId
  }

  it('shows in the queue who works, what is queued by priority, what is ready and what waits with the reason', async () => {
    const dig = await planned('Dig')
    const later = await planned('Prune later')
    const soon = await planned('Prune soon', { priority: 0 })
    const ready = await planned('Water')
    const blocked = await planned('Plant', { dependsOn: [dig] })
    const unapproved = await planned('Spray')
    await house.call('brief.configure', { briefId: unapproved, needsApproval: true })
    const { dispatchId } = await house.call('brief.dispatch', { briefId: dig })
    await house.call('dispatch.claim', { dispatchId }, 'agent:builder-1')
    for (const briefId of [later, soon]) await house.call('brief.dispatch', { briefId })
    const queue = await house.call('recall.queue')
    expect(queue.inFlight).toMatchObject([
      { id: dispatchId, briefId: dig, title: 'Dig', project: 'garden', holder: 'agent:builder-1' },
    ])
    expect(queue.queued.map(each => each.briefId)).toEqual([soon, later])
    expect(queue.dispatchable).toEqual([{ id: ready, title: 'Water', project: 'garden', priority: 2 }])
    expect(queue.waiting).toMatchObject([
      { id: blocked, status: 'planned', why: `#${dig} is not in MAIN yet: Dig.` },
      { id: unapproved, why: "It waits for an operator's approval." },
    ])
    expect((await house.refused('recall.queue', { project: 'meadow' })).code).toBe('project.missing')
  })

  it('goes through the queue and the open loops page by page, and passes over nothing', async () => {
    const ready = await Promise.all([1, 2, 3].map(number => planned(`Water ${number}`)))
    const loose = await Promise.all([4, 5].map(number => planned(`Dig ${number}`)))
    for (const briefId of loose) await house.call('brief.dispatch', { briefId })
    await house.call('decision.ask', { header: 'Which bed?' })
    const pages = async <Page extends { nextCursor?: string | undefined }>(
      read: (cursor: string | undefined) => Promise<Page>,
    ): Promise<Page[]> => {
      const all: Page[] = []
      do all.push(await read(all.at(-1)?.nextCursor))
      while (all.at(-1)?.nextCursor !== undefined)
      return all
    }
    const queue = await pages(cursor => house.call('recall.queue', { limit: 2, cursor }))
    expect(queue.map(each => each.dispatchable.map(row => row.id))).toEqual([ready.slice(0, 2), ready.slice(2)])
    expect(queue.flatMap(each => each.queued.map(row => row.briefId))).toEqual(loose)
    const loops = await pages(cursor => house.call('recall.openLoops', { limit: 2, cursor }))
    expect(loops.map(each => each.items.length)).toEqual([2, 1])
    expect(new Set(loops.flatMap(each => each.items.map(row => row.ref))).size).toBe(3)
    const active = await pages(cursor => house.call('recall.active', { limit: 1, cursor }))
    expect(active.flatMap(each => each.items)).toEqual((await house.call('recall.active')).items)
    expect((await house.refused('recall.queue', { cursor: 'x' })).data).toMatchObject({ field: 'cursor' })
  })

  it('says of a queued dispatch that gave up for a while until when it waits', async () => {
    const briefId = await planned('Dig')
    await house.call('brief.dispatch', { briefId })
    const { dispatchId, token } = await house.call('dispatch.claim', {}, 'agent:builder-1')
    await house.call('dispatch.release', { dispatchId, token, reason: 'usage_limit' }, 'agent:builder-1')
    const queue = await house.call('recall.queue')
    expect(queue.queued[0]?.waits).toContain('until 2026-03-02T10:00:00.000Z')
    expect((await house.call('brief.why', { briefId })).who).toContain('by itself')
  })

  it('says of a queued dispatch whose Brief waits for an answer that nobody may claim it', async () => {
    const briefId = await planned('Dig')
    const { dispatchId } = await house.call('brief.dispatch', { briefId })
    const { decisionId } = await house.call('decision.ask', {
      briefId,
      header: 'How deep?',
      body: 'A spade or two?',
      blocking: true,
    })
    const { queued } = await house.call('recall.queue')
    expect(queued).toMatchObject([{ id: dispatchId, waits: `the Brief is blocked: q${decisionId} is not answered` }])
  })

  it('lists decisions with open ones first, over pages, and those of the caller', async () => {
    const briefId = await capture('Plant')
    for (let at = 1; at <= 5; at++)
      await house.call(
        'decision.ask',
        { header: `Question ${at}`, briefId: at === 5 ? briefId : undefined },
        at === 2 ? 'agent:builder-1' : undefined,
      )
    await house.call('decision.discuss', { decisionId: 2, body: 'Hm.' }, 'operator:ben')
    for (const decisionId of [3, 5]) await house.call('decision.answer', { decisionId, answer: 'Yes' })
    const told: number[] = []
    let cursor: string | undefined
    do {
      const page = await house.call('recall.decisions', { limit: 2, cursor })
      told.push(...page.items.map(each => each.id))
      cursor = page.nextCursor
    } while (cursor)
    expect(told).toEqual([4, 2, 1, 5, 3])
    const mine = await house.call('recall.decisions', { mine: true }, 'agent:builder-1')
    expect(mine.items).toMatchObject([
      { id: 2, project: 'garden', discussion: [{ actor: 'operator:ben', body: 'Hm.' }] },
    ])
    const answered = await house.call('recall.decisions', { status: 'answered', briefId })
    expect(answered.items.map(each => each.id)).toEqual([5])
    expect((await house.refused('recall.decisions', { cursor: 'open' })).code).toBe('input.invalid')
  })

  it('tells who holds what, who has fallen silent, and who was here', async () => {
    for (const text of ['Dig', 'Plant', 'Water']) await house.call('brief.dispatch', { briefId: await planned(text) })
    const claim = (as: string) => house.call('dispatch.claim', {}, as)
    const dug = await claim('agent:builder-1')
    house.pass(2 * minute)
    const planting = await claim('agent:builder-2')
    await house.call(
      'dispatch.heartbeat',
      { dispatchId: planting.dispatchId, token: planting.token, contextTokens: 900, note: 'Half the roses stand' },
      'agent:builder-2',
    )
    house.pass(minute)
    await claim('agent:builder-3')
    await house.call('brief.append', { briefId: 1, body: 'Looks well.' }, 'operator:ben')
    const { items } = await house.call('recall.active')
    expect(items.map(each => [each.actor, each.liveness])).toEqual([
      ['agent:builder-1', 'stale'],
      ['agent:builder-2', 'working'],
      ['agent:builder-3', 'starting'],
      ['operator:ben', 'idle'],
      ['operator:ada', 'idle'],
    ])
    expect(items[0]).toMatchObject({ dispatchId: dug.dispatchId, briefId: 1, title: 'Dig', leg: 'build' })
    expect(items[1]).toMatchObject({ contextTokens: 900, lastWords: 'Half the roses stand' })
    house.pass(2 * day)
    expect((await house.call('recall.active')).items.every(each => each.liveness !== 'idle')).toBe(true)
  })

  it('finds every loop that is open, longest first, with who can close it', async () => {
    const silent = await capture('Forgotten', { spec: 'Half a spec' })
    const needed = await planned('Needed')
    const behind = await planned('Behind', { dependsOn: [needed] })
    house.pass(4 * day)
    await house.call('brief.setStatus', { briefId: needed, status: 'cancelled' })
    await house.call('decision.ask', { header: 'Red or white?', assignee: 'operator:ben' })
    await house.call('decision.ask', { header: 'Soap or garlic?' }, 'agent:builder-1')
    await house.call('decision.answer', { decisionId: 2, answer: 'Soap' })
    const queued = await planned('Queued')
    await house.call('brief.dispatch', { briefId: queued })
    const broken = await planned('Broken')
    await house.call('brief.dispatch', { briefId: broken })
    for (let at = 0; at < 3; at++) {
      const { token } = await house.call('dispatch.claim', { dispatchId: 2 }, 'agent:builder-1')
      await house.call('dispatch.fail', { dispatchId: 2, token, reason: 'gate_failed' }, 'agent:builder-1')
    }
    const { items } = await house.call('recall.openLoops')
    expect(items.map(each => [each.kind, each.ref])).toEqual(
      expect.arrayContaining([
        ['silent', `#${silent}`],
        ['blocker_ended', `#${behind}`],
        ['decision', 'q1'],
        ['unread_answer', 'q2'],
        ['dispatch', 'd1'],
        ['failed', 'd2'],
      ]),
    )
    expect(items[0]).toMatchObject({ kind: 'silent', ref: `#${silent}` })
    expect(items.find(each => each.ref === 'q1')).toMatchObject({
      who: 'operator:ben',
      next: 'decision.answer {decisionId: 1}',
    })
    expect(items.find(each => each.ref === 'q2')?.who).toBe('agent:builder-1')
    expect((await house.call('brief.why', { briefId: broken })).why).toContain('d2 (build) failed: gate failed')
    expect((await house.call('recall.openLoops', { limit: 1 })).items).toHaveLength(1)
  })

  it('says why a Brief is not moving, and refuses one that is not there', async () => {
    const briefId = await planned('Dig')
    expect(await house.call('brief.why', { briefId })).toMatchObject({
      briefId,
      why: 'It is planned and nobody has handed it over.',
    })
    const parentId = await planned('Beds')
    const child = await planned('Rake', { parentId })
    await house.call('brief.setStatus', { briefId: child, status: 'complete' })
    expect((await house.call('brief.why', { briefId: parentId })).why).toContain('all of its children are complete')
    await house.call('brief.setStatus', { briefId: parentId, status: 'complete' })
    await house.call('decision.ask', { briefId, header: 'How deep?', blocking: true })
    expect((await house.call('brief.why', { briefId })).why).toBe('q1 is not answered: How deep?')
    expect((await house.refused('brief.why', { briefId: 99 })).code).toBe('brief.missing')
  })

  it('finds open Briefs that are about the same, and no closed ones', async () => {
    const roses = await capture('Water the roses every evening')
    const closed = await capture('Water the roses at noon')
    await house.call('brief.setStatus', { briefId: closed, status: 'cancelled' })
    await capture('Paint the fence')
    const { items } = await house.call('brief.similar', { text: 'The roses need water' })
    expect(items).toMatchObject([{ id: roses, words: ['roses', 'water'], project: 'garden' }])
    expect((await house.call('brief.similar', { text: 'so that it is' })).items).toEqual([])
  })

  it('is well when the machine has nothing to complain of', async () => {
    expect(await house.call('recall.health')).toEqual({ ok: true, complaints: [], reconciledAt: null, readOnly: null })
  })
})
