import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteHost, siteLabel } from '#domain/serving/site-name.ts'
import { holdPorts } from '#machine/service/ports.ts'
import { makeServices, type Services } from '#machine/service/services.ts'
import { siteOfService } from '#machine/site/site-of-service.ts'
import { makeSites, type Sites } from '#machine/site/sites.ts'
import { findChromium, openChromium } from '../browser.ts'

const root = mkdtempSync(join(tmpdir(), 'sites-'))
const modules = join(import.meta.dirname, '../../node_modules')

let browser: Browser
let services: Services
let sites: Sites
let port = 0
const taken = new Set<number>()

beforeAll(async () => {
  browser = await openChromium()
  services = makeServices({
    clock: { now: Date.now, later },
    newMarker: randomUUID,
    rules: { probeEveryMs: 500, startWithinMs: 60_000, probeWithinMs: 5_000 },
    onChange: () => undefined,
  })
  sites = makeSites({
    resolve: ({ worktree = '' }) => siteOfService(services.status(`${worktree}/web`), worktree),
    isOurs: () => false,
    hiddenCookies: ['flower_page'],
  })
  const listening = await sites.listen(0)
  if (listening.outcome !== 'listening') throw new Error(listening.code)
  port = listening.port
})
afterAll(async () => {
  await browser.close()
  await Promise.all(services.all().map(each => services.stop(each.key)))
  services.close()
  await sites.close()
  rmSync(root, { recursive: true, force: true })
})

function later(inMs: number, action: () => void): () => void {
  const timer = setTimeout(action, inMs)
  return () => clearTimeout(timer)
}

const address = (worktree: string): string => `http://${siteHost('garden', worktree)}:${port}`

/** A worktree with a real Vite app whose page says `words`, served as its service. */
async function plant(worktree: string, words: string): Promise<{ folder: string; key: string }> {
  const folder = join(root, siteLabel(worktree))
  mkdirSync(folder)
  symlinkSync(modules, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'index.html'), '<h1></h1><input><script type="module" src="/main.js"></script>')
  writeFileSync(join(folder, 'main.js'), main)
  // The modules are shared, what Vite makes of them is not.
  writeFileSync(join(folder, 'vite.config.mjs'), `export default { cacheDir: '.vite' }`)
  writeFileSync(join(folder, 'words.js'), `export const words = '${words}'\n`)
  const held = await holdPorts({
    host: '127.0.0.1',
    wanted: { web: 5173 },
    kept: {},
    taken,
    range: { from: 5200, to: 5299 },
  })
  if (held.outcome !== 'held') throw new Error(held.outcome)
  const its = held.ports.web?.got ?? 0
  taken.add(its)
  const key = `${siteLabel(worktree)}/web`
  await services.start({
    key,
    run: { words: [process.execPath, join(modules, 'vite/bin/vite.js'), '--port', String(its), '--strictPort'] },
    cwd: folder,
    env: {},
    folder: join(root, `${siteLabel(worktree)}-service`),
    maxLogBytes: 1_000_000,
    host: '127.0.0.1',
    port: its,
    health: { http: '/' },
    graceMs: 5_000,
    beforeStart: () => held.release('web'),
  })
  return { folder, key }
}

const main = `
import { words } from './words.js'
const show = text => { document.querySelector('h1').textContent = text }
show(words)
if (import.meta.hot) import.meta.hot.accept('./words.js', next => show(next.words))
`

describe.skipIf(!findChromium())('sites in a browser', () => {
  it('two worktrees show their own app at once, each reloads hot, and a stopped one never shows the other', async () => {
    const one = await plant('feat/a-b', 'roses')
    const two = await plant('feat-a/b', 'tulips')
    const [first, second] = [await browser.newPage(), await browser.newPage()]
    // The first page may come before its service does.
    await expect.poll(async () => (await first.goto(address('feat/a-b')))?.status(), { timeout: 60_000 }).toBe(200)
    await expect.poll(async () => (await second.goto(address('feat-a/b')))?.status(), { timeout: 60_000 }).toBe(200)
    await first.getByRole('heading', { name: 'roses' }).waitFor()
    await second.getByRole('heading', { name: 'tulips' }).waitFor()
    // What is typed survives only if the page isn't loaded anew.
    await first.getByRole('textbox').fill('kept')
    writeFileSync(join(one.folder, 'words.js'), `export const words = 'red roses'\n`)
    await first.getByRole('heading', { name: 'red roses' }).waitFor()
    expect(await first.getByRole('textbox').inputValue()).toBe('kept')
    expect(await second.getByRole('heading').textContent()).toBe('tulips')

    const complaints: string[] = []
    await services.stop(two.key)
    second.on('console', message => complaints.push(message.text()))
    await second.reload()
    await second.getByRole('heading', { name: 'This site is stopped' }).waitFor()
    await second.getByText('Its service is not running: stopped by hand.').waitFor()
    expect(complaints.filter(text => !/503|vite/.test(text))).toEqual([])
    const paper = await second.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(paper).toMatch(/oklch/)
    await first.close()
    await second.close()
  })
})
