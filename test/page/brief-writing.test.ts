import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../browser.ts'
import { specIn, writeSpec } from './briefs/spec-editor.ts'
import { setStage } from './stage.ts'

const patiently = { timeout: 60_000 }

const source = (page: Page) => page.getByRole('textbox', { name: 'Spec in Markdown' })
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' })

describe.skipIf(!findChromium())('writing on a Brief', () => {
  const stage = setStage()
  const specOf = async (briefId: number) => (await stage.ada().call('recall.brief', { briefId })).spec

  /** Somebody writes on r1 while r2 is saved by an agent. */
  const clash = async (mine: string, theirs: string) => {
    const id = await stage.capture('Water the roses', { spec: 'one\ntwo\nthree' })
    const { page } = await stage.at(id)
    await page.locator('body').press('e')
    await writeSpec(page, mine)
    await stage.agent().call('brief.writeSpec', { briefId: id, spec: theirs, revision: 1 })
    await page.getByText('agent:builder-1 saved r2').waitFor()
    return { id, page }
  }

  test('a draft survives a reload, and another Brief has its own', async () => {
    const id = await stage.capture('Water the roses')
    const other = await stage.capture('Prune the apple tree')
    const { page } = await stage.at(id)
    await page.locator('body').press('e')
    await writeSpec(page, 'Half a thought')
    await note(page).fill('And half a note')
    await page.goto(page.url().replace(/\d+$/, String(other)))
    await page.getByRole('heading', { name: 'Prune the apple tree' }).waitFor()
    expect(await note(page).inputValue()).toBe('')
    await page.goto(page.url().replace(/\d+$/, String(id)))
    await page.getByRole('button', { name: 'Go on writing' }).click()
    await expect.poll(() => specIn(page), patiently).toBe('Half a thought')
    expect(await note(page).inputValue()).toBe('And half a note')
    expect(await specOf(id)).toBe('')
  })

  test('two writers: going on with theirs keeps both changes', async () => {
    const { id, page } = await clash('ONE\ntwo\nthree', 'one\ntwo\nTHREE')
    await page.getByRole('button', { name: 'See the difference' }).click()
    await page.getByRole('list', { name: 'From r2 to your draft' }).waitFor()
    await page.getByRole('button', { name: 'Keep editing on theirs' }).click()
    await expect.poll(() => specIn(page), patiently).toBe('ONE\ntwo\nTHREE')
    await source(page).press('Control+s')
    await page.getByText('The spec is saved as r3.').waitFor()
    expect(await specOf(id)).toBe('ONE\ntwo\nTHREE')
  })

  test('two writers: mine over theirs leaves theirs among the revisions', async () => {
    const { id, page } = await clash('mine', 'theirs')
    await page.getByRole('button', { name: 'Take mine over theirs' }).click()
    await page.getByText('The spec is saved as r3.').waitFor()
    expect(await specOf(id)).toBe('mine')
    await page.getByRole('radio', { name: 'Revisions' }).check({ force: true })
    await page.getByRole('button', { name: /^r2/ }).click()
    await page.getByRole('button', { name: 'Restore r2' }).click()
    await page.getByText('r4 has the text of r2.').waitFor()
    expect(await specOf(id)).toBe('theirs')
  })

  test('two writers: taking theirs lets the draft go', async () => {
    const { id, page } = await clash('mine', 'theirs')
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await expect.poll(() => specIn(page), patiently).toBe('theirs')
    expect(await specOf(id)).toBe('theirs')
  })

  test('a pasted screenshot goes to the Brief and stands in the note', async () => {
    const id = await stage.capture('Water the roses')
    const { page } = await stage.at(id)
    await page.locator('body').press('n')
    await page.keyboard.type('This is how it looks')
    await page.evaluate(`{
      const bytes = Uint8Array.from(atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='), c => c.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
      const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(paste)
    }`)
    await page.locator('.ev', { hasText: 'attachment added' }).locator('img').waitFor()
    await page.keyboard.press('Control+Enter')
    const added = page.locator('.ev', { hasText: 'This is how it looks' })
    await added.locator('img').waitFor()
    const [image] = await Promise.all([
      added.locator('img').getAttribute('src'),
      added.locator('img').scrollIntoViewIfNeeded(),
    ])
    const width = `fetch('${image}').then(got => got.blob()).then(createImageBitmap).then(bitmap => bitmap.width)`
    expect(await page.evaluate(width)).toBe(1)
    expect(await note(page).inputValue()).toBe('')
    const { attachments } = await stage.ada().call('recall.brief', { briefId: id })
    expect(attachments.map(each => each.mediaType)).toEqual(['image/png'])
    expect(stage.complaints()).toEqual([])
  })

  test('a discussed question keeps its words until the house has them', async () => {
    const id = await stage.capture('Water the roses')
    await stage.agent().call('decision.ask', { briefId: id, header: 'Rain water or tap water?' })
    const { page } = await stage.at(id)
    const answer = page.getByRole('textbox', { name: 'Answer to q1' })
    await page.route('**/api/decision.discuss', route => route.fulfill({ status: 500, body: 'broken' }))
    await answer.fill('What does the butt hold?')
    await page.getByRole('button', { name: 'Discuss' }).click()
    await page.locator('.decision-unsent').waitFor()
    expect(await answer.inputValue()).toBe('What does the butt hold?')
    await page.unroute('**/api/decision.discuss')
    await page.getByRole('button', { name: 'Discuss' }).click()
    await page.locator('.said', { hasText: 'What does the butt hold?' }).waitFor()
    expect(await answer.inputValue()).toBe('')
  })
})
