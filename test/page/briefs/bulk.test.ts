import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { looksGood } from '../barred.ts'
import { setStage } from '../stage.ts'
import { plantGarden } from './garden.ts'

describe.skipIf(!findChromium())('one thing done with many Briefs', () => {
  const stage = setStage()
  const { ada, capture, open } = stage
  const row = (page: Page, title: string) => page.locator('.virtual-row').filter({ hasText: title })
  const bar = (page: Page) => page.getByRole('group', { name: 'With all that are chosen' })
  const all = async () => (await ada().call('brief.list', { query: 'is:open,closed', sort: 'created' })).items
  const statuses = async () => (await all()).map(each => each.status)
  const labels = async () => (await all()).map(each => each.labels.join())

  /** Four Briefs, the newest first, of which the last needs an operator's yes. */
  const beds = async () => {
    const gate = await capture('Bed 4')
    for (const place of [3, 2, 1]) await capture(`Bed ${place}`)
    await ada().call('brief.configure', { briefId: gate, needsApproval: true })
    const opened = await open()
    await opened.page.goto(`${stage.server().url}/briefs?sort=created`)
    await row(opened.page, 'Bed 4').waitFor()
    return { gate, ...opened }
  }
  /** All four, by keyboard. */
  const chooseAll = async (page: Page) => {
    await page.keyboard.press('j')
    for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+J')
    await bar(page).getByText('4 chosen').waitFor()
  }

  test('by keyboard: chosen one by one and along the way, and let go by Escape', async () => {
    const { page } = await beds()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await bar(page).getByText('1 chosen').waitFor()
    await page.keyboard.press('Shift+J')
    await bar(page).getByText('2 chosen').waitFor()
    await page.keyboard.press('x')
    await bar(page).getByText('1 chosen').waitFor()
    await expect.poll(() => row(page, 'Bed 1').getByRole('checkbox').isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'detached' })
  })

  test('by press: one, and with shift all up to another', async () => {
    const { page } = await beds()
    await row(page, 'Bed 1').getByRole('checkbox').check({ force: true })
    await row(page, 'Bed 3')
      .getByRole('link')
      .click({ modifiers: ['Shift'] })
    await bar(page).getByText('3 chosen').waitFor()
    expect(new URL(page.url()).pathname).toBe('/briefs')
  })

  test('handed over: one sentence at the end, each refused one with its reason, and a way back', async () => {
    const { page, gate } = await beds()
    await chooseAll(page)
    await page.keyboard.press('d')
    const summary = page.getByRole('status').filter({ hasText: '3 handed over, 1 refused' })
    await summary.waitFor()
    const refused = summary.getByRole('listitem')
    await expect.poll(() => refused.count()).toBe(1)
    await expect.poll(() => refused.textContent()).toMatch(new RegExp(`^#${gate} Bed 4: .*approv`))
    await expect.poll(statuses).toEqual(['dispatched', 'dispatched', 'dispatched', 'idea'])
    await summary.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('3 taken back').waitFor()
    await expect.poll(async () => (await all()).flatMap(each => each.live)).toEqual([])
    await bar(page).getByText('4 chosen').waitFor()
  })

  test('status, priority, labels and auto-dispatch of all, each undone as it was', async () => {
    const { page } = await beds()
    const way = async (name: string, entry: string) => {
      await bar(page).getByRole('button', { name, exact: true }).press('Enter')
      await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter')
    }
    await chooseAll(page)
    await way('Status', 'refining')
    await page.getByText('4 set to refining').waitFor()
    await expect.poll(statuses).toEqual(Array(4).fill('refining'))
    await way('Priority', '0, first')
    await expect.poll(async () => (await all()).map(each => each.priority)).toEqual([0, 0, 0, 0])
    await way('Auto-dispatch', 'on')
    await expect.poll(async () => (await all()).every(each => each.autoDispatch)).toBe(true)
    await bar(page).getByRole('button', { name: 'Labels' }).press('Enter')
    await page.keyboard.type('south')
    await page.keyboard.press('Enter')
    await page.locator('.toast', { hasText: '4 labelled south' }).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(labels).toEqual(['', '', '', ''])
    await bar(page).getByRole('button', { name: 'Approve' }).press('Enter')
    await expect.poll(async () => (await all()).every(each => each.approved)).toBe(true)
  })

  test('nothing is chosen invisibly: what leaves the list is named, and left out when somebody says so', async () => {
    const { page, gate } = await beds()
    await chooseAll(page)
    await ada().call('brief.setStatus', { briefId: gate, status: 'cancelled' })
    await bar(page).getByText(`1 of them not in this list: #${gate}`).waitFor()
    await bar(page).getByRole('button', { name: 'leave it out' }).click()
    await bar(page).getByText('3 chosen').waitFor()
  })

  test('what nobody answers is refused with the next step, and nothing is lost', async () => {
    const { page } = await beds()
    await chooseAll(page)
    await page.route('**/api/brief.approve', route => route.fulfill({ status: 500, body: 'broken' }))
    await bar(page).getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('status').filter({ hasText: '0 approved, 4 refused' }).waitFor()
    await bar(page).getByText('4 chosen').waitFor()
  })

  test('who has gone elsewhere meanwhile hears there how it ended', async () => {
    const { page } = await beds()
    await chooseAll(page)
    const { promise: mayGo, resolve: go } = Promise.withResolvers<void>()
    await page.route('**/api/brief.approve', route => mayGo.then(() => route.fulfill({ status: 500, body: 'broken' })))
    await bar(page).getByRole('button', { name: 'Approve' }).click()
    await bar(page).getByText('approving 0 of 4').waitFor()
    await page.getByRole('radio', { name: 'Board' }).check({ force: true })
    await page.locator('.card').first().waitFor()
    go()
    await page.locator('.toast', { hasText: /^0 approved, 4 refused: #\d, #\d, #\d, #\d/ }).waitFor()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`in the ${colorScheme} theme the bar and its summary bar nobody, at any width`, async () => {
      await plantGarden(stage)
      const { page, complaints } = await open({ colorScheme })
      await row(page, 'Paint the gate').waitFor()
      await page.keyboard.press('j')
      for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+J')
      await page.keyboard.press('d')
      await page.getByRole('status').filter({ hasText: 'refused' }).waitFor()
      await bar(page).getByRole('button', { name: 'Labels' }).click()
      await page.getByRole('textbox', { name: 'Label' }).waitFor()
      await looksGood(page, [320, 390, 880, 1280])
      expect(complaints.filter(words => !words.includes('status of 4'))).toEqual([])
    })
  }
})
