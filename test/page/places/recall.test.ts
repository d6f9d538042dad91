import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { breakRead } from '../break-read.ts'
import { setStage } from '../stage.ts'
import { askAll } from './pictured-places.ts'

describe.skipIf(!findChromium())('recall', () => {
  const stage = setStage()
  const { ada, agent, capture } = stage
  const enter = async (to = '/recall') => {
    const { page } = await stage.open()
    await page.goto(stage.server().url + to)
    await page.getByRole('heading', { level: 1, name: 'Recall' }).waitFor()
    return page
  }
  const field = (page: Page) => page.getByRole('textbox', { name: 'Search everything' })
  const results = (page: Page) => page.locator('.found > li')
  const here = (page: Page) => page.locator('.found > li[aria-current]')

  test('g and s lead into the field; what is typed is found with its words marked, and a key leads there', async () => {
    const { briefId } = await askAll(stage)
    const { page } = await stage.open()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.getByText('No sessions are read yet.').waitFor()
    await expect.poll(() => page.title()).toBe('Recall · flower')
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('filter')
    await page.keyboard.type('second leak')
    await results(page).filter({ hasText: 'trace' }).waitFor()
    await expect.poll(() => results(page).first().locator('mark').allTextContents()).toEqual(['second', 'leak'])
    expect(new URL(page.url()).searchParams.get('q')).toBe('second leak')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await here(page).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /Water the roses/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/briefs/${briefId}`)
    expect(new URL(page.url()).hash).toMatch(/^#e\d+$/)
    expect(stage.complaints()).toEqual([])
  })

  test('kinds and times narrow it by the address, and an empty answer offers everything again', async () => {
    await askAll(stage)
    const page = await enter('/recall?q=watering')
    await results(page).filter({ hasText: 'scratchpad' }).waitFor()
    await page.getByRole('button', { name: 'decisions' }).click()
    await page.getByText('Nothing holds').waitFor()
    expect(new URL(page.url()).searchParams.get('types')).toBe('decision')
    await page.getByRole('button', { name: 'from any time' }).click()
    await page.getByRole('menuitemradio', { name: 'the last week' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('since')).toBe('week')
    await page.getByRole('button', { name: 'Search everything' }).click()
    await results(page).filter({ hasText: 'scratchpad' }).waitFor()
    expect(new URL(page.url()).search).toBe('?q=watering')
  })

  test('a scratchpad opens where it was found, and a decision of no Brief among the decisions', async () => {
    await askAll(stage)
    await ada().call('decision.ask', { header: 'Which compost?', project: 'garden' })
    const page = await enter('/recall?q=Watering')
    await results(page).getByRole('button', { name: 'Watering, by bed' }).click()
    await results(page).getByRole('article', { name: 'Scratchpad s1' }).getByText('daily').waitFor()
    await field(page).fill('compost')
    await results(page).getByRole('link', { name: 'Which compost?' }).click()
    await page.locator('li[aria-current] .decision', { hasText: 'Which compost?' }).waitFor()
  })

  test('an answer that comes late is dropped: what is shown belongs to what was asked last', async () => {
    await capture('Roses by the wall')
    await capture('Tulips by the gate')
    const page = await enter()
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/api/recall.search', async route => {
      if (route.request().postData()?.includes('roses')) await held
      await route.continue().catch(() => undefined)
    })
    await field(page).fill('roses')
    const asked = page.waitForRequest(request => request.postData()?.includes('roses') ?? false)
    await page.keyboard.press('Enter')
    await asked
    await field(page).fill('tulips')
    await page.keyboard.press('Enter')
    await results(page).filter({ hasText: 'Tulips' }).waitFor()
    release()
    await page.getByText('1 found for tulips').waitFor({ state: 'attached' })
    await expect.poll(() => results(page).filter({ hasText: 'Roses' }).count()).toBe(0)
  })

  test('what somebody wrote is text and never markup, and what is cut says so', async () => {
    const briefId = await capture('Label the beds')
    await agent().call('brief.append', { briefId, body: '<img src=x onerror=alert(1)> lavender <b>here</b>' })
    for (let at = 0; at < 55; at++) await capture(`Basil row ${at}`)
    const page = await enter('/recall?q=lavender')
    await results(page).getByText('<img src=x onerror=alert(1)>').waitFor()
    await field(page).fill('basil')
    await page.getByText('The best 50 are shown.').waitFor()
    await page.getByRole('heading', { name: '50 or more found' }).waitFor()
    expect(stage.complaints()).toEqual([])
  })

  test('a search that failed says why, and is made again at a press', async () => {
    await capture('Roses by the wall')
    const { page } = await stage.open()
    await breakRead(page, 'recall.search')
    await page.goto(`${stage.server().url}/recall?q=roses`)
    await page.locator('.main').getByText('it broke').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await results(page).filter({ hasText: 'Roses' }).waitFor()
  })
})
