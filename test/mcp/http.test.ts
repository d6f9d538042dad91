import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHouse, type TestHouse } from '../house.ts'
import { openDoor, type TestDoor } from './door.ts'
import { ask, overHttp, revisions } from './speak.ts'

let house: TestHouse
let door: TestDoor

beforeAll(async () => {
  house = await openHouse('sqlite')
  door = await openDoor(house)
})

afterAll(async () => {
  await door.close()
  await house.close()
})

const asBuilder = { actor: 'agent:builder-1' }
const asOrchestrator = { actor: 'agent:orchestrator', role: 'orchestrator' }

describe.each(revisions)('revision %s', revision => {
  test('a role sees its tools and is told how to work', async () => {
    const client = await overHttp(door.url, asBuilder, revision)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const { tools } = await client.listTools()
    const names = tools.map(each => each.name)
    expect(names).toContain('dispatch_claim')
    expect(names).not.toContain('brief_dispatch')
    expect(client.getInstructions()).toContain('dispatch_claim')
    await client.close()
  })

  test('a Brief goes its way: captured, handed over, claimed by one of two, completed', async () => {
    const orchestrator = await overHttp(door.url, asOrchestrator, revision)
    const agents = await Promise.all(['agent:one', 'agent:two'].map(actor => overHttp(door.url, { actor }, revision)))
    const { briefId } = (
      await ask(orchestrator, 'brief_capture', { text: 'Prune the roses', labels: '["garden"]' })
    ).json()
    await ask(orchestrator, 'brief_writeSpec', { briefId: `#${briefId}`, spec: 'All of them.', revision: '0' })
    const handed = (await ask(orchestrator, 'brief_dispatch', { briefId })).json()
    const claims = await Promise.all(
      agents.map(each => ask(each, 'dispatch_claim', { dispatchId: `d${handed['dispatchId']}` })),
    )
    expect(claims.filter(each => each.isError)).toHaveLength(1)
    const won = claims.findIndex(each => !each.isError)
    expect(claims[1 - won]?.text).toMatch(
      /^dispatch\.taken: d\d+ is held by agent:\w+ until .*\nNext: .*dispatch_claim/,
    )
    const { dispatchId, token, packet, next } = claims[won]?.json() ?? {}
    expect(packet).toContain('All of them.')
    expect(next).toContain('dispatch_heartbeat {dispatchId')
    const done = await ask(agents[won] as never, 'dispatch_complete', { dispatchId, token, summary: 'Pruned' })
    expect(done.isError).toBe(false)
    await Promise.all([orchestrator, ...agents].map(each => each.close()))
  })

  test('answers never go to the wrong client, slow and fast ones with the same ids mixed', async () => {
    const clients = await Promise.all(
      Array.from({ length: 4 }, (_, n) => overHttp(door.url, { actor: `agent:twin-${n}` }, revision)),
    )
    const { briefId } = (await ask(clients[0] as never, 'brief_capture', { text: 'Talk' })).json()
    const rounds = clients.flatMap((client, n) =>
      Array.from({ length: 25 }, async (_, round) => {
        const body = `${n}-${round}`
        const said =
          round % 2 === 0
            ? ask(client, 'brief_append', { briefId, body })
            : ask(client, 'scratchpad_read', { scratchpadId: 1_000 + n })
        const { text } = await said
        expect(text).toMatch(round % 2 === 0 ? /^\{"briefId":/ : new RegExp(`s${1_000 + n}\\b`))
      }),
    )
    await Promise.all(rounds)
    await Promise.all(clients.map(each => each.close()))
  })

  test('a tool that the role does not have is refused by the protocol', async () => {
    const client = await overHttp(door.url, asBuilder, revision)
    await expect(client.callTool({ name: 'brief_dispatch', arguments: { briefId: 1 } })).rejects.toThrow(
      'brief_dispatch',
    )
    expect((await client.listTools()).tools.length).toBeGreaterThan(0)
    await client.close()
  })
})

test('a session id that we never gave is answered 404, so that its client begins anew', async () => {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-session-id': 'of-before',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const answer = await fetch(`${door.url}/mcp`, { method: 'POST', headers, body })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({
    jsonrpc: '2.0',
    error: { message: expect.stringContaining('initialize') },
  })
})

test('a client goes on calling after the server was started anew', async () => {
  const first = await openDoor(house)
  const client = await overHttp(first.url, asBuilder, '2025-11-25')
  await first.close()
  const { port } = new URL(first.url)
  const again = await openDoor(house, Number(port))
  expect((await ask(client, 'brief_capture', { text: 'After the restart' })).isError).toBe(false)
  await client.close()
  await again.close()
})
