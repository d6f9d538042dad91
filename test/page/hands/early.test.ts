import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { setStage } from '../stage.ts'

describe.skipIf(!findChromium())('somebody who is quicker than the house', () => {
  const stage = setStage()

  test('presses c before it is known which projects there are, and goes on typing', async () => {
    const { page } = await stage.open()
    const typed = Promise.withResolvers<void>()
    await page.route('**/api/project.list', async route => {
      await typed.promise
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'Briefs', level: 1 }).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('Water the roses')
    typed.resolve()
    await page.keyboard.press('Control+Enter')
    await page.locator('.toast', { hasText: 'Captured #1' }).waitFor()
    await page.locator('.virtual-row', { hasText: 'Water the roses' }).waitFor()
  })

  test('presses c in a Room that is not there yet, and the keyboard comes to the field', async () => {
    const { page } = await stage.open()
    await page.goto(stage.server().url, { waitUntil: 'commit' })
    await page.locator('.bar').waitFor()
    await page.keyboard.press('c')
    await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('capture')
  })

  test('presses e and writes on while the editor is still fetched: no key acts, and the spec begins with all of them', async () => {
    const id = await stage.capture('Water the roses')
    const { page } = await stage.at(id)
    const typed = Promise.withResolvers<void>()
    await page.route('**/markdown-editor-*.js', async route => {
      await typed.promise
      await route.continue()
    })
    await page.keyboard.press('e')
    await page.keyboard.type('dig nx')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await page.keyboard.type('dry soil')
    typed.resolve()
    const editor = page.getByRole('textbox', { name: 'Spec in Markdown' })
    await editor.getByText('dry soil').waitFor()
    await page.keyboard.type(', deeply')
    await page.keyboard.press('Control+s')
    await page.locator('.toast', { hasText: 'saved as r1' }).waitFor()
    const brief = await stage.ada().call('recall.brief', { briefId: id })
    expect(brief.spec).toBe('dig n\ndry soil, deeply')
    expect(brief.dispatches).toEqual([])
    await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('')
  })

  test('presses c or / at another place and writes on: the words are in the field once it is there', async () => {
    const id = await stage.capture('Water the roses')
    for (const [key, name] of [
      ['c', 'What should happen?'],
      ['/', 'Filter'],
    ] as const) {
      const { page } = await stage.at(id)
      const typed = Promise.withResolvers<void>()
      await page.route('**/briefs-place-*.js', async route => {
        await typed.promise
        await route.continue()
      })
      await page.keyboard.press(key)
      await page.keyboard.type(' dig ned')
      typed.resolve()
      const field = page.getByRole('textbox', { name })
      await field.waitFor()
      await expect.poll(() => field.inputValue()).toContain(' dig ned')
    }
    expect((await stage.ada().call('recall.brief', { briefId: id })).dispatches).toEqual([])
  })

  test('opens the palette and writes on before it is there', async () => {
    const id = await stage.capture('Water the roses')
    const { page } = await stage.at(id)
    const typed = Promise.withResolvers<void>()
    await page.route('**/palette-floating-*.js', async route => {
      await typed.promise
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('decisions')
    typed.resolve()
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('decisions')
    expect((await stage.ada().call('recall.brief', { briefId: id })).dispatches).toEqual([])
  })

  test('captures while flower is down: that nobody answered is said until somebody does, and the text stays', async () => {
    const { page } = await stage.open()
    await stage.kill()
    await page.locator('.pulse-live', { hasText: 'offline' }).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('Water the roses')
    await page.keyboard.press('Control+Enter')
    const said = page.getByText('Your text is still here.')
    await said.waitFor()
    await stage.again()
    await page.locator('.pulse-live', { hasText: 'live' }).waitFor()
    await said.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Capture', exact: false }).last().click()
    await page.locator('.toast', { hasText: 'Captured #1' }).waitFor()
  })

  test('empties the filter and is told what is shown: what is open', async () => {
    await stage.capture('Water the roses')
    await stage.ada().call('brief.setStatus', { briefId: await stage.capture('Fell the oak'), status: 'cancelled' })
    const { page } = await stage.open()
    await page.getByRole('textbox', { name: 'Filter' }).fill('')
    await expect.poll(() => page.url()).toMatch(/q=$/)
    await page.getByRole('heading', { name: '1 open', level: 2 }).waitFor()
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'open 1', pressed: true }).waitFor()
  })
})
