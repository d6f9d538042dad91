import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, hostHeaderValidationResponse } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localClient } from '#client/local.ts'
import { mcpServer } from '#surface/mcp/server.ts'
import { openHouse, type TestHouse } from '../house.ts'
import { startServer, type TestServer } from '../server.ts'
import { addFixtures } from './fixtures.ts'
import { revisions } from './speak.ts'

let house: TestHouse
let server: Server
let folder: string

beforeAll(async () => {
  house = await openHouse('sqlite')
  folder = mkdtempSync(join(tmpdir(), 'flower-conformance-'))
  const client = localClient(house.execute, { actor: { kind: 'agent', ref: 'conformance' }, role: 'orchestrator' })
  const handler = createMcpHandler(() =>
    addFixtures(mcpServer({ clientFor: () => client, role: 'orchestrator', version: '0.0.0' })),
  )
  const answer = (request: Request): Promise<Response> | Response =>
    hostHeaderValidationResponse(request, ['127.0.0.1', 'localhost']) ?? handler.fetch(request)
  const listener = getRequestListener(answer, { overrideGlobalObjects: false })
  server = await listening(createServer((incoming, outgoing) => void listener(incoming, outgoing)))
})

const listening = (started: Server): Promise<Server> =>
  new Promise(resolve => void started.listen(0, '127.0.0.1', () => resolve(started)))

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await house.close()
  rmSync(folder, { recursive: true, force: true })
})

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)

const baseline = join(import.meta.dirname, 'conformance-baseline.yml')

async function assertConforms(at: Server, revision: string, expectedFailures: string): Promise<void> {
  const url = `http://127.0.0.1:${(at.address() as AddressInfo).port}/mcp`
  const args = [suite, 'server', '--url', url, '--requirements', revision, '--expected-failures', expectedFailures]
  const { code, said } = await new Promise<{ code: unknown; said: string }>(resolve =>
    execFile(process.execPath, args, { cwd: folder, timeout: 100_000 }, (error, out, errors) =>
      resolve({ code: error ? (error.code ?? error.signal) : 0, said: out + errors }),
    ),
  )
  expect(said).toContain('✓ tools-list')
  expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' })
}

test.each(revisions)(
  'what flower offers conforms to revision %s',
  revision => assertConforms(server, revision, baseline),
  120_000,
)

/** The suite knows no tokens, and a real server lets nobody in without: this shows one for it, and changes nothing else. */
const withToken = ({ url, token }: TestServer): Promise<Server> => {
  const { host } = new URL(url)
  const asTheirs = (value: string | undefined) => value?.replace(/(?<=^|\/\/)(?:127\.0\.0\.1|localhost):\d+$/, host)
  return listening(
    createServer((incoming, outgoing) => {
      const { headers, method } = incoming
      const own = { host: asTheirs(headers.host), origin: asTheirs(headers.origin), authorization: `Bearer ${token}` }
      const said = Object.entries({ ...headers, ...own }).filter(([, value]) => value !== undefined)
      const asked = request(`${url}/mcp`, { method, headers: Object.fromEntries(said) }, answer => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(outgoing)
      })
      asked.on('error', () => outgoing.destroy())
      incoming.pipe(asked)
    }),
  )
}

test.each(revisions)(
  'a running server, with its own tools and behind its own doors, conforms to revision %s',
  async revision => {
    const running = await startServer()
    const front = await withToken(running)
    // What calls a tool of the suite by its name finds none here.
    const named = ['simple-text', 'image', 'audio', 'embedded-resource', 'mixed-content', 'error', 'with-progress']
    const list = join(folder, `${revision}.yml`)
    writeFileSync(list, readFileSync(baseline, 'utf8') + named.map(each => `  - tools-call-${each}\n`).join(''))
    try {
      await assertConforms(front, revision, list)
    } finally {
      front.closeAllConnections()
      front.close()
      await running.remove()
    }
  },
  120_000,
)
