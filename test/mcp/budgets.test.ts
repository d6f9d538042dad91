import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { estimateTokens } from '#domain/text.ts'
import { openHouse, type TestHouse } from '../house.ts'
import { openDoor, type TestDoor } from './door.ts'
import { ask, overHttp } from './speak.ts'

let house: TestHouse
let door: TestDoor
let client: Client

beforeAll(async () => {
  house = await openHouse('sqlite')
  door = await openDoor(house)
  client = await overHttp(door.url, { actor: 'agent:orchestrator', role: 'orchestrator' }, '2026-07-28')
})

afterAll(async () => {
  await client.close()
  await door.close()
  await house.close()
})

type Page = { items: { id: number }[]; nextCursor?: string }

test('two thousand Briefs are listed within the budget, page by page, and none is passed over', async () => {
  await Promise.all(Array.from({ length: 2_000 }, (_, n) => house.call('brief.capture', { text: `Plant bed ${n}` })))
  const seen = new Set<number>()
  let cursor: string | undefined
  do {
    const said = await ask(client, 'recall_briefs', { limit: 500, ...(cursor && { cursor }) })
    expect(estimateTokens(said.text)).toBeLessThan(10_000)
    if (said.isError) throw new Error(said.text)
    const page = said.json() as Page
    for (const { id } of page.items) seen.add(id)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  expect(seen.size).toBe(2_000)
})

test('a Brief with five thousand events is read within the budget, and says how its rest is read', async () => {
  const { briefId } = await house.call('brief.capture', { text: 'Mow' })
  await Promise.all(
    Array.from({ length: 5_000 }, (_, n) =>
      house.call('brief.append', { briefId, body: `Round ${n}: ${'grass '.repeat(20)}` }),
    ),
  )
  const said = await ask(client, 'recall_brief', { briefId })
  expect(estimateTokens(said.text)).toBeLessThan(10_000)
  expect(said.json()).toMatchObject({ brief: { id: briefId, events: 5_002 }, cut: { how: expect.any(String) } })
})

test('what an agent gets of a Brief is the value that its page shows, null fields and all', async () => {
  const { briefId } = await house.call('brief.capture', { text: 'Dig' })
  const shown = await house.call('recall.brief', { briefId, maxBytes: 24_000 })
  expect((await ask(client, 'recall_brief', { briefId })).json()).toEqual(JSON.parse(JSON.stringify(shown)))
})

test('long decisions are cut as whole JSON, and the call that goes on passes over none', async () => {
  for (let n = 0; n < 12; n++)
    await house.call('decision.ask', { header: `Which ${n}?`, body: 'Because. '.repeat(900) })
  const first = await ask(client, 'recall_decisions')
  expect(estimateTokens(first.text)).toBeLessThan(10_000)
  const { items, cut } = first.json() as Page & { cut: { how: string } }
  expect(cut.how).toBe(`Call recall_decisions again with limit: ${items.length}; its nextCursor leads on.`)
  const again = (await ask(client, 'recall_decisions', { limit: items.length })).json() as Page
  const rest = (await ask(client, 'recall_decisions', { limit: items.length, cursor: again.nextCursor })).json() as Page
  expect(rest.items[0]?.id).not.toBe(items.at(-1)?.id)
  expect(new Set([...again.items, ...rest.items].map(each => each.id)).size).toBe(
    again.items.length + rest.items.length,
  )
})
