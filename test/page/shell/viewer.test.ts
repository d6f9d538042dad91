import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { setStage } from '../stage.ts'

describe.skipIf(!findChromium())('a viewer at a Brief', () => {
  const stage = setStage()

  test('reads all of it and is offered nothing, by hand or by key', async () => {
    const oak = await stage.capture('Fell the oak')
    const briefId = await stage.capture('Water the roses', { dependsOn: [oak] })
    const { page } = await stage.open()
    const info = await stage.ada().call('system.info', {})
    const asked: string[] = []
    page.on('request', request => request.method() === 'POST' && asked.push(new URL(request.url()).pathname))
    await page.route('**/api/system.info', route => route.fulfill({ json: { ...info, role: 'viewer' } }))
    await page.goto(`${stage.server().url}/briefs/${briefId}`)
    await page.getByText('chain verified').waitFor()
    await page.getByText('You read here: an operator writes, hands over and decides.').waitFor()
    await page.getByText('No spec yet').waitFor()
    const named = /^(Dispatch|Write the spec|Edit|Set the status|Add|No longer|Take|split|add a|Approve|Restore)/
    await expect.poll(() => page.locator('main').getByRole('button', { name: named }).count()).toBe(0)
    await expect.poll(() => page.locator('main').getByRole('radio', { name: /Edit/ }).count()).toBe(0)
    await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).count()).toBe(0)
    const switches = page.locator('#dispatch').getByRole('switch')
    await expect.poll(() => switches.count()).toBeGreaterThan(0)
    for (const each of await switches.all()) await expect.poll(() => each.getAttribute('aria-disabled')).toBe('true')
    for (const key of ['d', 'e', 'n', 'a']) await page.keyboard.press(key)
    await switches.first().click({ force: true })
    await expect.poll(() => page.getByRole('textbox', { name: 'Spec in Markdown' }).count()).toBe(0)
    expect(asked.filter(path => /brief\.(dispatch|configure|writeSpec)/.test(path))).toEqual([])
  })
})
