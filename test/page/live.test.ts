import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../browser.ts'
import { setStage } from './stage.ts'

describe.skipIf(!findChromium())('the live stream of a browser', () => {
  const stage = setStage()
  const { ada, capture, open } = stage
  const row = (page: Page, title: string) => page.locator('.virtual-row').filter({ hasText: title })
  const streams = async (): Promise<number> => {
    const server = stage.server()
    const text = await (
      await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${server.token}` } })
    ).text()
    return Number(/^flower_live_readers (\d+)$/m.exec(text)?.[1])
  }

  /** Listens beside the page at what its worker tells it: the policy lets nobody else open one. */
  const overhears = `globalThis.heard = []
    globalThis.SharedWorker = class extends SharedWorker {
      constructor(...asked) {
        super(...asked)
        this.port.addEventListener('message', ({ data }) => {
          if (data.kind === 'events') heard.push(...data.events.map(event => event.seq))
        })
      }
    }`

  test('two tabs share one stream, and both hear of everything', async () => {
    const { page, context } = await open()
    const second = await context.newPage()
    await second.goto(`${stage.server().url}/briefs`)
    await second.locator('.pulse-live', { hasText: 'live' }).waitFor()
    await capture('Water the roses')
    await Promise.all([row(page, 'Water the roses').waitFor(), row(second, 'Water the roses').waitFor()])
    expect(await streams()).toBe(1)
  })

  test('a killed server comes back and nothing is missing, nothing doubled', async () => {
    const { page } = await open({ script: overhears })
    const heard = () => page.evaluate<number[]>('globalThis.heard')
    await capture('Before the fall')
    await row(page, 'Before the fall').waitFor()
    await stage.kill()
    await page.locator('.pulse-live', { hasText: 'offline' }).waitFor()
    await page.getByText("flower doesn't answer").waitFor()
    await stage.again()
    await capture('After the fall')
    await row(page, 'After the fall').waitFor()
    await page.locator('.pulse-live', { hasText: 'live' }).waitFor()
    await page.getByText("flower doesn't answer").waitFor({ state: 'detached' })
    const { seq } = await ada().call('system.info', {})
    await expect.poll(async () => (await heard()).at(-1)).toBe(seq)
    const all = await heard()
    expect(all).toEqual(Array.from({ length: all.length }, (_, place) => seq - all.length + 1 + place))
    await expect.poll(() => row(page, 'Before the fall').count()).toBe(1)
  })

  test('a stream that does not begin is given up soon, and asked for again', async () => {
    // The clock of a page can be moved, that of its worker can't.
    const { page } = await open({ script: 'delete globalThis.SharedWorker' })
    await page.clock.install()
    const asked: string[] = []
    const hung = Promise.withResolvers<void>()
    page.on('request', request => {
      if (request.url().includes('/api/live')) asked.push(request.url())
    })
    await page.route('**/api/live*', () => hung.resolve(), { times: 1 })
    await stage.kill()
    await stage.again()
    await hung.promise
    await capture('Through the hole')
    const before = asked.length
    await page.clock.pauseAt(new Date(Date.now() + 1_000))
    for (let seconds = 0; asked.length === before && seconds < 20; seconds++) await page.clock.runFor(1_000)
    expect(asked.length).toBeGreaterThan(before)
    await page.clock.resume()
    await row(page, 'Through the hole').waitFor()
  })

  test('a burst of a thousand events leaves the page with what the house says', async () => {
    const { page, complaints } = await open()
    await Promise.all(Array.from({ length: 250 }, (_, place) => capture(`Seed number ${place}`)))
    await page.getByRole('heading', { name: '250 open' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('without a shared worker one tab leads, and another takes over when it is closed', async () => {
    const { page, context } = await open({ script: 'delete globalThis.SharedWorker' })
    const second = await context.newPage()
    await second.goto(`${stage.server().url}/briefs`)
    await second.locator('.pulse-live', { hasText: 'live' }).waitFor()
    await capture('Led by the first')
    await row(second, 'Led by the first').waitFor()
    expect(await streams()).toBe(1)
    await page.close()
    await capture('Led by the second')
    await row(second, 'Led by the second').waitFor()
    await expect.poll(streams).toBe(1)
  })
})
