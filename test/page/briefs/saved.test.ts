import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { looksGood } from '../barred.ts'
import { setStage } from '../stage.ts'
import { plantGarden } from './garden.ts'

describe.skipIf(!findChromium())('filters with a name', () => {
  const stage = setStage()
  const filters = (page: Page) => page.getByRole('group', { name: 'Filters' })
  const named = (page: Page, name: string) => filters(page).getByRole('button', { name, exact: true })
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
  /** Keeps the filter `label:paint` as a board, by keyboard alone. */
  const keep = async (page: Page, name: string) => {
    await page.getByRole('textbox', { name: 'Filter', exact: true }).fill('label:paint')
    await page.getByRole('heading', { name: '1 found' }).waitFor()
    await page.getByRole('radio', { name: 'Board' }).check({ force: true })
    await named(page, 'keep this filter').press('Enter')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await named(page, name).waitFor()
  }

  test('one is kept with its view, survives a reload, and leads back to what was seen', async () => {
    await plantGarden(stage)
    const { page } = await stage.open()
    await keep(page, 'What is painted')
    await expect.poll(() => focused(page)).toBe('What is painted')
    await page.goto(`${stage.server().url}/briefs`)
    await page.locator('.virtual-row').first().waitFor()
    await expect.poll(() => named(page, 'What is painted').getAttribute('aria-pressed')).toBe('false')
    await named(page, 'What is painted').press('Enter')
    await page.locator('.card', { hasText: 'Paint the gate' }).waitFor()
    expect(new URL(page.url()).search).toBe('?q=label:paint&view=board')
    await expect.poll(() => named(page, 'What is painted').getAttribute('aria-pressed')).toBe('true')
  })

  test('another tab follows: kept, renamed, removed and taken back', async () => {
    await plantGarden(stage)
    const { page, context } = await stage.open()
    const other = await context.newPage()
    await other.goto(`${stage.server().url}/briefs`)
    await named(other, 'keep this filter').waitFor()
    await keep(page, 'Paint')
    await named(other, 'Paint').waitFor()
    await page.getByRole('button', { name: 'Ways with the filter Paint' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name of the filter' }).fill('Colours')
    await page.keyboard.press('Enter')
    await named(other, 'Colours').waitFor()
    await expect.poll(() => named(other, 'Paint').count()).toBe(0)
    await page.getByRole('button', { name: 'Ways with the filter Colours' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
    await named(other, 'Colours').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await named(other, 'Colours').waitFor()
  })

  test('a name that is taken is refused with the reason, and Escape leaves everything as it was', async () => {
    await plantGarden(stage)
    const { page } = await stage.open()
    await keep(page, 'Paint')
    await page.getByRole('textbox', { name: 'Filter', exact: true }).fill('is:epic')
    await named(page, 'keep this filter').press('Enter')
    await page.keyboard.type('Paint')
    await page.getByText('another filter is called that').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Name of the filter' }).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('keep this filter')
    await expect.poll(() => named(page, 'Paint').count()).toBe(1)
  })

  test('what stands in the storage and is no filter is passed over', async () => {
    await plantGarden(stage)
    const script = `localStorage.setItem('filters of briefs', '[{"name":"Right","query":"is:epic"},{"name":7},null')`
    const { page, complaints } = await stage.open({ script })
    await named(page, 'keep this filter').waitFor()
    await page.locator('.virtual-row').first().waitFor()
    expect(complaints).toEqual([])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`in the ${colorScheme} theme naming one bars nobody, at any width`, async () => {
      await plantGarden(stage)
      const { page } = await stage.open({ colorScheme })
      await keep(page, 'بستان')
      await page.getByRole('button', { name: 'Ways with the filter بستان' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
      await page.getByRole('textbox', { name: 'Name of the filter' }).waitFor()
      await looksGood(page, [320, 390, 880, 1280])
    })
  }
})
