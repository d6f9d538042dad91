import { describe, expect, test } from 'vitest'
import { findChromium, openChromium } from './browser.ts'

describe.skipIf(!findChromium())('the Chromium of the test run', () => {
  test('it opens a page and runs its script', async () => {
    const browser = await openChromium()
    const page = await browser.newPage()
    await page.goto('data:text/html,<title>seed</title><script>document.title = "bloom"</script>')
    expect(await page.title()).toBe('bloom')
    await browser.close()
  })
})
