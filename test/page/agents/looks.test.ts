import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { setStage } from '../stage.ts'
import { agentsScene, dismiss } from './pictured-agents.ts'

/** Base UI's guards are hidden from a screen reader and pass the keyboard on at once; axe can't know the second. */
const findings = async (page: Page) =>
  (await new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]').analyze()).violations.map(
    found => `${found.id}: ${found.nodes[0]?.html}`,
  )

describe.skipIf(!findChromium())('the looks of agents', () => {
  const stage = setStage()
  afterEach(() => dismiss(stage.ada()))

  /** Nothing bars anybody and nothing runs over the side, at each of the widths. */
  const looksGood = async (page: Page, widths: readonly number[]) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findings(page)).toEqual([])
      await expect
        .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
        .toBeLessThanOrEqual(0)
    }
  }

  test.each(['light', 'dark'] as const)('in the %s theme they bar nobody at any width', async colorScheme => {
    const { chained } = await agentsScene({ server: stage.server(), git: stage.git }, stage.garden())
    const { page } = await stage.open({ colorScheme })
    await page.goto(`${stage.server().url}/`)
    await page.getByText('waits for a permission').first().waitFor()
    await page.getByRole('button', { name: 'Read q1' }).click()
    await looksGood(page, [1280, 880, 390, 320])
    await page.getByRole('button', { name: 'Actions of flower-orchestrator' }).click()
    await page.getByRole('menuitem', { name: /^Message/ }).click()
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await looksGood(page, [390, 1280])
    await page.goto(`${stage.server().url}/fleet`)
    const worker = page.locator('.agent', { hasText: 'walls next' })
    await worker.getByRole('button', { name: /^Actions of/ }).click()
    await page.getByRole('menuitem', { name: 'Its log' }).click()
    await worker.getByText('src/machine/ports.ts').first().waitFor()
    await looksGood(page, [1280, 880, 390, 320])
    await page.goto(`${stage.server().url}/briefs/${chained}`)
    await page.getByRole('list', { name: 'Agents of this Brief, newest first' }).waitFor()
    await looksGood(page, [1280, 390, 320])
  })
})
