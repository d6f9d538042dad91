import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { type Health, probeService } from './probe.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function serving(answer: RequestListener, host = '127.0.0.1'): Promise<number> {
  const server = createServer(answer).listen(0, host)
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const probe = (health: Health | undefined, port?: number, timeoutMs = 10_000) =>
  probeService({ health, port, cwd: tmpdir(), env: { WELL: 'yes' } }, timeoutMs)

test('a service is as well as its path answers', async () => {
  const port = await serving((asked, answer) => {
    answer.statusCode = asked.url === '/health' ? 204 : 500
    answer.end()
  })
  expect(await probe({ http: '/health' }, port)).toEqual({ ok: true, detail: '' })
  expect(await probe({ http: '/' }, port)).toEqual({ ok: false, detail: `GET / on port ${port} answered 500` })
  expect(await probe({ http: '/a b' }, port)).toEqual({ ok: false, detail: '`/a b` is no path' })
})

test('an address is asked as it is, whichever port the service itself has', async () => {
  const port = await serving((asked, answer) => {
    answer.statusCode = asked.url === '/ready?all' ? 200 : 503
    answer.end()
  })
  expect(await probe({ http: `http://localhost:${port}/ready?all` })).toMatchObject({ ok: true })
  const address = `http://127.0.0.1:${port}/`
  expect(await probe({ http: address }, 1)).toEqual({ ok: false, detail: `GET ${address} answered 503` })
  expect(await probe({ http: 'https://localhost/' })).toMatchObject({ ok: false })
})

test('one that takes the request and says nothing is unwell in its time', async () => {
  const port = await serving(() => undefined)
  const detail = `GET / on port ${port}: no answer within 200 ms`
  expect(await probe({ http: '/' }, port, 200)).toEqual({ ok: false, detail })
})

test('without a probe of its own, listening is well, on either address of the machine', async () => {
  for (const host of ['127.0.0.1', '::1'])
    expect(await probe(undefined, await serving(() => undefined, host))).toMatchObject({ ok: true })
  const port = await serving(() => undefined)
  servers.splice(0).forEach(server => server.close())
  expect(await probe(undefined, port)).toEqual({ ok: false, detail: `nobody listens on port ${port}` })
  expect(await probe({ http: '/' }, port)).toEqual({ ok: false, detail: `GET / on port ${port}: ECONNREFUSED` })
  expect(await probe(undefined)).toMatchObject({ ok: true })
})

test('a command of the project says it too, in its own environment, with its last words', async () => {
  const node = (script: string): Health => ({ run: [process.execPath, '-e', script] })
  expect(await probe(node('process.exit(process.env.WELL === "yes" ? 0 : 1)'))).toMatchObject({ ok: true })
  const unwell = await probe(node('console.error("no database"); process.exit(3)'))
  expect(unwell).toEqual({ ok: false, detail: `${process.execPath} left with 3: no database` })
  expect(await probe(node('setInterval(() => {}, 1e6)'), undefined, 200)).toMatchObject({ ok: false })
  expect(await probe({ run: ['no-such-program-here'] })).toMatchObject({ ok: false })
})
