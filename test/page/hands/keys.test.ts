import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { setStage } from '../stage.ts'

const help = (page: Page) => page.getByRole('dialog', { name: 'Keys' })
const told = async (page: Page) =>
  Object.fromEntries(
    await page.$$eval('.help-keys dl > div', rows =>
      rows.map(row => [
        (row as unknown as { querySelector: (s: string) => { innerText: string } })
          .querySelector('dt')
          .innerText.trim(),
        (row as unknown as { querySelector: (s: string) => { innerText: string } }).querySelector('dd').innerText,
      ]),
    ),
  )

describe.skipIf(!findChromium())('single keys', () => {
  const stage = setStage()

  test('the help tells what holds at this place, and what holds everywhere', async () => {
    const id = await stage.capture('Water the roses')
    const { page } = await stage.at(id)
    await page.keyboard.press('?')
    await help(page).waitFor()
    expect(await told(page)).toMatchObject({
      d: 'hand it over',
      e: 'edit the spec',
      n: 'write a note',
      c: 'capture a Brief',
    })
    await page.keyboard.press('Escape')
    await help(page).waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('b')
    await page.getByRole('heading', { name: 'Briefs', level: 1 }).waitFor()
    await page.locator('.virtual-row').waitFor()
    await page.keyboard.press('?')
    await help(page).waitFor()
    const keys = await told(page)
    expect(keys).toMatchObject({ j: 'one row on', k: 'one row back', 'g f': 'go to Fleet' })
    expect(keys).not.toHaveProperty('d')
  })

  test('turned off they do nothing, in every tab and after a reload, and the palette stays', async () => {
    const id = await stage.capture('Water the roses')
    const { page, context } = await stage.at(id)
    const second = await context.newPage()
    await second.goto(page.url())
    await second.locator('.launch kbd', { hasText: 'd' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('switch', { name: /Single keys/ }).press('Space')
    await help(page).getByText('edit the spec (off)').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    // Neither tab draws a key that does nothing.
    await second.locator('.launch kbd', { hasText: 'd' }).waitFor({ state: 'detached' })
    await second.reload()
    await second.getByText('chain verified').waitFor()
    for (const key of ['e', 'n', 'g', 'b', '?', 'c']) await second.keyboard.press(key)
    expect(second.url()).toBe(page.url())
    await expect.poll(() => second.getByRole('textbox', { name: 'Spec in Markdown' }).count()).toBe(0)
    await expect.poll(() => second.evaluate('document.activeElement === document.body')).toBe(true)
    await second.keyboard.press('Control+k')
    await second.getByRole('combobox').waitFor()
    await second.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Search or run' }).click()
    await page.getByRole('combobox').waitFor()
  })

  test('a key that goes into a text stays there, also while an input method is at work', async () => {
    const id = await stage.capture('Water the roses')
    const { page } = await stage.at(id)
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.focus()
    await page.keyboard.type('cegb?/')
    await expect.poll(() => note.inputValue()).toBe('cegb?/')
    expect(page.url()).toContain(`/briefs/${id}`)
  })
})
