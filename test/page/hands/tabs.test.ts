import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { setStage } from '../stage.ts'

describe.skipIf(!findChromium())('many tabs, and fast hands', () => {
  const stage = setStage()

  test('eight tabs of one browser all load, hear of everything, and share one stream', async () => {
    const id = await stage.capture('Water the roses')
    const { context } = await stage.open()
    const places = ['/', '/briefs', '/fleet', '/main', `/briefs/${id}`, '/briefs', '/']
    const tabs = await Promise.all(
      places.map(async place => {
        const tab = await context.newPage()
        await tab.goto(stage.server().url + place)
        return tab
      }),
    )
    const live = (tab: Page) => tab.locator('.pulse-live', { hasText: 'live' }).waitFor()
    await Promise.all(tabs.map(live))
    await stage.capture('Cut the hedge')
    const { seq } = await stage.ada().call('system.info', {})
    const cursor = async (tab: Page) => (await tab.locator('.pulse-live').innerText()).replace(/\D/g, '')
    for (const tab of tabs) await expect.poll(() => cursor(tab)).toBe(String(seq))
    const { url, token } = stage.server()
    const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
    expect(metrics).toMatch(/^flower_live_readers 1$/m)
  })

  test('an answer that comes late is never shown under the head of another Brief', async () => {
    const [first, second] = [await stage.capture('The first of two'), await stage.capture('The second of two')]
    const { page } = await stage.open()
    const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
    const { promise: came, resolve: isThere } = Promise.withResolvers<void>()
    await page.route('**/api/recall.brief', async route => {
      if (route.request().postDataJSON().briefId !== first) return route.continue()
      await mayCome
      await route.continue().catch(() => {})
      isThere()
    })
    await page.getByRole('link', { name: 'The first of two' }).click()
    await page.getByRole('img', { name: `Loading #${first}` }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'The second of two' }).click()
    await page.getByRole('heading', { name: 'The second of two' }).waitFor()
    letCome()
    await came
    await page.getByText('chain verified').waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain('The second of two')
    await expect.poll(() => page.locator('main').innerText()).not.toContain('The first of two')
    expect(page.url()).toContain(`/briefs/${second}`)
  })
})
