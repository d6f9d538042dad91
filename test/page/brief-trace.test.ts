import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../browser.ts'
import { setStage } from './stage.ts'

const events = (page: Page) => page.getByRole('list', { name: 'Events, newest first' })
const rows = (page: Page) => events(page).getByRole('listitem')

describe.skipIf(!findChromium())('the trace of a Brief', () => {
  const stage = setStage()
  const notes = async (briefId: number, from: number, to: number) => {
    for (let at = from; at <= to; at += 100) {
      const some = Array.from({ length: Math.min(100, to - at + 1) }, (_, place) => at + place)
      await Promise.all(some.map(each => stage.agent().call('brief.append', { briefId, body: `step ${each} is done` })))
    }
  }

  test('five thousand events are paged, few of them are in the document, and the address leads to any', async () => {
    const id = await stage.capture('Water the roses')
    await notes(id, 1, 5_000)
    const { events: all } = (await stage.ada().call('recall.brief', { briefId: id })).brief
    const { page } = await stage.at(id)
    await page.getByRole('button', { name: `all ${all}` }).waitFor()
    await expect.poll(() => rows(page).count()).toBeLessThan(100)
    const { items } = await stage.ada().call('trace.list', { briefId: id, types: ['captured'] })
    const first = items[0]?.seq ?? 0
    await page.goto(`${page.url()}#e${first}`)
    await page.reload()
    await page.locator(`#e${first}`).waitFor()
    await expect.poll(() => rows(page).count()).toBeLessThan(100)
    await page.getByRole('button', { name: `words ${all - 2}`, exact: true }).waitFor()
  })

  test('what comes in at the top is marked; while somebody reads further down it waits behind a count', async () => {
    const id = await stage.capture('Water the roses')
    await notes(id, 1, 80)
    const { page } = await stage.at(id)
    await stage.agent().call('brief.append', { briefId: id, body: 'the first news' })
    await page.locator('.ev.is-new', { hasText: 'the first news' }).waitFor()
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')
    await page.locator('.ev.is-root').waitFor()
    const before = await page.evaluate('document.documentElement.scrollHeight')
    await stage.agent().call('brief.append', { briefId: id, body: 'the second news' })
    await page.getByText('1 newer event').waitFor()
    await expect.poll(() => page.locator('.ev', { hasText: 'the second news' }).count()).toBe(0)
    await expect.poll(() => page.evaluate('document.documentElement.scrollHeight')).toBe(before)
    await page.getByRole('button', { name: '1 newer event' }).click()
    await page.locator('.ev', { hasText: 'the second news' }).waitFor()
  })

  test('a filter holds its kind, an actor only what that actor did, and quiet events fold', async () => {
    const id = await stage.capture('Water the roses')
    const agent = stage.agent()
    for (const ref of ['3f9c1e2', '4f9c1e2', '5f9c1e2'])
      await agent.call('brief.link', { briefId: id, type: 'commit', ref, relation: 'made' })
    await stage.ada().call('brief.append', { briefId: id, body: 'Ada says so' })
    await agent.call('brief.append', { briefId: id, body: 'the builder says so' })
    const { page } = await stage.at(id)
    await page
      .getByRole('button', { name: /quieter events/ })
      .first()
      .click()
    await page.locator('.ev', { hasText: 'commit 3f9c1e2 (made)' }).waitFor()
    await page.getByRole('button', { name: /^words/ }).click()
    await expect.poll(() => rows(page).count()).toBe(3)
    await page.getByRole('button', { name: 'by anyone' }).click()
    await page.getByRole('menuitemradio', { name: /agent:builder-1/ }).click()
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.locator('.ev', { hasText: 'the builder says so' }).waitFor()
  })

  test('while nobody answers the page says how old it is; then nothing is missing, doubled or lost', async () => {
    const id = await stage.capture('Water the roses')
    const { page } = await stage.at(id)
    await stage.server().kill()
    await page.locator('#trace .sec-tools', { hasText: 'offline' }).waitFor()
    await page.locator('.head .empty', { hasText: 'as of' }).waitFor()
    await page.locator('body').press('n')
    await page.keyboard.type('said while nobody heard')
    const again = await stage.server().again()
    await again.client('agent:builder-1', 'builder').call('brief.append', { briefId: id, body: 'while you were away' })
    await page.locator('.ev', { hasText: 'while you were away' }).waitFor()
    await page.locator('#trace .sec-tools', { hasText: 'live' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.locator('.ev', { hasText: 'said while nobody heard' }).waitFor()
    await expect.poll(() => page.locator('.ev', { hasText: 'while you were away' }).count()).toBe(1)
    await expect.poll(() => page.locator('.ev', { hasText: 'said while nobody heard' }).count()).toBe(1)
    await again.stop()
  })
})
