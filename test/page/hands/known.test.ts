import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { setStage } from '../stage.ts'

describe.skipIf(!findChromium())('who reads a page', () => {
  const stage = setStage()

  test('a row comes with its hands, however late the house says who reads it', async () => {
    await stage.ada().call('worktree.create', { name: 'pear', wait: 50 })
    const { page } = await stage.open()
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/system.info', route => mayAnswer.then(() => route.continue()))
    const listed = page.waitForResponse('**/api/worktree.list')
    await page.goto(`${stage.server().url}/fleet`)
    await listed
    await page.getByRole('img', { name: 'Loading worktrees' }).waitFor()
    answer()
    await page.locator('.tree', { hasText: 'pear' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Actions of w1' }).count()).toBe(1)
  })

  test('a house that does not say who reads holds no row back', async () => {
    await stage.ada().call('worktree.create', { name: 'pear', wait: 50 })
    const { page } = await stage.open()
    await page.route('**/api/system.info', route => route.fulfill({ status: 500, json: { detail: 'it broke' } }))
    await page.goto(`${stage.server().url}/fleet`)
    await page.locator('.tree', { hasText: 'pear' }).waitFor()
  })
})
