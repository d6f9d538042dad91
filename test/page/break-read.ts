import type { Page } from 'playwright-core'
import type { OperationName } from '#contract/catalogue.ts'

const hears = `addEventListener('click', event => {
  if (event.target.closest('button')?.textContent.includes('Try again')) globalThis.hasPressed = true
}, true)`

/** Has a read fail, from the next page on, until somebody presses "Try again": also when the page asks anew by itself. */
export async function breakRead(page: Page, operation: OperationName): Promise<void> {
  await page.addInitScript(hears)
  await page.route(`**/api/${operation}`, async route => {
    if (await page.evaluate('globalThis.hasPressed').catch(() => false)) return route.continue()
    return route.fulfill({ status: 500, json: { detail: 'it broke' } })
  })
}
