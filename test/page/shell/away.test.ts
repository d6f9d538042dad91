import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { setStage } from '../stage.ts'

const names = ['Briefs', 'Decisions', 'Fleet', 'MAIN', 'Recall', 'Projects', 'Room']

describe.skipIf(!findChromium())('while flower does not answer', () => {
  const stage = setStage()

  test('places that were never fetched say so between the bar and the pulse, and what was written is kept', async () => {
    const { page } = await stage.at(await stage.capture('Water the roses'))
    await page.getByRole('textbox', { name: 'Note' }).fill('The can leaks.')
    await stage.kill()
    await page.locator('.pulse-live', { hasText: 'offline' }).waitFor()
    // Neither does what floats over the page take the page along.
    await page.keyboard.press('Control+k')
    await page.locator('.toast', { hasText: 'The palette could not be fetched' }).waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('The can leaks.')
    const broke = page.getByRole('alert').filter({ hasText: 'This place broke, or could not be fetched.' })
    for (const name of names) {
      await page
        .getByRole('navigation', { name: 'Places', exact: true })
        .getByRole('link', { name, exact: true })
        .click()
      await broke.waitFor()
    }
    await broke.getByRole('button', { name: 'Load it again' }).click()
    await broke.getByText('flower does not answer yet').waitFor()
    await stage.again()
    await page.locator('.pulse-live', { hasText: 'live' }).waitFor()
    await broke.getByRole('button', { name: 'Load it again' }).click()
    await broke.waitFor({ state: 'detached' })
    await page.goto(`${stage.server().url}/briefs/1`)
    await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('The can leaks.')
  })
})
