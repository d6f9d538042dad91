import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
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
  server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
})

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

test.each(revisions)(
  'what flower offers conforms to revision %s',
  async revision => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
    const baseline = join(import.meta.dirname, 'conformance-baseline.yml')
    const args = [suite, 'server', '--url', url, '--requirements', revision, '--expected-failures', baseline]
    const { code, said } = await new Promise<{ code: unknown; said: string }>(resolve =>
      execFile(process.execPath, args, { cwd: folder, timeout: 100_000 }, (error, out, errors) =>
        resolve({ code: error ? (error.code ?? error.signal) : 0, said: out + errors }),
      ),
    )
    expect(said).toContain('✓ tools-list')
    expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' })
  },
  120_000,
)
