import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSites, type Site } from './sites.ts'

const behind: Server[] = []
const found = new Map<string, Site | Promise<Site>>()
const sites = makeSites({
  resolve: ({ worktree, project }) => found.get(worktree ? `${worktree}.${project}` : project) ?? { is: 'unknown' },
  isOurs: port => port === 4747,
  hiddenCookies: ['flower_page'],
})
let port = 0

beforeAll(async () => {
  const listening = await sites.listen(0)
  if (listening.outcome !== 'listening') throw new Error(listening.code)
  port = listening.port
})
afterAll(async () => {
  await sites.close()
  for (const server of behind) {
    server.close()
    server.closeAllConnections()
  }
})

async function serving(key: string, answer: RequestListener, host = '127.0.0.1'): Promise<Server> {
  const server = createServer(answer).listen(0, host)
  await once(server, 'listening')
  behind.push(server)
  found.set(key, { is: 'up', port: (server.address() as AddressInfo).port, name: key, unwell: false })
  return server
}

async function ask(site: string, headers: Record<string, string> = {}, path = '/', method = 'GET') {
  const call = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: { host: `${site}.localhost:${port}`, ...headers },
  })
  call.end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

test('each name reaches its own service, and MAIN its own', async () => {
  for (const key of ['feat--a.garden', 'feat--b.garden', 'garden'])
    await serving(key, (asked, answer) => answer.end(`${key} ${asked.url}`))
  expect(await ask('feat--a.garden', {}, '/x?y=1')).toMatchObject({ status: 200, body: 'feat--a.garden /x?y=1' })
  expect((await ask('feat--b.garden')).body).toBe('feat--b.garden /')
  expect((await ask('garden')).body).toBe('garden /')
})

test('a service on the other own address of the machine is found too', async () => {
  await serving('six.garden', (_, answer) => answer.end('six'), '::1')
  expect((await ask('six.garden')).body).toBe('six')
})

test('a stopped site says so and why, and is never another one', async () => {
  const off = { is: 'stopped', name: 'off · garden', start: 'flower service start web --worktree-id w3' } as const
  found.set('off.garden', { ...off, why: 'web is parked: no <database>', coming: false })
  const page = await ask('off.garden', { accept: 'text/html' })
  expect(page.status).toBe(503)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.body).toContain('web is parked: no &lt;database&gt;')
  expect(page.body).not.toContain('http-equiv="refresh"')
  expect((await ask('off.garden')).body).toMatch(/^off · garden\nThis site is stopped\nweb is parked: no <database>\n/)
  expect((await ask('off.garden')).body).toContain('or with `flower service start web --worktree-id w3`.')
  found.set('off.garden', { ...off, why: 'web starts', coming: true })
  expect((await ask('off.garden', { accept: 'text/html' })).body).toContain('http-equiv="refresh"')
  expect((await ask('off.garden', {}, '/.well-known/flower/site.css')).body).toContain('--paper')
  expect((await ask('nobody.garden')).status).toBe(404)
})

test('a service that does not listen is named with its port', async () => {
  const server = await serving('gone.garden', (_, answer) => answer.end())
  const { port: its } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  const page = await ask('gone.garden')
  expect(page.status).toBe(502)
  expect(page.body).toContain(`localhost:${its}`)
  expect(page.body).toContain('ECONNREFUSED')
})

test('one that missed its probes keeps nobody waiting, and is named', async () => {
  const server = await serving('hung.garden', () => undefined)
  const { port: its } = server.address() as AddressInfo
  found.set('hung.garden', { is: 'up', port: its, name: 'hung · garden', unwell: true })
  const page = await ask('hung.garden')
  expect(page.status).toBe(504)
  expect(page.body).toContain(`hung · garden`)
  expect(page.body).toContain(`localhost:${its}`)
})

test('when nobody says in time where a site is, the asker is told so', async () => {
  found.set('slow.garden', new Promise<Site>(() => undefined))
  expect((await ask('slow.garden')).status).toBe(503)
})

test('flower itself is never behind a site, nor are the sites', async () => {
  for (const own of [4747, port]) {
    found.set('own.garden', { is: 'up', port: own, name: 'own', unwell: false })
    expect((await ask('own.garden')).status).toBe(502)
  }
})

test('no cookie of flower goes in or out, and where a request came from is the truth', async () => {
  await serving('echo.garden', (asked, answer) => {
    answer.setHeader('set-cookie', ['id=1; Domain=garden.localhost; Path=/', 'flower_page=x'])
    answer.end(JSON.stringify(asked.headers))
  })
  const sent = {
    cookie: 'a=1; flower_page=secret',
    'x-forwarded-for': '9.9.9.9',
    forwarded: 'for=9.9.9.9',
    'x-forwarded-user': 'ada',
  }
  const answer = await ask('echo.garden', sent)
  const seen = JSON.parse(answer.body) as Record<string, string>
  expect(seen).toMatchObject({
    host: `echo.garden.localhost:${port}`,
    cookie: 'a=1',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': `echo.garden.localhost:${port}`,
    'x-forwarded-port': String(port),
    'x-forwarded-proto': 'http',
  })
  expect(seen).not.toHaveProperty('forwarded')
  expect(seen).not.toHaveProperty('x-forwarded-user')
  expect(answer.headers['set-cookie']).toEqual(['id=1; Path=/'])
})

test('what a service says bit by bit arrives bit by bit', async () => {
  let goOn = (): void => undefined
  await serving('stream.garden', (_, answer) => {
    answer.write('first')
    goOn = () => answer.end('last')
  })
  const call = request({ host: '127.0.0.1', port, headers: { host: `stream.garden.localhost:${port}` } })
  call.end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  expect(String((await once(response, 'data'))[0])).toBe('first')
  goOn()
  expect(await text(response)).toBe('last')
})

test('a service that dies in the middle of an answer breaks that answer and nothing else', async () => {
  await serving('broken.garden', (asked, answer) => {
    answer.write('half', () => asked.socket.destroy())
  })
  await expect(ask('broken.garden')).rejects.toThrow(/aborted|ECONNRESET/)
  expect((await ask('nobody.garden')).status).toBe(404)
})

/** A raw upgrade: answers all that came until the end or until the echo. */
async function upgrade(site: string, origin: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const head = `GET / HTTP/1.1\r\nHost: ${site}.localhost:${port}\r\nOrigin: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
  socket.write(head)
  let said = ''
  for await (const chunk of socket) {
    said += String(chunk)
    if (said.includes('101') && !said.includes('echo')) socket.write('echo')
    if (said.includes('echo')) break
  }
  return said
}

test('a socket of the site itself goes through, and one of a neighbour does not', async () => {
  const server = await serving('ws.garden', (_, answer) => answer.end())
  server.on('upgrade', (_, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    socket.on('error', () => undefined).pipe(socket)
  })
  expect(await upgrade('ws.garden', `http://ws.garden.localhost:${port}`)).toContain('echo')
  expect(await upgrade('ws.garden', `http://garden.localhost:${port}`)).toMatch(/^HTTP\/1\.1 403 /)
  expect(await upgrade('off.garden', `http://off.garden.localhost:${port}`)).toMatch(/^HTTP\/1\.1 503 /)
})
