import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse, type TestHouse } from '../house.ts'
import { openDoor, type TestDoor } from './door.ts'

let house: TestHouse
let door: TestDoor
let home: string

beforeAll(async () => {
  house = await openHouse('sqlite')
  door = await openDoor(house)
  home = mkdtempSync(join(tmpdir(), 'flower-inspector-'))
})

afterAll(async () => {
  await door.close()
  await house.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 10 })
})

const inspector = join(import.meta.dirname, '../../node_modules/.bin/mcp-inspector')

/** What the official inspector's command line prints, as JSON. */
function inspect(...args: string[]): Promise<unknown> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, USER: 'ada' }
  return new Promise((resolve, reject) =>
    execFile(
      process.execPath,
      [inspector, '--cli', ...args],
      { env, cwd: home, timeout: 60_000 },
      (error, out, errors) => (error ? reject(new Error(errors || out, { cause: error })) : resolve(JSON.parse(out))),
    ),
  )
}

const program = [process.execPath, '--conditions=flower-source', join(import.meta.dirname, 'session.ts')]
const call = ['--method', 'tools/call', '--tool-name', 'brief_capture', '--tool-arg', 'text=Look', 'labels=["a","b"]']
const captured = { content: [{ type: 'text', text: expect.stringContaining('"title":"Look"') }] }

test('the official inspector lists and calls the tools over stdio', async () => {
  const session = [...program, '-e', `FLOWER_URL=${door.url}`]
  expect(await inspect(...session, '--method', 'tools/list')).toMatchObject({
    tools: expect.arrayContaining([expect.objectContaining({ name: 'brief_capture' })]),
  })
  expect(await inspect(...session, ...call)).toMatchObject(captured)
}, 90_000)

test('the official inspector lists and calls the tools over HTTP', async () => {
  const at = [`${door.url}/mcp`, '--transport', 'http', '--header', 'flower-actor: agent:inspector']
  expect(await inspect(...at, '--method', 'tools/list')).toMatchObject({
    tools: expect.arrayContaining([expect.objectContaining({ name: 'brief_capture' })]),
  })
  expect(await inspect(...at, ...call)).toMatchObject(captured)
}, 90_000)
