import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { looksGood } from '../barred.ts'
import { setStage } from '../stage.ts'

describe.skipIf(!findChromium())('a browser that is not signed in', () => {
  const stage = setStage()

  for (const colorScheme of ['light', 'dark'] as const)
    test(`reads how it gets in, in the ${colorScheme} look of the house, and the content policy holds`, async () => {
      const { page, context, complaints } = await stage.open({ colorScheme })
      await context.clearCookies()
      complaints.length = 0
      await page.goto(`${stage.server().url}/briefs/3`)
      await page.getByRole('heading', { name: 'this browser is not signed in' }).waitFor()
      await page.getByText('flower open', { exact: true }).waitFor()
      await looksGood(page, [320, 390, 1280])
      const paper = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
      expect(paper).toMatch(colorScheme === 'dark' ? /^oklch\(0\.202/ : /^oklch\(0\.987/)
      // That it may not come in is what the answer says by its status.
      expect(complaints.filter(each => !each.includes('401'))).toEqual([])
    })
})
