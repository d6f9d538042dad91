import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../browser.ts'
import { specIn, writeSpec } from './briefs/spec-editor.ts'
import { setStage } from './stage.ts'

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
    await expect.poll(() => note(page).inputValue()).toBe('')
    await page.goto(page.url().replace(/\d+$/, String(id)))
    await page.getByRole('button', { name: 'Go on writing' }).click()
    await expect.poll(() => specIn(page)).toBe('Half a thought')
    await expect.poll(() => note(page).inputValue()).toBe('And half a note')
    await expect.poll(() => specOf(id)).toBe('')
  })

  test('two writers: going on with theirs keeps both changes', async () => {
    const { id, page } = await clash('ONE\ntwo\nthree', 'one\ntwo\nTHREE')
    await page.getByRole('button', { name: 'See the difference' }).click()
    await page.getByRole('list', { name: 'From r2 to your draft' }).waitFor()
    await page.getByRole('button', { name: 'Keep editing on theirs' }).click()
    await expect.poll(() => specIn(page)).toBe('ONE\ntwo\nTHREE')
    await source(page).press('Control+s')
    await page.getByText('The spec is saved as r3.').waitFor()
    await expect.poll(() => specOf(id)).toBe('ONE\ntwo\nTHREE')
  })

  test('two writers: mine over theirs leaves theirs among the revisions', async () => {
    const { id, page } = await clash('mine', 'theirs')
    await page.getByRole('button', { name: 'Take mine over theirs' }).click()
    await page.getByText('The spec is saved as r3.').waitFor()
    await expect.poll(() => specOf(id)).toBe('mine')
    await page.getByRole('radio', { name: 'Revisions' }).check({ force: true })
    await page.getByRole('button', { name: /^r2/ }).click()
    await page.getByRole('button', { name: 'Restore r2' }).click()
    await page.getByText('r4 has the text of r2.').waitFor()
    await expect.poll(() => specOf(id)).toBe('theirs')
  })

  test('two writers: taking theirs lets the draft go', async () => {
    const { id, page } = await clash('mine', 'theirs')
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await expect.poll(() => specIn(page)).toBe('theirs')
    await expect.poll(() => specOf(id)).toBe('theirs')
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
    await expect.poll(() => page.evaluate(width)).toBe(1)
    // The trace may show it before the answer to its own press has come.
    await expect.poll(() => note(page).inputValue()).toBe('')
    const { attachments } = await stage.ada().call('recall.brief', { briefId: id })
    expect(attachments.map(each => each.mediaType)).toEqual(['image/png'])
    expect(stage.complaints()).toEqual([])
  })

  test('a table that is pasted comes as its text, a dropped file of any kind goes along, and a folder is refused', async () => {
    const id = await stage.capture('Water the roses')
    const { page, context } = await stage.at(id)
    const isTaken = await page.evaluate<boolean>(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'roses\\tred')
      clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      !document.querySelector('.composer textarea').dispatchEvent(paste)
    }`)
    expect(isTaken).toBe(false)
    const folder = await mkdtemp(join(tmpdir(), 'flower-dropped-'))
    const file = join(folder, 'water.log')
    await writeFile(file, 'dry')
    const browser = await context.newCDPSession(page)
    /** As a hand does it: a file that nobody takes is opened by the browser in the place of the page. */
    const drag = async (types: ('dragEnter' | 'dragOver' | 'drop')[], path: string, at: { x: number; y: number }) => {
      const data = { items: [], files: [path], dragOperationsMask: 1 }
      for (const type of types) await browser.send('Input.dispatchDragEvent', { type, ...at, data })
    }
    const dropIntoNote = async (path: string) => {
      let at = { x: 0, y: 0 }
      // The note moves while the page is still arriving; the hand follows it.
      const hover = async () => {
        const { x = 0, y = 0 } = (await note(page).boundingBox()) ?? {}
        at = { x: x + 20, y: y + 10 }
        await drag(['dragEnter', 'dragOver'], path, at)
        return note(page).getAttribute('class')
      }
      await expect.poll(hover).toContain('is-drop')
      await drag(['drop'], path, at)
    }
    await dropIntoNote(file)
    await page.getByRole('button', { name: 'Remove water.log' }).waitFor()
    await dropIntoNote(folder)
    await page.getByText('A folder: take its files.').waitFor()
    await drag(['dragEnter', 'dragOver', 'drop'], file, { x: 5, y: 200 })
    await note(page).press('Control+Enter')
    await page.locator('.ev', { hasText: 'note' }).getByRole('link', { name: 'water.log' }).waitFor()
    expect(context.pages().map(each => each.url())).toEqual([page.url()])
    await rm(folder, { recursive: true })
  })

  test('a title that is being written survives a reload', async () => {
    const id = await stage.capture('Water the roses')
    const { page } = await stage.at(id)
    await page.getByRole('button', { name: 'Edit the title' }).click()
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Water the roses and the lilies')
    await page.reload()
    await expect.poll(() => title.inputValue()).toBe('Water the roses and the lilies')
    await title.press('Enter')
    await page.getByRole('heading', { name: '#1 Water the roses and the lilies' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Edit the title' }).waitFor()
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
    await expect.poll(() => answer.inputValue()).toBe('What does the butt hold?')
    await page.unroute('**/api/decision.discuss')
    await page.getByRole('button', { name: 'Discuss' }).click()
    await page.locator('.said', { hasText: 'What does the butt hold?' }).waitFor()
    await expect.poll(() => answer.inputValue()).toBe('')
  })
})
