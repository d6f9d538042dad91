import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '../../test/server.ts'

test('a signal that comes twice, as to a whole group, cuts no call short', async () => {
  const server = await startServer()
  try {
    const slow = beginCall(server.url, server.token)
    await slow.arrived
    const ended = server.stop()
    await closed(server.url)
    process.kill(server.pid, 'SIGTERM')
    process.kill(server.pid, 'SIGHUP')
    expect(await slow.finish()).toBe(200)
    expect(await ended).toBe(0)
  } finally {
    await server.remove()
  }
})

test('a second one on the same home ends, and says how the repository that it was given is added to the first', async () => {
  const first = await startServer()
  try {
    const second = startServer({ home: first.home, project: '/srv/pear garden' })
    await expect(second).rejects.toThrow(
      `ended with 6 before it listened: flower: A flower runs on ${first.home} already: pid ${first.pid}, ${first.url}.\nnext: \`flower project register '/srv/pear garden'\` adds`,
    )
  } finally {
    await first.remove()
  }
})

test('one that is killed has kept its compiled code for the next start', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'flower-code-'))
  const server = await startServer({ env: { NODE_COMPILE_CACHE: cache } })
  await server.remove()
  expect(readdirSync(cache, { recursive: true }).length).toBeGreaterThan(20)
  // Its spawner ends with it, and writes what it has compiled just then.
  rmSync(cache, { recursive: true, maxRetries: 10 })
})

/** A call whose body is not whole yet; `arrived` once the server has begun to read it. */
function beginCall(url: string, token: string): { arrived: Promise<void>; finish: () => Promise<number> } {
  const body = '{"text":"a call on its way"}'
  const call = request(`${url}/api/brief.similar`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  })
  const status = new Promise<number>((resolve, reject) => {
    call.once('response', response => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.once('error', reject)
  })
  const arrived = new Promise<void>(resolve => call.once('continue', () => resolve()))
  call.flushHeaders()
  return {
    arrived,
    finish: () => {
      call.end(body)
      return status
    },
  }
}

/** Resolves once nobody listens there any more. */
async function closed(url: string): Promise<void> {
  for (;;) {
    const answers = await fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    )
    if (!answers) return
  }
}
