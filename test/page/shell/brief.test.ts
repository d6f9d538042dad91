import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { setStage } from '../stage.ts'

describe.skipIf(!findChromium())('what is written and asked at a Brief', () => {
  const stage = setStage()

  test('lines stay lines, the oldest question comes first, and ctrl+↵ saves a spec whose Save is in view', async () => {
    const briefId = await stage.capture('Water the roses\nonly in the evening\nand never on the leaves')
    for (const header of ['How deep?', 'How often?'])
      await stage.agent().call('decision.ask', { briefId, header, body: 'Before the heat.' })
    const { page } = await stage.at(briefId)
    const captured = page.getByRole('article', { name: 'As it was captured' })
    await expect.poll(() => captured.innerText()).toBe('Water the roses\nonly in the evening\nand never on the leaves')
    const asked = page.locator('#decisions .decision')
    await expect.poll(() => asked.getByRole('heading').allInnerTexts()).toEqual(['How deep?', 'How often?'])
    const [one, other] = [await asked.first().boundingBox(), await asked.last().boundingBox()]
    expect((other?.y ?? 0) - (one?.y ?? 0) - (one?.height ?? 0)).toBeGreaterThan(8)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('e')
    await page.keyboard.type('By the can.')
    await page.getByRole('textbox', { name: 'Spec in Markdown' }).getByText('By the can.').waitFor()
    const save = await page.getByRole('button', { name: /^Save as r1/ }).boundingBox()
    const pulse = await page.locator('.pulse').boundingBox()
    expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(pulse?.y ?? 0)
    await page.keyboard.press('Control+Enter')
    await page.locator('.toast', { hasText: 'saved as r1' }).waitFor()
  })

  test('in the Room every long title that waits ends in dots, and the row says why it waits', async () => {
    const long = 'Water the roses along the southern wall, and the ones that climb, before the heat of the day'
    const first = await stage.capture(long, { spec: 'By the can.' })
    await stage.ada().call('brief.setStatus', { briefId: first, status: 'planned' })
    await stage.ada().call('brief.dispatch', { briefId: first })
    const { decisionId } = await stage
      .agent()
      .call('decision.ask', { briefId: first, header: 'How deep?', blocking: true })
    const { page } = await stage.open()
    await page.goto(stage.server().url)
    const row = page.locator('#queue li', { hasText: long })
    await row.getByText(`q${decisionId} is not answered`).waitFor()
    const title = await row.locator('.next-what .state').evaluate(e => {
      const { scrollWidth, clientWidth } = e as unknown as { scrollWidth: number; clientWidth: number }
      return scrollWidth > clientWidth
    })
    expect(title).toBe(true)
  })
})
