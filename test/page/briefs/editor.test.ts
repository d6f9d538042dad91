import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { looksGood } from '../barred.ts'
import { setStage } from '../stage.ts'
import { specIn, writeSpec } from './spec-editor.ts'

describe.skipIf(!findChromium())('the editor of a spec', () => {
  const stage = setStage()
  const specOf = async (briefId: number) => (await stage.ada().call('recall.brief', { briefId })).spec
  const source = (page: Page) => page.getByRole('textbox', { name: 'Spec in Markdown' })
  const edit = async (spec: string, look?: Parameters<typeof stage.at>[1]) => {
    const id = await stage.capture('Water the roses', { spec })
    const { page, complaints } = await stage.at(id, look)
    await page.locator('body').press('e')
    await source(page).waitFor()
    return { id, page, complaints }
  }

  test('it has the keyboard, continues a list, shows the preview, takes steps back, and saves by a key', async () => {
    const { id, page, complaints } = await edit('- Dig')
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Plant')
    await expect.poll(() => specIn(page)).toBe('- Dig\n- Plant')
    await page.getByRole('group', { name: 'Preview' }).getByRole('listitem').filter({ hasText: 'Plant' }).waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(() => specIn(page)).not.toContain('Plant')
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(() => specIn(page)).toBe('- Dig\n- Plant')
    await page.keyboard.press('Control+s')
    await expect.poll(() => specOf(id)).toBe('- Dig\n- Plant')
    expect(complaints).toEqual([])
  })

  test('the preview of a very long text ends, and says so', async () => {
    const { page } = await edit(`${'A line of the spec that goes on and on.\n\n'.repeat(3_000)}The last of it.`)
    await page.keyboard.type('Begun. ')
    const preview = page.getByRole('group', { name: 'Preview' })
    await preview.getByText('Begun.').waitFor()
    await preview.getByText('ends here; Read shows all of it').waitFor()
    await expect.poll(() => preview.getByText('The last of it.').count()).toBe(0)
  })

  test('what was written in the moment before the key that saves is what is saved', async () => {
    const { id, page } = await edit('- Dig')
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' deep')
    await page.keyboard.press('Control+z')
    await page.getByText('nothing has changed').waitFor()
    // In one task, so that nothing is drawn in between.
    await page.evaluate(`for (const [key, keyCode] of [['y', 89], ['s', 83]])
      document.activeElement.shadowRoot.activeElement
        .dispatchEvent(new KeyboardEvent('keydown', { key, keyCode, ctrlKey: true, bubbles: true }))`)
    await expect.poll(() => specOf(id)).toBe('- Dig deep')
  })

  test('single keys of the page are letters in it, and Tab leads out', async () => {
    const { page } = await edit('')
    await page.keyboard.type('edn j / c')
    await expect.poll(() => specIn(page)).toBe('edn j / c')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Preview')
  })

  test('a word that an input method is still at work on is neither saved nor lost', async () => {
    const { id, page } = await edit('')
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
    await expect.poll(() => specIn(page)).toBe('にほん')
    await session.send('Input.insertText', { text: '日本' })
    await expect.poll(() => specIn(page)).toBe('日本')
    await page.keyboard.press('Control+s')
    await expect.poll(() => specOf(id)).toBe('日本')
  })

  test('each line finds its own direction', async () => {
    const { page } = await edit('one\nازرع الورد\nthree')
    const lines = source(page).locator('.cm-line')
    await expect.poll(() => lines.nth(1).getAttribute('dir')).toBe('auto')
    const direction = (place: number) =>
      page.evaluate(
        `getComputedStyle(document.querySelector('.editor-host').shadowRoot.querySelectorAll('.cm-line')[${place}]).direction`,
      )
    expect([await direction(0), await direction(1)]).toEqual(['ltr', 'rtl'])
  })

  test('where the editor can’t be fetched, a plain field takes the text', async () => {
    const id = await stage.capture('Water the roses', { spec: 'one' })
    const { page } = await stage.at(id)
    await page.route('**/assets/markdown-editor-*', route => route.abort())
    await page.locator('body').press('e')
    await page.locator('textarea.editor-source').fill('two')
    await page.keyboard.press('Control+s')
    await expect.poll(() => specOf(id)).toBe('two')
  })

  test('a policy that takes no text for markup holds too', async () => {
    const id = await stage.capture('Water the roses', { spec: '# One' })
    const { page, complaints } = await stage.at(id)
    await page.evaluate(`{
      const policy = document.createElement('meta')
      policy.httpEquiv = 'Content-Security-Policy'
      policy.content = "require-trusted-types-for 'script'"
      document.head.append(policy)
    }`)
    await page.locator('body').press('e')
    await writeSpec(page, '# Two')
    await page.getByRole('group', { name: 'Preview' }).getByRole('heading', { name: 'Two' }).waitFor()
    expect(complaints).toEqual([])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`in the ${colorScheme} theme it bars nobody, at any width`, async () => {
      const { page, complaints } = await edit(
        '# Head\n\n> said *so* **strongly**\n\n- [a link](https://example.test) `code`',
        {
          colorScheme,
        },
      )
      await looksGood(page, [320, 390, 880, 1280])
      expect(complaints).toEqual([])
    })
  }
})
