/** Whether a page bars anybody, and whether anything runs over its side. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * What axe finds. Base UI's guards are hidden from a screen reader and pass the keyboard on at once; axe can't know the
 * second. In legacy mode axe opens no page of its own to put frames of other sites together, which we have none of: the
 * findings are the same in half of the time, and in half of that when what passes is not written down.
 */
export const findings = async (page: Page): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).exclude('[data-base-ui-focus-guard]')
  axe.setLegacyMode(true)
  return (await axe.analyze()).violations.map(found => `${found.id}: ${found.nodes[0]?.html}`)
}

/** Pixels that the page is wider than its window. */
export const spill = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

/** Nothing bars anybody and nothing runs over the side, at each of the widths. */
export async function looksGood(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findings(page), `${width} px`).toEqual([])
    expect(await spill(page), `${width} px`).toBeLessThanOrEqual(0)
  }
}
