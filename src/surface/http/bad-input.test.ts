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
])('%s is refused by its field, in words', async (path, field, words) => {
  const { status, problem } = await ask(path)
  expect({ status, field: problem.data.field }).toEqual({ status: 400, field })
  expect(problem.detail).toContain(words)
})

test.each([
  ['{"text":5}', '`text`: has to be a text, not 5'],
  ['{}', '`text`: is needed'],
  ['[]', 'has to be an object, not []'],
  ['{"text":"x","labels":"a"}', '`labels`: has to be a list, not "a"'],
  [new Uint8Array([...new TextEncoder().encode('{"text":"'), 0xff, 0x22, 0x7d]), 'the body is not UTF-8'],
])('a capture of %s is refused in words', async (body, words) => {
  const { status, problem } = await ask('/api/brief.capture', body)
  expect(status).toBe(400)
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
