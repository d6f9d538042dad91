import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CannotStart } from '../cannot-start.ts'
import { type Home, openHome } from '../home.ts'
import { type ServingSites, type SitesAsked, serveSites } from './serve-sites.ts'

let folder = ''
let home: Home
const open: ServingSites[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flower-sites-'))
  home = await openHome({ FLOWER_HOME: join(folder, 'home') })
})
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Unlike that of another run of these tests at the same time. */
const control = 10_000 + (process.pid % 10_000) * 2

async function serve(more: Partial<SitesAsked> = {}) {
  const said: string[] = []
  const resolve: SitesAsked['resolve'] = () => ({ is: 'up', port: control, name: 'roses', unwell: false })
  const asked = { home, asked: undefined, controlPort: control, resolve, say: (line: string) => void said.push(line) }
  const sites = await serveSites({ ...asked, ...more })
  open.push(sites)
  return { ...sites, said }
}

test('sites stay on their port from start to start, wherever flower itself listens', async () => {
  const first = await serve()
  await open.pop()?.close()
  expect((await serve({ controlPort: 31_000 })).port).toBe(first.port)
})

test('while somebody has that port they move on, say so, and come back to it', async () => {
  const first = await serve()
  const second = await serve()
  expect(second.port).not.toBe(first.port)
  expect(second.said).toEqual([`Port ${first.port} is busy; sites are on ${second.port} until the next start.`])
  for (const each of open.splice(0)) await each.close()
  expect((await serve()).port).toBe(first.port)
})

test('a port that was asked for by name is that one or none', async () => {
  const { port } = await serve({ asked: 0 })
  await expect(serve({ asked: port })).rejects.toThrow(CannotStart)
  await open.pop()?.close()
  expect((await serve({ asked: port })).port).toBe(port)
})

test('no site leads to flower itself, whatever it is said to be', async () => {
  const { port } = await serve({ asked: 0 })
  const status = await new Promise(resolve =>
    get({ host: '127.0.0.1', port, headers: { host: `garden.localhost:${port}` } }, answer =>
      resolve(answer.statusCode),
    ),
  )
  expect(status).toBe(502)
})
