import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeWatch, type Watch } from '#service/watch.ts'
import { type AgentHouse, openAgentHouse } from '../../../test/agents/started.ts'
import { type Live, makeLive } from './live.ts'

let on: AgentHouse
let watch: Watch
let live: Live
/** What the next streams are opened with. */
let bearer: { tokenId: number | null; runId?: number }
let server: ReturnType<typeof createServer>
let sockets: Socket[]

beforeEach(async () => {
  on = await openAgentHouse('sqlite')
  watch = makeWatch(on.house.store)
  live = makeLive(watch, 0)
  bearer = { tokenId: null }
  sockets = []
  server = createServer((_, out: ServerResponse) => void live.open(out, { after: undefined, filter: {}, ...bearer }))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  live.close()
  watch.close()
  await new Promise(resolve => server.close(resolve))
  await on.house.close()
})

/** A reader whose bytes nobody takes until somebody listens to it. */
async function reader(): Promise<Socket> {
  const before = live.readers()
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.write('GET /api/live HTTP/1.1\r\nHost: here\r\n\r\n')
  await expect.poll(() => live.readers()).toBe(before + 1)
  return socket
}
const connections = (): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))))

test('a reader that takes nothing is dropped, and does not keep its connection', async () => {
  await reader()
  const { briefId } = await on.house.call('brief.capture', { text: 'Water the roses' })
  const body = 'roses '.repeat(40_000)
  // What the system itself keeps for a connection has to be full first.
  for (let round = 0; round < 200 && live.readers() > 0; round++)
    await on.house.call('brief.append', { briefId, body: `${body}${round}` })
  expect(live.readers()).toBe(0)
  await expect.poll(connections).toBe(0)
})

test('the stream of an agent ends with its run, and that of nobody else', async () => {
  const { dispatchId } = await on.handedOver('Prune')
  const agent = await on.started(dispatchId)
  await reader()
  bearer = { tokenId: 1, runId: agent.run.id }
  const socket = await reader()
  const ended = new Promise(resolve => socket.once('close', resolve))
  socket.resume()
  await on.ended(agent, {})
  await ended
  expect(live.readers()).toBe(1)
})
