import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { holdPorts, isPortFree, type PortsAsked } from './ports.ts'

const host = '127.0.0.1'
const range = { from: 47_300, to: 47_399 }
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function listening(address: string, port = 0): Promise<{ server: Server; port: number }> {
  const server = createServer(socket => socket.on('error', () => undefined).end('mine')).listen(port, address)
  await once(server, 'listening')
  cleanups.push(() => new Promise(done => server.close(done)))
  return { server, port: (server.address() as AddressInfo).port }
}

async function hold(asked: Partial<PortsAsked>) {
  const held = await holdPorts({ host, wanted: {}, kept: {}, taken: new Set(), range, ...asked })
  if (held.outcome !== 'held') throw new Error(held.outcome)
  cleanups.push(held.releaseAll)
  return held
}

test('a wanted port that somebody has gives way to the next, both are said, and the other one is left in peace', async () => {
  const { server, port } = await listening(host)
  const held = await hold({ wanted: { web: port } })
  expect(held.ports.web).toMatchObject({ wanted: port })
  expect(held.ports.web?.got).toBeGreaterThan(port)
  const socket = connect(port, host)
  expect(String((await once(socket, 'data'))[0])).toBe('mine')
  expect(server.listening).toBe(true)
})

test('somebody on every address, or on the other one of this machine, has the port too', async () => {
  for (const address of ['0.0.0.0', '::1']) {
    const { port } = await listening(address)
    expect(await isPortFree(host, port)).toBe(false)
    expect((await hold({ wanted: { web: port } })).ports.web?.got).not.toBe(port)
  }
})

test('what is held nobody else gets, until it is let go of for its service', async () => {
  const held = await hold({ wanted: { web: undefined, api: undefined } })
  const [web, api] = [held.ports.web?.got ?? 0, held.ports.api?.got ?? 0]
  expect(web).not.toBe(api)
  expect(await isPortFree(host, web)).toBe(false)
  const other = await hold({ wanted: { web } })
  expect([web, api]).not.toContain(other.ports.web?.got)
  await held.release('web')
  expect(await isPortFree(host, web)).toBe(true)
  expect(await isPortFree(host, api)).toBe(false)
})

test('twenty worktrees that ask at once get ports apart', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => hold({ wanted: { web: range.from, api: undefined } })))
  const got = all.flatMap(held => Object.values(held.ports).map(each => each.got))
  expect(new Set(got).size).toBe(40)
})

test('a worktree keeps the port that it had, though the wanted one is free again', async () => {
  const first = await hold({ wanted: { web: range.from + 10 }, taken: new Set([range.from + 10]) })
  expect(first.ports.web).toEqual({ wanted: range.from + 10, got: range.from + 11 })
  await first.releaseAll()
  const again = await hold({ wanted: { web: range.from + 10 }, kept: { web: range.from + 11 } })
  expect(again.ports.web).toEqual({ wanted: range.from + 10, got: range.from + 11 })
})

test('a stopped worktree keeps its ports from the others', async () => {
  const taken = new Set([range.from, range.from + 1])
  expect((await hold({ wanted: { web: undefined }, taken })).ports.web?.got).toBeGreaterThan(range.from + 1)
})

test('when nothing is free nothing is held, and the service is named', async () => {
  const { port } = await listening(host)
  const asked = { host, wanted: { api: undefined, web: undefined }, kept: {}, taken: new Set<number>() }
  const one = { from: port, to: port + 1 }
  const free = await isPortFree(host, port + 1)
  const answer = await holdPorts({ ...asked, range: one })
  expect(answer).toEqual({ outcome: 'none_free', service: free ? 'web' : 'api', wanted: undefined })
  expect(await isPortFree(host, port + 1)).toBe(free)
})

test('a host that is not this machine is unavailable', async () => {
  const asked = { host: '203.0.113.1', wanted: { web: undefined }, kept: {}, taken: new Set<number>(), range }
  expect(await holdPorts(asked)).toEqual({ outcome: 'unavailable', code: 'EADDRNOTAVAIL' })
})
