import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entryOf, publicNames } from '#contract/catalogue.ts'
import { freePort } from '#machine/listen-port.ts'
import { startServer, type TestServer } from './server.ts'

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

/** A request with exactly these headers: `fetch` would set Host by itself. */
function knock(
  url: string,
  ask: { method: string; path: string; headers?: Record<string, string>; body?: string },
): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const call = request(
      {
        hostname,
        port,
        method: ask.method,
        path: ask.path,
        headers: { ...ask.headers },
        setHost: ask.headers?.['host'] === undefined,
      },
      response => {
        let body = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk
          // A stream does not end by itself.
          if (String(response.headers['content-type']).includes('event-stream')) {
            response.destroy()
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
          }
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
      },
    )
    call.on('error', reject)
    call.end(ask.body)
  })
}

const json = { 'content-type': 'application/json' }

/** Every way in, from the contract and the few routes beside it. */
const routes = [
  ...publicNames.map(name => ({ method: 'POST', path: `/api/${name}` })),
  ...publicNames.filter(name => entryOf(name).effect === 'read').map(name => ({ method: 'GET', path: `/api/${name}` })),
  { method: 'GET', path: '/api/live' },
  { method: 'GET', path: '/api/openapi.json' },
  { method: 'GET', path: '/api/attachments/1' },
  { method: 'GET', path: '/api/no.such' },
  { method: 'POST', path: '/mcp' },
  { method: 'GET', path: '/mcp' },
  { method: 'GET', path: '/metrics' },
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/briefs' },
  { method: 'GET', path: '/briefs/4' },
  { method: 'GET', path: '/index.html' },
]

