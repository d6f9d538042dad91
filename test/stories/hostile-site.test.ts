import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteHost } from '#domain/serving/site-name.ts'
import { makeSites, type Site, type Sites } from '#machine/site/sites.ts'
import { findChromium, openChromium } from '../browser.ts'
import { startServer, type TestServer } from '../server.ts'
import { hostilePage, nothingGot } from './hostile-page.ts'

let browser: Browser
let sites: Sites
let flower: TestServer
let port = 0
const found = new Map<string, Site>()
const servers: Server[] = []

beforeAll(async () => {
  browser = await openChromium()
  flower = await startServer()
  const control = Number(new URL(flower.url).port)
  sites = makeSites({
    resolve: ({ worktree }) => found.get(worktree ?? '') ?? { is: 'unknown' },
    isOurs: each => each === control,
    hiddenCookies: ['flower_page'],
  })
  const listening = await sites.listen(0)
  if (listening.outcome !== 'listening') throw new Error(listening.code)
  port = listening.port
})
afterAll(async () => {
  await browser.close()
  await sites.close()
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
  await flower.remove()
})

const address = (worktree: string): string => `http://${siteHost('garden', worktree)}:${port}`

async function serving(worktree: string, answer: RequestListener): Promise<Server> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  found.set(worktree, { is: 'up', port: (server.address() as AddressInfo).port, name: worktree, unwell: false })
  return server
}

/** A site that lets everybody in and keeps account of who came. */
async function servingVictim(): Promise<string[]> {
  const asked: string[] = []
  const server = await serving('victim', (request, answer) => {
    asked.push(`${request.method} ${request.url}`)
    answer.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    answer.setHeader('access-control-allow-credentials', 'true')
    answer.setHeader('set-cookie', 'session=victim; Domain=garden.localhost; Path=/')
    answer.end('secret')
  })
  server.on('upgrade', (request, socket) => {
    asked.push(`upgrade ${request.url}`)
    socket.destroy()
  })
  return asked
}

describe.skipIf(!findChromium())('a hostile page in a site', () => {
  it('gets neither at the control plane nor at another site, by whatever way a script has', async () => {
    const asked = await servingVictim()
    await serving('hostile', (_, answer) => answer.setHeader('content-type', 'text/html').end(hostilePage))
    const context = await browser.newContext()
    const ada = await context.newPage()
    const { path } = await flower.client().call('system.openLink', {})
    await ada.goto(flower.url + path)
    await ada.goto(`${address('victim')}/visited`)
    expect(await ada.textContent('body')).toBe('secret')

    const twin = flower.url.replace('127.0.0.1', 'localhost')
    const targets = [flower.url, twin, address('victim'), `http://127.0.0.1:${port}`, `http://localhost:${port}`]
    const page = await context.newPage()
    await page.goto(address('hostile'))
    for (const target of targets) expect(await page.evaluate(`attack('${target}')`)).toEqual(nothingGot)
    // A form is sent as a navigation of the whole page, with whatever the browser would send along.
    for (const target of targets) {
      const form = await context.newPage()
      await form.goto(address('hostile'))
      const answer = form.waitForResponse(response => response.url().startsWith(target))
      await form.evaluate(`submit('${target}/api/brief.capture')`)
      expect((await answer).status()).toBeGreaterThanOrEqual(400)
    }
    expect(asked.filter(line => !/^GET \/(visited|favicon.ico)$/.test(line))).toEqual([])
    expect((await flower.client().call('recall.briefs', {})).items).toEqual([])
    await context.close()
  })

  it('neither sees the cookies of others nor plants one for flower', async () => {
    await servingVictim()
    await serving('hostile', (_, answer) => answer.setHeader('content-type', 'text/html').end(hostilePage))
    const context = await browser.newContext()
    const page = await context.newPage()
    const { path } = await flower.client().call('system.openLink', {})
    await page.goto(flower.url + path)
    const own = await context.cookies(flower.url)
    expect(own.map(cookie => cookie.name)).toEqual(['flower_page'])
    await page.goto(address('victim'))
    expect(await context.cookies(address('victim'))).toMatchObject([
      { name: 'session', domain: siteHost('garden', 'victim') },
    ])

    await page.goto(address('hostile'))
    expect(await page.evaluate('document.cookie')).toBe('')
    await page.evaluate(`document.cookie = 'flower_page=forged; path=/; domain=localhost'`)
    expect(await context.cookies(flower.url)).toEqual(own)
    expect(await context.cookies(flower.url.replace('127.0.0.1', 'localhost'))).toEqual([])
    await context.close()
  })
})
