import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { writeSpec } from '../briefs/spec-editor.ts'
import { setStage } from '../stage.ts'

const you = (page: Page) => page.locator('.pulse-you, .pulse-item', { hasText: /^you/ })
const launch = (page: Page) => page.getByRole('form', { name: 'Dispatch this brief' })

describe.skipIf(!findChromium())('an operator', () => {
  const stage = setStage()
  const statusOf = async (briefId: number) => (await stage.ada().call('recall.brief', { briefId })).brief.status

  test('reads the same number of needs at the foot of every place as in the Room', async () => {
    const id = await stage.capture('Water the roses')
    await stage.ada().call('brief.configure', { briefId: id, needsApproval: true })
    await stage.ada().call('decision.ask', { briefId: id, header: 'Rain or tap?', options: ['Rain', 'Tap'] })
    const { page } = await stage.open()
    await expect.poll(() => you(page).textContent()).toBe('you 2')
    await you(page).click()
    await page.getByRole('heading', { name: /2 need you/ }).waitFor()
    await stage.ada().call('brief.approve', { briefId: id })
    await page.getByRole('heading', { name: /1 needs you/ }).waitFor()
    await expect.poll(() => you(page).textContent()).toBe('you 1')
  })

  test('is told of an unsaved spec before it is left out of a hand-over', async () => {
    const id = await stage.capture('Water the roses')
    const { page } = await stage.at(id)
    await page.locator('body').press('e')
    await writeSpec(page, 'Each rose gets one litre.')
    await launch(page).getByRole('button', { name: 'Dispatch' }).click()
    await launch(page).getByText('The spec has an unsaved draft').waitFor()
    await expect.poll(() => statusOf(id)).toBe('idea')
    await launch(page).getByRole('button', { name: 'Go on writing' }).click()
    await page.getByRole('textbox', { name: 'Spec in Markdown' }).press('Control+s')
    await page.getByText('The spec is saved as r1.').waitFor()
    await launch(page).getByText('The spec has an unsaved draft').waitFor({ state: 'detached' })
    await launch(page).getByRole('button', { name: 'Dispatch' }).click()
    await expect.poll(() => statusOf(id)).toBe('dispatched')
  })

  test('may leave the draft out, and takes the hand-over back to where the Brief stood', async () => {
    const id = await stage.capture('Water the roses')
    const { page } = await stage.at(id)
    await page.locator('body').press('e')
    await writeSpec(page, 'Half a thought')
    await launch(page).getByRole('button', { name: 'Dispatch' }).click()
    await launch(page).getByRole('button', { name: 'Hand over without it' }).click()
    await expect.poll(() => statusOf(id)).toBe('dispatched')
    await page.locator('.toast', { hasText: 'waits for an agent' }).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => statusOf(id)).toBe('idea')
  })

  test('sees no ring around a place that a key went to, and one where the skip link led', async () => {
    const { page } = await stage.open()
    const ring = () => page.evaluate<string>("getComputedStyle(document.getElementById('content')).outlineStyle")
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.getByRole('heading', { name: 'Decisions', level: 1 }).waitFor()
    await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('content')
    expect(await ring()).toBe('none')
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(ring).toBe('solid')
  })

  test('reads why a Brief stands where it stands in words, and goes from them to what would help', async () => {
    const id = await stage.capture('Water the roses')
    const { page } = await stage.at(id)
    await page.getByRole('button', { name: 'why it stands here' }).click()
    const why = page.getByRole('status').filter({ hasText: 'nobody has written its spec.' })
    await expect.poll(() => why.textContent()).not.toMatch(/\.,|[{}]|brief\./)
    await why.getByRole('button', { name: 'write spec' }).click()
    const palette = page.getByRole('dialog', { name: 'Palette' })
    await palette.getByRole('heading', { name: 'brief.writeSpec' }).waitFor()
    await expect.poll(() => palette.getByRole('textbox', { name: /^brief/i }).inputValue()).toBe(String(id))
    await expect.poll(() => palette.getByRole('textbox', { name: /^revision/i }).inputValue()).toBe('0')
  })
})