describe('the doors', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.remove())

  it.each(routes)('$method $path answers nobody without a token', async route => {
    const answer = await knock(server.url, {
      ...route,
      headers: json,
      ...(route.method === 'POST' ? { body: '{}' } : {}),
    })
    expect(answer.status).toBe(401)
    const wrong = await knock(server.url, {
      ...route,
      headers: { ...json, authorization: 'Bearer flower_wrong', cookie: 'flower_page=wrong' },
    })
    expect(wrong.status).toBe(401)
  })

  it.each([...routes, { method: 'GET', path: '/healthz' }, { method: 'GET', path: '/enter?code=x' }])(
    '$method $path answers no foreign Host or Origin, whatever the token',
    async route => {
      const bearer = { ...json, authorization: `Bearer ${server.token}` }
      const port = new URL(server.url).port
      const strangers: Record<string, string>[] = [
        { host: `evil.test:${port}` },
        { host: `127.0.0.1.evil.test:${port}` },
        { host: '127.0.0.1' },
        { origin: 'http://evil.test' },
        { origin: 'null' },
        { origin: `http://garden.localhost:${port}` },
        { origin: `https://127.0.0.1:${port}` },
        { 'sec-fetch-site': 'cross-site' },
      ]
      for (const foreign of strangers) {
        const answer = await knock(server.url, {
          ...route,
          headers: { ...bearer, ...foreign },
        })
        expect([foreign, answer.status]).toEqual([foreign, 403])
        expect(answer.body).not.toContain(server.token)
      }
    },
  )

  it.each(['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])('%s opens no route that is shut', async method => {
    const paths = [...new Set(routes.map(each => each.path))]
    for (const path of paths) {
      const nobody = await knock(server.url, { method, path, headers: json })
      expect([path, nobody.status]).toEqual([path, 401])
      const headers = { ...json, authorization: `Bearer ${server.token}`, origin: 'http://evil.test' }
      const foreign = await knock(server.url, { method, path, headers })
      expect([path, foreign.status]).toEqual([path, 403])
    }
  })

  it('lets the health check say that it is there, and no more', async () => {
    const answer = await knock(server.url, { method: 'GET', path: '/healthz' })
    expect(answer.status).toBe(200)
    expect(Object.keys(JSON.parse(answer.body) as object)).toEqual(['status', 'version'])
  })

  it('takes no form and no plain text from another site for a command', async () => {
    const before = await server.client().call('recall.briefs', {})
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
      const headers = { authorization: `Bearer ${server.token}`, ...(type ? { 'content-type': type } : {}) }
      const answer = await knock(server.url, {
        method: 'POST',
        path: '/api/brief.capture',
        headers,
        body: '{"text":"planted"}',
      })
      expect([type, answer.status]).toEqual([type, 400])
    }
    expect((await server.client().call('recall.briefs', {})).total).toBe(before.total)
  })

  it('writes nothing by GET', async () => {
    const answer = await knock(server.url, {
      method: 'GET',
      path: '/api/system.pause',
      headers: { authorization: `Bearer ${server.token}` },
    })
    expect(answer.status).toBe(400)
    expect((await server.client().call('system.info', {})).paused).toBeNull()
  })

  it('opens the page once for each link, with a cookie that no script reads and no other site sends', async () => {
    const link = new URL(server.link)
    const first = await knock(server.url, { method: 'GET', path: link.pathname + link.search })
    expect(first.status).toBe(303)
    const cookie = String(first.headers['set-cookie'])
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    const again = await knock(server.url, { method: 'GET', path: link.pathname + link.search })
    expect(again.status).toBe(403)
    const info = await knock(server.url, {
      method: 'GET',
      path: '/api/system.info',
      headers: { cookie: cookie.split(';')[0] ?? '' },
    })
    expect(info.status).toBe(200)
  })

  it('keeps a page signed in over a restart, and shuts out a revoked token at once', async () => {
    const { path } = await server.client().call('system.openLink', {})
    const entered = await knock(server.url, { method: 'GET', path })
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
    await server.kill()
    server = await server.again()
    expect((await knock(server.url, { method: 'GET', path: '/api/system.info', headers: { cookie } })).status).toBe(200)
    const { tokenId, secret } = await server.client().call('token.create', { name: 'reader', role: 'viewer' })
    const authorization = `Bearer ${secret}`
    expect(
      (await knock(server.url, { method: 'GET', path: '/api/system.info', headers: { authorization } })).status,
    ).toBe(200)
    await server.client().call('token.revoke', { tokenId })
    expect(
      (await knock(server.url, { method: 'GET', path: '/api/system.info', headers: { authorization } })).status,
    ).toBe(401)
  })

  it('gives a cookie out behind TLS that never travels without', async () => {
    const free = await freePort('127.0.0.1', 0)
    const port = free.outcome === 'free' ? free.port : 0
    const proxied = await startServer({ port, env: { FLOWER_PUBLIC_URL: 'https://garden.test' } })
    const local = `http://127.0.0.1:${port}`
    const cookieFor = async (path: string, headers: Record<string, string>): Promise<string> =>
      String((await knock(local, { method: 'GET', path, headers })).headers['set-cookie'])
    try {
      const link = new URL(proxied.link)
      expect(link.origin).toBe('https://garden.test')
      expect(await cookieFor(link.pathname + link.search, { host: 'garden.test' })).toMatch(/; Secure$/)
      const headers = { ...json, authorization: `Bearer ${proxied.token}` }
      const asked = await knock(local, { method: 'POST', path: '/api/system.openLink', headers, body: '{}' })
      const { path } = JSON.parse(asked.body) as { path: string }
      expect(await cookieFor(path, {})).toMatch(/SameSite=Strict(?!.*Secure)/)
    } finally {
      await proxied.remove()
    }
  })

  it("lets no token but an operator's speak for somebody else", async () => {
    const { secret } = await server
      .client()
      .call('token.create', { name: 'builder', role: 'builder', actor: 'agent:builder-1' })
    const as = { authorization: `Bearer ${secret}`, 'flower-actor': 'operator:ada', 'flower-role': 'operator' }
    const info = JSON.parse(
      (await knock(server.url, { method: 'GET', path: '/api/system.info', headers: as })).body,
    ) as { actor: string; role: string }
    expect(info).toMatchObject({ actor: 'agent:builder-1', role: 'builder' })
    expect(
      (await knock(server.url, { method: 'POST', path: '/api/system.pause', headers: { ...as, ...json }, body: '{}' }))
        .status,
    ).toBe(403)
  })

  it('lets a page of its own load nothing from elsewhere and run nothing inline', async () => {
    const page = await knock(server.url, {
      method: 'GET',
      path: '/',
      headers: { authorization: `Bearer ${server.token}` },
    })
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("require-trusted-types-for 'script'")
  })

  it('guards every answer, whatever it is', async () => {
    const as = { authorization: `Bearer ${server.token}` }
    for (const [method, path, headers] of [
      ['GET', '/', as],
      ['GET', '/', { accept: 'text/html' }],
      ['GET', '/flower.svg', as],
      ['GET', '/nothing.txt', as],
      ['GET', '/healthz', {}],
      ['GET', '/enter?code=x', {}],
      ['GET', '/enter?code=x', { accept: 'text/html' }],
      ['GET', '/metrics', as],
      ['GET', '/api/openapi.json', as],
      ['GET', '/api/system.info', as],
      ['GET', '/api/system.info', {}],
      ['GET', '/api/system.info', { ...as, host: 'evil.test' }],
      ['POST', '/api/nothing', { ...as, ...json }],
      ['POST', '/mcp', { ...as, ...json }],
    ] as const) {
      const answer = await knock(server.url, { method, path, headers, ...(method === 'POST' && { body: '{}' }) })
      expect(answer.headers, `${method} ${path}`).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
    }
  })
})
