import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BriefRecall } from '#contract/recall.ts'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

describe.each(databases)('recalling a Brief on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
  })
  afterAll(() => house.close())

  const capture = async (text: string, more: object = {}): Promise<number> =>
    (await house.call('brief.capture', { text, ...more })).briefId

  it('tells everything of a small Brief and cuts nothing', async () => {
    const epic = await capture('The rose garden', { spec: 'Roses along the wall.' })
    const dig = await capture('Dig the bed', { parentId: epic })
    const plant = await capture('Plant roses', { parentId: epic, dependsOn: [dig] })
    await house.call('decision.ask', { briefId: epic, header: 'Red or white?', blocking: true })
    await house.call('brief.link', { briefId: epic, type: 'branch', ref: 'roses', relation: 'made' })
    await house.call('brief.append', { briefId: epic, body: 'Ben has seen the wall.' }, 'operator:ben')
    const recall = await house.call('recall.brief', { briefId: epic })
    expect(BriefRecall.parse(recall)).toEqual(recall)
    expect(recall.spec).toBe('Roses along the wall.')
    expect(recall.brief).toMatchObject({
      id: epic,
      project: 'garden',
      text: 'The rose garden',
      openDecisions: 1,
      dispatchable: false,
    })
    expect(recall.brief.blocked).toEqual([{ kind: 'decision', decisionId: 1, header: 'Red or white?' }])
    expect(recall.relationships).toMatchObject({
      parent: null,
      children: [
        { id: dig, wave: 1, blocked: false },
        { id: plant, wave: 2, blocked: true },
      ],
      edges: [[plant, dig]],
      rollup: { total: 2, waiting: 1, blocked: 1 },
    })
    expect(recall.brief.rollup).toEqual(recall.relationships.rollup)
    expect(recall.participants.map(each => each.actor).sort()).toEqual(['operator:ada', 'operator:ben'])
    expect(recall.links).toMatchObject([{ type: 'branch', ref: 'roses' }])
    expect(recall.trace).toHaveLength(recall.brief.events)
    expect(recall.trace.map(each => each.seq)).toEqual(recall.trace.map(each => each.seq).sort((a, b) => b - a))
    expect(recall.cut).toBeUndefined()
    expect(recall).toMatchObject({ merge: null, cost: { tokens: 0, usd: 0 } })
    expect(recall.size).toEqual({ bytes: bytes(recall), tokens: Math.ceil(JSON.stringify(recall).length / 4) })
    const child = await house.call('recall.brief', { briefId: plant })
    expect(child.relationships).toMatchObject({ parent: { id: epic, blocked: true }, dependsOn: [{ id: dig }] })
  })

  it('shows a hand-over with its attempts and without its packet', async () => {
    const briefId = await capture('Prune the hedge', { spec: 'Prune it.' })
    const { dispatchId, packet } = await house.call('brief.dispatch', { briefId })
    const { token } = await house.call('dispatch.claim', { dispatchId }, 'agent:builder-1')
    const recall = await house.call('recall.brief', { briefId })
    expect(recall.dispatches).toMatchObject([
      { id: dispatchId, holder: 'agent:builder-1', attempts: [{ number: 1, token }] },
    ])
    expect(recall.dispatches[0]).not.toHaveProperty('packet')
    expect(recall.dispatches[0]?.packetTokens).toBe(Math.ceil(packet.length / 4))
    expect(recall.brief.live).toMatchObject([{ id: dispatchId, status: 'claimed' }])
    expect(recall.participants.find(each => each.actor === 'agent:builder-1')?.holds).toBe(dispatchId)
  })

  it('keeps to its budget with ten thousand words of everything, and says what is left out and how to get it', async () => {
    const briefId = await capture('A long story 🌹', { spec: 'Roses, 薔薇 and 🌹.\n'.repeat(4_000) })
    for (let at = 0; at < 40; at++) {
      await house.call('brief.append', { briefId, body: `${at} ${'a word '.repeat(at === 30 ? 20_000 : 40)}` })
      await house.call('decision.ask', { briefId, header: `Question ${at}`, body: 'Why? '.repeat(200) })
      if (at > 3) await house.call('decision.withdraw', { decisionId: at, reason: 'settled' })
      await house.call('brief.link', {
        briefId,
        type: 'url',
        ref: `https://flower.example/${at}`,
        relation: 'mentions',
      })
    }
    for (const maxBytes of [4_000, 10_000, undefined, 100_000, 400_000]) {
      const recall = await house.call('recall.brief', { briefId, maxBytes })
      expect(bytes(recall)).toBe(recall.size.bytes)
      expect(recall.size.bytes).toBeLessThanOrEqual(maxBytes ?? 24_000)
      expect(recall.trace.length).toBeGreaterThan(0)
      expect(recall.cut?.how).toContain(`recall.brief {briefId: ${briefId}, cursor: "${recall.trace.at(-1)?.seq}"}`)
      if ((maxBytes ?? 24_000) <= 100_000) expect(recall.cut?.how).toContain(`{briefId: ${briefId}, maxBytes: `)
      expect(recall.spec.isWellFormed()).toBe(true)
    }
  })

  it('leads page by page to the first event, with the head alone after the first', async () => {
    const briefId = await capture('A long story', { spec: 'Roses.' })
    for (let at = 0; at < 60; at++) await house.call('brief.append', { briefId, body: `${at} ${'a word '.repeat(40)}` })
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await house.call('recall.brief', { briefId, maxBytes: 8_000, cursor })
      expect(page.size.bytes).toBeLessThanOrEqual(8_000)
      expect(page.spec).toBe(cursor === undefined ? 'Roses.' : '')
      seen.push(...page.trace.map(each => each.seq))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    const { brief } = await house.call('recall.brief', { briefId })
    expect(seen).toHaveLength(brief.events)
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  })

  it('cuts a text that is larger than its share, with a mark that says where it is whole', async () => {
    const briefId = await capture('Short')
    const { seq } = await house.call('brief.append', { briefId, body: 'x'.repeat(200_000) })
    const recall = await house.call('recall.brief', { briefId })
    const event = recall.trace.find(each => each.seq === seq)
    expect(event?.body).toContain(`of 200000 characters; trace.prove {seq: ${seq}} shows it whole`)
    expect(recall.trace.length).toBe(recall.brief.events)
  })

  it('never cuts the head, however small the budget is', async () => {
    const briefId = await capture('薔薇'.repeat(60), { spec: 'x'.repeat(5_000), labels: ['wall', 'south'] })
    const recall = await house.call('recall.brief', { briefId, maxBytes: 1_000 })
    expect(recall.brief).toMatchObject({ id: briefId, title: '薔薇'.repeat(60), labels: ['wall', 'south'] })
    expect(recall.cut?.what).toContain('all but the head')
  })

  it('refuses a Brief that is not there', async () => {
    expect((await house.refused('recall.brief', { briefId: 4_711 })).code).toBe('brief.missing')
  })
})
