import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#client/client.ts'
import { findChromium, openChromium } from '../browser.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { startServer, type TestServer } from '../server.ts'
import { plantProject, removeServing, runOf, sitesOf, viteApp } from '../serving.ts'
import { hostilePage, nothingGot } from './hostile-page.ts'

const wait = 50

let ground: PracticeGround
let server: TestServer
let client: Client
let browser: Browser
beforeAll(async () => {
  ground = await practiceGround()
  server = await startServer()
  client = server.client()
  browser = await openChromium()
})
afterAll(async () => {
  await browser.close()
  await removeServing(server)
  await ground.remove()
})

const make = async (project: string, name: string) => client.call('worktree.create', { project, name, wait })
const started = async (input: Record<string, unknown>) => {
  const { items } = await client.call('service.start', { ...input, wait })
  expect(items).toMatchObject([{ status: 'healthy' }])
  return items[0]
}

describe.skipIf(!findChromium())('sites of a running flower, in a browser', () => {
  it('two worktrees show their own app at once under their own names and reload hot, also after flower was killed', async () => {
    const main = await plantProject({ ground, client }, 'garden', viteApp)
    const roses = await make('garden', 'feat/a-b')
    const tulips = await make('garden', 'feat-a/b')
    writeFileSync(join(roses.path, 'words.js'), `export const words = 'roses'\n`)
    writeFileSync(join(tulips.path, 'words.js'), `export const words = 'tulips'\n`)
    const [one, two] = await Promise.all([roses, tulips].map(({ worktreeId }) => started({ worktreeId })))
    expect(one?.port).not.toBe(two?.port)
    const at = await sitesOf(server)
    expect([one?.site, two?.site]).toEqual([`${at('garden', 'feat/a-b')}/`, `${at('garden', 'feat-a/b')}/`])
    const [first, second] = [await browser.newPage(), await browser.newPage()]
    await first.goto(one?.site ?? '')
    await second.goto(two?.site ?? '')
    await first.getByRole('heading', { name: 'roses' }).waitFor()
    await second.getByRole('heading', { name: 'tulips' }).waitFor()
    // What is typed survives only if the page isn't loaded anew.
    await first.getByRole('textbox').fill('kept')
    writeFileSync(join(roses.path, 'words.js'), `export const words = 'red roses'\n`)
    await first.getByRole('heading', { name: 'red roses' }).waitFor()
    expect(await first.getByRole('textbox').inputValue()).toBe('kept')
    expect(await second.getByRole('heading').textContent()).toBe('tulips')

    // A page whose server is gone loads itself anew once that is back.
    await first.close()
    const before = runOf(server.home, `w${roses.worktreeId}/web`)
    await server.kill()
    server = await server.again()
    client = server.client()
    // The sites are where they were, and so are those who serve them.
    expect((await sitesOf(server))('garden', 'feat/a-b')).toBe(at('garden', 'feat/a-b'))
    await started({ worktreeId: roses.worktreeId })
    expect(runOf(server.home, `w${roses.worktreeId}/web`)).toEqual(before)
    const again = await browser.newPage()
    await again.goto(one?.site ?? '')
    await again.getByRole('heading', { name: 'red roses' }).waitFor()
    writeFileSync(join(roses.path, 'words.js'), `export const words = 'white roses'\n`)
    await again.getByRole('heading', { name: 'white roses' }).waitFor()

    // A stopped one says so, and never shows another branch's.
    await second.close()
    await client.call('service.stop', { worktreeId: tulips.worktreeId, wait })
    const third = await browser.newPage()
    const complaints: string[] = []
    third.on('console', message => complaints.push(message.text()))
    await third.goto(two?.site ?? '')
    await third.getByRole('heading', { name: 'This site is stopped' }).waitFor()
    await third.getByText('Its service is not running: stopped by hand.').waitFor()
    expect(complaints.filter(text => !text.includes('503'))).toEqual([])
    expect(await third.evaluate('getComputedStyle(document.body).backgroundColor')).toMatch(/oklch/)
    expect((await third.goto(`${at('garden')}/`))?.status()).toBe(503)
    writeFileSync(join(main, 'words.js'), `export const words = 'MAIN itself'\n`)
    await started({ project: 'garden' })
    await third.goto(`${at('garden')}/`)
    await third.getByRole('heading', { name: 'MAIN itself' }).waitFor()
    expect((await third.goto(`${at('garden', 'nobody')}/`))?.status()).toBe(404)
    await again.close()
    await third.close()
  })

  it('a hostile one gets neither at flower nor at another site', async () => {
    const page = (body: string, log: string) => `
      const asked = []
      const server = require('node:http').createServer((q, a) => {
        if (q.url === '/asked') return a.end(JSON.stringify(asked))
        if (q.url !== '/' && q.url !== '/favicon.ico') asked.push(q.method + ' ' + q.url)
        a.setHeader('content-type', 'text/html').end(${JSON.stringify(body)})
      })
      server.on('upgrade', (q, socket) => { asked.push('upgrade'); socket.destroy() })
      server.listen(process.env.PORT, '127.0.0.1', () => console.log('${log}'))`
    const serve = (name: string) => `{ run: [${JSON.stringify(process.execPath)}, ${name}.js], port: 24200 }`
    await plantProject({ ground, client }, 'bed', {
      files: { 'victim.js': page('secret', 'victim'), 'hostile.js': page(hostilePage, 'hostile') },
      yaml: `services: { victim: ${serve('victim')}, hostile: ${serve('hostile')} }\nsites: { victim: victim, hostile: hostile }\n`,
    })
    const { items } = await client.call('service.start', { project: 'bed', wait })
    expect(items.map(each => each.status)).toEqual(['healthy', 'healthy'])
    const [victim = '', hostile = ''] = items.map(each => each.site?.replace(/\/$/, ''))
    const context = await browser.newContext()
    const { path } = await client.call('system.openLink', {})
    const ada = await context.newPage()
    await ada.goto(server.url + path)
    const own = await context.cookies(server.url)
    const evil = await context.newPage()
    await evil.goto(`${hostile}/`)
    const sites = new URL(victim).port
    const targets = [server.url, victim, `http://127.0.0.1:${sites}`, `http://localhost:${sites}`]
    for (const target of targets) expect(await evil.evaluate(`attack('${target}')`)).toEqual(nothingGot)
    await evil.evaluate(`document.cookie = 'flower_page=forged; path=/; domain=localhost'`)
    expect(await context.cookies(server.url)).toEqual(own)
    expect(await (await fetch(`http://127.0.0.1:${items[0]?.port}/asked`)).json()).toEqual([])
    expect((await client.call('recall.briefs', {})).items).toEqual([])
    await client.call('service.stop', { project: 'bed', wait })
    await context.close()
  })
})
