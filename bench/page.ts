/** What a person waits for at the page: until it paints, until it answers a key while news comes in, while it scrolls. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { openChromium } from '../test/browser.ts'
import { type Figure, median, percentile, short } from './figure.ts'
import { ada, openSeed, plantBriefs } from './seed.ts'
import { type Ground, type Server, withServer } from './server.ts'
import { openWire } from './wire.ts'
import type { WriterInput } from './writer.ts'

const briefs = 10_000
const events = 5_000
const visits = 15
const presses = 300
const aSecond = 50
/** Chromium tells of a key's or pointer's way to the next paint in steps of 8 ms, and of none that took less than 16. */
const least = 16
/** Of 60 frames a second; one that comes later than one and a half has let another one drop. */
const frameMs = 1_000 / 60

export async function page(ground: Ground): Promise<Figure[]> {
  const home = join(ground.folder, 'page')
  const long = await plant(home)
  const browser = await openChromium()
  const bare = await bareServer()
  try {
    return await withServer(ground, home, async server => [
      firstScript(ground),
      ...(await paints(browser, server, bare.url)),
      await answersKeys(browser, server, bare.url),
      await scrolls(browser, server, bare.url, long),
    ])
  } finally {
    bare.close()
    await browser.close()
  }
}

/** Answers the Brief with the long trace. */
async function plant(home: string): Promise<number> {
  const seed = await openSeed(home)
  const ids = await plantBriefs(seed, briefs)
  const [briefId = 1] = ids
  for (let at = 0; at < events; at += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, each) =>
        seed.execute(
          'brief.append',
          { briefId, body: `Row ${at + each}: watered to a finger deep.`, kind: 'progress' },
          ada,
        ),
      ),
    )
  await seed.close()
  return briefId
}

/** What the browser has to fetch and run before it can paint. */
function firstScript({ flower }: Ground): Figure {
  const folder = join(dirname(dirname(flower)), 'dist/page')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const names = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, name = '']) => name)
  const read = names.map(name => readFileSync(join(folder, name)))
  return {
    name: 'first script, gzipped',
    ours: read.reduce((sum, bytes) => sum + gzipSync(bytes).length, 0) / 1_000,
    unit: 'KB',
    raw: `${short(read.reduce((sum, bytes) => sum + bytes.length, 0) / 1_000)} KB as it is, in ${names.length} files`,
    aim: { value: 150, better: 'less' },
  }
}

async function paints(browser: Browser, server: Server, bareUrl: string): Promise<Figure[]> {
  const state = await signedIn(browser, server)
  const visit = async (url: string, cookies: typeof state | undefined) => {
    const context = await browser.newContext({ viewport, ...(cookies && { storageState: cookies }) })
    const opened = await context.newPage()
    await opened.goto(url)
    await opened.locator('.b-row:not(.b-heads), li').first().waitFor()
    const painted = await opened.evaluate<[number, number]>(readPaints)
    await context.close()
    return painted
  }
  const ours: [number, number][] = []
  const raw: [number, number][] = []
  for (let at = 0; at < visits; at++) {
    ours.push(await visit(`${server.url}/briefs`, state))
    raw.push(await visit(`${bareUrl}/?rows=30`, undefined))
  }
  return ['first paint', 'largest paint'].map((name, at) => ({
    name: `${name} of Briefs with ${briefs.toLocaleString('en-US')}, nothing cached, p50`,
    ours: median(ours.map(each => each[at] ?? 0)),
    unit: 'ms',
    raw: `${short(median(raw.map(each => each[at] ?? 0)))} ms of a static list of 30 rows`,
    ...(at === 0 && { aim: { value: 500, better: 'less' as const } }),
  }))
}

const viewport = { width: 1280, height: 900 }

async function signedIn(browser: Browser, server: Server) {
  const wire = await openWire(server.url, { authorization: `Bearer ${server.secret}` })
  const answer = await wire.post('/api/system.openLink', '{}')
  wire.close()
  const { path } = JSON.parse(answer.body) as { path: string }
  const context = await browser.newContext({ viewport })
  const opened = await context.newPage()
  await opened.goto(server.url + path)
  await opened.getByRole('heading', { level: 1 }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

async function openAt(browser: Browser, server: Server, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport, storageState: await signedIn(browser, server) })
  const opened = await context.newPage()
  await opened.goto(server.url + path)
  await opened.locator('.pulse-live', { hasText: 'live' }).waitFor()
  return opened
}

async function openBare(browser: Browser, url: string): Promise<Page> {
  const opened = await browser.newPage({ viewport })
  await opened.goto(url)
  return opened
}

