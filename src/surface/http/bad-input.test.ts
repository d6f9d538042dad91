import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

type Problem = { code: string; detail: string; data: { field?: string } }

async function ask(path: string, body?: string | Uint8Array): Promise<{ status: number; problem: Problem }> {
  const response = await fetch(`${server.url}${path}`, {
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body }),
  })
  return { status: response.status, problem: (await response.json()) as Problem }
}

test.each([
  ['/api/live?after=abc', 'after', 'not abc'],
  ['/api/live?after=-1', 'after', 'not -1'],
  ['/api/live?briefId=zz', 'briefId', 'not zz'],
  ['/api/recall.brief?briefId=-1', 'briefId', 'has to be more than 0'],
  ['/api/recall.brief?briefId=4.5', 'briefId', 'has to be a whole number, not 4.5'],
  ['/api/recall.brief?briefId=four', 'briefId', 'has to be a number, not "four"'],
  ['/api/recall.brief', 'briefId', 'is needed'],
  ['/api/recall.briefs?limit=501', 'limit', 'has to be 500 at the most'],
  ['/api/data.export?format=xml', 'format', 'has to be one of jsonl, markdown'],
  ['/api/recall.brief?briefId=9007199254740991', 'briefId', 'has to be 2147483647 at the most'],
  ['/api/recall.briefs?project=a%00b', 'project', 'holds a NUL character at position 1'],
  ['/api/recall.search?query=roses&since=yesterday', 'since', 'has to be a time such as 2026-03-02T09:00:00Z'],
])('%s is refused by its field, in words', async (path, field, words) => {
  const { status, problem } = await ask(path)
  expect({ status, field: problem.data.field }).toEqual({ status: 400, field })
  expect(problem.detail).toContain(words)
})

test.each([
  ['{"text":5}', '`text`: has to be a text, not 5'],
  ['{}', '`text`: is needed'],
  ['{"Text":"x"}', '`Text`: is not a field of brief.capture; did you mean `text`?'],
  ['[]', 'has to be an object, not []'],
  ['{"text":"x","labels":"a"}', '`labels`: has to be a list, not "a"'],
  ['{"text":["a",{"b":1}]}', '`text`: has to be a text, not a list'],
  [`{"text":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, '`text`: has to be a text, not a list'],
  [new Uint8Array([...new TextEncoder().encode('{"text":"'), 0xff, 0x22, 0x7d]), 'the body is not UTF-8'],
])('a capture of %.40s is refused in words', async (body, words) => {
  const { status, problem } = await ask('/api/brief.capture', body)
  expect(status).toBe(400)
  expect(problem.detail).toContain(words)
})

test.each([
  [{ options: [5] }, 'options.0', 'has to be a text or an object, not 5'],
  [{ options: [{ label: 5 }] }, 'options.0.label', 'has to be a text, not 5'],
  [{ options: [{ label: 'Navy', colour: 'blue' }] }, 'options.0.colour', 'is not a field of decision.ask'],
  [{ options: [{ label: 'x'.repeat(301) }] }, 'options.0.label', 'longer than its limit of 300 characters'],
  [{ group: { name: 'blues', release: 'all', releases: 1 } }, 'group.releases', 'is not a field of decision.ask'],
])('a question with %j is refused by the field within, in words', async (input, field, words) => {
  const { status, problem } = await ask('/api/decision.ask', JSON.stringify({ header: 'Which blue?', ...input }))
  expect([400, 413]).toContain(status)
  expect(problem.data.field).toBe(field)
  expect(problem.detail).toContain(words)
})

test('a method that no operation answers is told how operations are called', async () => {
  const response = await fetch(`${server.url}/api/brief.capture`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.token}` },
  })
  expect(response.status).toBe(400)
  expect(((await response.json()) as Problem).detail).toContain('POST /api/<operation>')
})

test.each([
  ['/api/brief.capture', 'application/json'],
  ['/api/brief.attach', 'multipart/form-data; boundary=x'],
])('%s takes no more of an endless body than its limit, and says so', async (path, type) => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull: controller => {
      sent += 1
      controller.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': type }
  const asked: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body: endless, duplex: 'half' }
  const response = await fetch(`${server.url}${path}`, asked)
  expect(response.status).toBe(413)
  expect(((await response.json()) as Problem).code).toBe('input.too_large')
  expect(sent).toBeLessThan(200)
})

test('the head of the live stream is answered without one', async () => {
  const as = { authorization: `Bearer ${server.token}` }
  const head = await fetch(`${server.url}/api/live`, { method: 'HEAD', headers: as })
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const metrics = await (await fetch(`${server.url}/metrics`, { headers: as })).text()
  expect(metrics).toContain('flower_live_readers 0\n')
})
