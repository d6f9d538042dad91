import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse, type TestHouse } from '../house.ts'
import { openDoor, type TestDoor } from './door.ts'
import { ask, overHttp } from './speak.ts'

let house: TestHouse
let door: TestDoor
let client: Client

beforeAll(async () => {
  house = await openHouse('sqlite')
  door = await openDoor(house)
  client = await overHttp(door.url, { actor: 'agent:builder-1' }, '2026-07-28')
})

afterAll(async () => {
  await client.close()
  await door.close()
  await house.close()
})

const captured = async (text = 'Prune'): Promise<number> =>
  Number((await ask(client, 'brief_capture', { text })).json()['briefId'])

test('a refusal is an error in words, with the next call by the name of its tool', async () => {
  expect(await ask(client, 'brief_append', { briefId: 4_000, body: 'x' })).toMatchObject({
    isError: true,
    text: 'brief.missing: There is no Brief #4000.\nNext: See them with recall_briefs.',
  })
})

test('a call that the caller can not make itself keeps the name of its operation', async () => {
  const briefId = await captured()
  await house.call('brief.setStatus', { briefId, status: 'cancelled' })
  const { dispatchId } = await house.call('brief.dispatch', { briefId: await captured() }, 'operator:ada')
  await house.call('dispatch.cancel', { dispatchId })
  const { text } = await ask(client, 'dispatch_claim', { dispatchId })
  expect(text).toMatch(/^dispatch\.ended: .*\nNext: Hand the Brief over again with brief\.dispatch/)
})

test('a refusal brings the data that its words speak of, and only those', async () => {
  const briefId = await captured()
  await ask(client, 'brief_writeSpec', { briefId, spec: 'one\n', revision: 0 })
  const { text } = await ask(client, 'brief_writeSpec', { briefId, spec: 'two\n', revision: 0 })
  const [sentence, next, data] = text.split('\n')
  expect(sentence).toBe(`spec.changed: The spec of #${briefId} is at revision 1 now; yours was 0.`)
  expect(next).toContain('write again with revision 1')
  expect(Object.keys(JSON.parse(data?.replace('Data: ', '') ?? ''))).toContain('diff')
})

test('missing arguments are all named, with what they are', async () => {
  expect((await ask(client, 'dispatch_complete')).text).toBe(
    'input.invalid: `dispatchId`: is needed, and so is `token`, `summary`; no arguments arrived\n' +
      'Next: Correct `dispatchId` and call dispatch_complete again.\n' +
      'Data: {"needed":{"dispatchId":{"type":"integer","description":"Dispatch d"},"token":{"type":"integer","description":"Token of your claim"},"summary":{"type":"string"}}}',
  )
})

test('an unknown field is refused by name, with the one that was meant', async () => {
  const { text, isError } = await ask(client, 'brief_append', { briefId: await captured(), body: 'x', kinds: 'note' })
  expect(isError).toBe(true)
  expect(text).toContain('`kinds`: is not a field of brief.append; did you mean `kind`?')
})

test('a list that came as JSON text is kept as the list; a text that is none is refused', async () => {
  const { briefId } = (await ask(client, 'brief_capture', { text: 'Rake', labels: '["leaves","autumn"]' })).json()
  const row = await house.store.read(tx =>
    tx.db.selectFrom('briefs').select('labels').where('id', '=', Number(briefId)).executeTakeFirstOrThrow(),
  )
  expect(JSON.parse(row.labels)).toEqual(['leaves', 'autumn'])
  const refused = await ask(client, 'brief_capture', { text: 'Rake', labels: 'leaves, autumn' })
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('`labels`') })
})

test('a text that is too long is refused with its limit, and the session goes on', async () => {
  const refused = await ask(client, 'brief_capture', { text: 'x'.repeat(1_048_577) })
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('limit of 1048576 characters') })
  expect((await ask(client, 'brief_capture', { text: 'x' })).isError).toBe(false)
})

test('a long note is read to its end, part by part, each within the budget', async () => {
  const body = 'loam 🪱 '.repeat(10_000)
  const { scratchpadId } = (await ask(client, 'scratchpad_write', { title: 'Soil', body })).json()
  const parts: string[] = []
  let cursor: unknown
  do {
    const said = await ask(client, 'scratchpad_read', { scratchpadId, ...(cursor !== undefined && { cursor }) })
    expect(Buffer.byteLength(said.text)).toBeLessThanOrEqual(24_000)
    const { scratchpad, cut, nextCursor } = said.json() as Part
    expect(cut.what).toEqual([expect.stringContaining(`of ${body.length}`)])
    if (nextCursor)
      expect(cut.how).toContain(`scratchpad_read {scratchpadId: ${String(scratchpadId)}, revision: 1, cursor: "`)
    parts.push(scratchpad.body)
    cursor = nextCursor
  } while (cursor !== undefined)
  expect(parts.join('')).toBe(body)
})

type Part = { scratchpad: { body: string }; cut: { what: string[]; how: string }; nextCursor?: string }

test('a spec of a megabyte is written', async () => {
  const said = await ask(client, 'brief_writeSpec', {
    briefId: await captured(),
    spec: 'é'.repeat(1_000_000),
    revision: 0,
  })
  expect(said.json()).toMatchObject({ revision: 1 })
})

test('answers to writes are small and leave out what is not there', async () => {
  const { text } = await ask(client, 'brief_append', { briefId: await captured(), body: 'x'.repeat(50_000) })
  expect(text.length).toBeLessThan(300)
  expect(text).not.toContain('null')
})

test('a claim that waits tells its progress to a client that asks for it, and to no other', async () => {
  const told: unknown[] = []
  const call = { name: 'dispatch_claim', arguments: { wait: 50, leg: 'design' } }
  const waiting = client.callTool(call, { onprogress: progress => void told.push(progress) })
  await expect.poll(() => told.length).toBeGreaterThan(0)
  expect(told[0]).toMatchObject({ progress: 0, total: 50 })
  await house.call('brief.dispatch', { briefId: await captured(), leg: 'design' })
  const answer = await waiting
  expect(answer.isError ?? false).toBe(false)
})