async function answersKeys(browser: Browser, server: Server, bareUrl: string): Promise<Figure> {
  const opened = await openAt(browser, server, '/briefs')
  await opened.locator('.b-row:not(.b-heads)').first().waitFor()
  const ids = Array.from({ length: 400 }, (_, at) => briefs - at)
  const news = writer({ url: server.url, secret: server.secret, briefs: ids, aSecond })
  const ours = await press(opened)
  const { written, seconds } = await news.stop()
  await opened.context().close()
  const bare = await openBare(browser, `${bareUrl}/?rows=${briefs}`)
  const raw = await press(bare)
  await bare.context().close()
  return {
    name: `a key until the next paint, ${briefs.toLocaleString('en-US')} Briefs, ${short(written / seconds)} events a second, p98`,
    ours: percentile(ours, 0.98),
    unit: 'ms',
    raw: `${short(percentile(raw, 0.98))} ms for a key that marks the next of ${briefs.toLocaleString('en-US')} bare rows`,
    aim: { value: 50, better: 'less' },
  }
}

/** Moves down the list, and now and then looks for words; how long each key took until what it did was painted. */
async function press(opened: Page): Promise<number[]> {
  await opened.evaluate(watchKeys)
  for (let at = 0; at < presses; at++) {
    await opened.keyboard.press(at % 10 === 9 ? 'k' : 'j', { delay: 5 })
    await opened.waitForTimeout(20)
  }
  const seen = await opened.evaluate<number[]>('[...window.__keys.values()]')
  return [...seen, ...Array.from({ length: Math.max(0, presses - seen.length) }, () => least)]
}

async function scrolls(browser: Browser, server: Server, bareUrl: string, briefId: number): Promise<Figure> {
  const opened = await openAt(browser, server, `/briefs/${briefId}#trace`)
  await opened.getByText('watered to a finger deep').first().waitFor()
  const ours = await wheel(opened)
  await opened.context().close()
  const bare = await openBare(browser, `${bareUrl}/?rows=${events}`)
  const raw = await wheel(bare)
  await bare.context().close()
  const dropped = (frames: number[]) => (100 * frames.filter(each => each > 1.5 * frameMs).length) / frames.length
  return {
    name: `frames dropped while a trace of ${events.toLocaleString('en-US')} events is scrolled`,
    ours: dropped(ours),
    unit: '%',
    raw: `${short(dropped(raw))} % of a page of as many bare rows; worst frame ${short(Math.max(...raw))} ms, ours ${short(Math.max(...ours))} ms`,
  }
}

/** Milliseconds of each frame of some two hundred turns of the wheel. */
async function wheel(opened: Page): Promise<number[]> {
  await opened.mouse.move(640, 500)
  await opened.evaluate(watchFrames)
  for (let at = 0; at < 200; at++) {
    await opened.mouse.wheel(0, 240)
    await opened.waitForTimeout(16)
  }
  return opened.evaluate<number[]>('window.__frames')
}

function writer(input: WriterInput): { stop: () => Promise<{ written: number; seconds: number }> } {
  const file = fileURLToPath(new URL('writer.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=flower-source', file], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.write(`${JSON.stringify(input)}\n`)
  const printed = buffer(child.stdout)
  return {
    stop: async () => {
      child.stdin.end()
      return JSON.parse((await printed).toString('utf8')) as { written: number; seconds: number }
    },
  }
}

/** Rows of text and a key that marks the next: what a browser of this machine does at the best. */
async function bareServer(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const rows = Number(new URL(request.url ?? '', 'http://bare').searchParams.get('rows'))
    const list = Array.from({ length: rows }, (_, at) => `<li>Row ${at}: watered to a finger deep.</li>`).join('')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>bare</title><ol>${list}</ol><script>${bareKeys}</script>`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const bareKeys = `let here = document.querySelector('li')
addEventListener('keydown', ({ key }) => {
  here.style.background = ''
  here = (key === 'j' ? here.nextElementSibling : here.previousElementSibling) ?? here
  here.style.background = 'beige'
})`

const readPaints = `new Promise(resolve => new PerformanceObserver(list =>
  resolve([performance.getEntriesByName('first-contentful-paint')[0].startTime, list.getEntries().at(-1).startTime]),
).observe({ type: 'largest-contentful-paint', buffered: true }))`

const watchKeys = `window.__keys = new Map()
new PerformanceObserver(list => {
  for (const each of list.getEntries())
    if (each.interactionId > 0)
      window.__keys.set(each.interactionId, Math.max(each.duration, window.__keys.get(each.interactionId) ?? 0))
}).observe({ type: 'event', durationThreshold: ${least} })`

const watchFrames = `window.__frames = []
let before
const next = now => {
  if (before !== undefined) window.__frames.push(now - before)
  before = now
  requestAnimationFrame(next)
}
requestAnimationFrame(next)`
