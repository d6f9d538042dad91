import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findings, spill } from './barred.ts'
import { openBrowser, servePage } from './chromium.ts'

let served: Awaited<ReturnType<typeof servePage>>
let browser: Browser
let contexts: BrowserContext[] = []

beforeAll(async () => {
  ;[served, browser] = await Promise.all([servePage(), openBrowser()])
})
afterEach(async () => {
  await Promise.all(contexts.map(context => context.close()))
  contexts = []
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
})

/** The specimen, with everything that the browser complained about. */
async function open(
  width = 1280,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' })
  contexts.push(context)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  page.on('request', request => {
    if (!request.url().startsWith(served.url)) complaints.push(`asked elsewhere: ${request.url()}`)
  })
  await page.goto(`${served.url}bloom`)
  await page.getByRole('heading', { name: 'Mechanics' }).waitFor()
  return { page, complaints }
}

describe('every part in every state', () => {
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [320, 390, 880, 1280]) {
      test(`at ${width} px in the ${theme} theme nothing bars anybody, and nothing runs over the side`, async () => {
        const { page, complaints } = await open(width, theme)
        expect(await findings(page)).toEqual([])
        expect(await spill(page)).toBeLessThanOrEqual(0)
        expect(complaints).toEqual([])
      })
    }
  }

  test('an open menu and an open dialog bar nobody either', async () => {
    const { page, complaints } = await open()
    await page.getByRole('button', { name: 'More ways to hand over' }).click()
    await page.getByRole('menu').waitFor()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open a dialog' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await findings(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})

describe('by keyboard', () => {
  test('a pick opens, moves, chooses, and gives the keyboard back', async () => {
    const { page } = await open()
    const pick = page.getByRole('button', { name: 'leg build' })
    await pick.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu', { name: 'leg' }).waitFor()
    await page.getByRole('menuitemradio', { name: 'design' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('leg design')
  })

  test('a number chooses the option of a decision, Enter in its field answers', async () => {
    const { page } = await open()
    await page.getByRole('radio', { name: /Three/ }).focus()
    await page.keyboard.press('3')
    await page.getByLabel('A word with the answer to q12').press('Enter')
    await page.getByText('answered with 3', { exact: true }).waitFor()
  })

  test('j and k move through ten thousand rows, of which few are in the document', async () => {
    const { page } = await open()
    await page.evaluate('document.activeElement.blur()')
    for (let step = 0; step < 12; step++) await page.keyboard.press('j')
    const here = page.locator('.virtual-row[aria-current]')
    await expect.poll(() => here.getAttribute('aria-posinset')).toBe('13')
    await expect.poll(() => here.isVisible()).toBe(true)
    await expect.poll(() => page.locator('.virtual-row').count()).toBeLessThan(60)
  })

  test('a refused button is reached, says why, and does nothing', async () => {
    const { page } = await open()
    const land = page.getByRole('button', { name: 'Land', exact: true })
    await land.focus()
    await expect.poll(() => land.getAttribute('aria-disabled')).toBe('true')
    const why = await land.getAttribute('aria-describedby')
    await expect.poll(() => page.locator(`[id="${why}"]`).textContent()).toContain('review asked for changes')
  })
})

describe('what somebody writes', () => {
  test('it survives a reload, stays when it is refused, and goes once it is acknowledged', async () => {
    const { page } = await open()
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.fill('refuse this')
    await page.reload()
    await expect.poll(() => note.inputValue()).toBe('refuse this')
    await note.press('Control+Enter')
    await page.getByText('Your text is still here').waitFor()
    await expect.poll(() => note.inputValue()).toBe('refuse this')
    await note.fill('a note')
    await note.press('Control+Enter')
    await page.getByText('added: a note').waitFor()
    await expect.poll(() => note.inputValue()).toBe('')
  })

  test('Enter of an input method chooses a word and never sends', async () => {
    const { page } = await open()
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.fill('日本')
    await note.dispatchEvent('keydown', { key: 'Enter', ctrlKey: true, isComposing: true })
    await expect.poll(() => note.inputValue()).toBe('日本')
    await note.press('Control+Enter')
    await page.getByText('added: 日本').waitFor()
  })

  test('a pasted image shows its progress and can be taken back', async () => {
    const { page } = await open()
    await page.evaluate(`{
      const data = new DataTransfer()
      data.items.add(new File(['x'], 'lanes.png', { type: 'image/png' }))
      const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.querySelector('.composer textarea').dispatchEvent(paste)
    }`)
    await page.getByRole('progressbar', { name: 'uploading lanes.png' }).waitFor()
    await page.getByRole('button', { name: 'Remove lanes.png' }).click()
    await page.getByText('lanes.png', { exact: true }).waitFor({ state: 'detached' })
  })
})

test('a theme that was chosen stands before the first script of the page runs', async () => {
  const { page } = await open(1280, 'light')
  await page.getByRole('button', { name: 'Theme: follow the system' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await page.route('**/assets/*.js', route => route.abort())
  await page.reload()
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
})

describe('the build', () => {
  const built = () => readFileSync(join(served.folder, 'index.html'), 'utf8')

  test('nothing stands inline, and the licences travel with the fonts', () => {
    expect(built()).not.toMatch(/<style|style="|<script(?![^>]*\ssrc=)/)
    expect(readdirSync(join(served.folder, 'assets')).filter(name => name.endsWith('.OFL.txt'))).toHaveLength(2)
  })

  test('the scripts of the first paint stay under 150 KB', () => {
    const first = [...built().matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(found => found[1] ?? '')
    const size = first.reduce((sum, name) => sum + gzipSync(readFileSync(join(served.folder, name))).length, 0)
    expect(first.length).toBeGreaterThan(0)
    expect(size).toBeLessThan(150_000)
  })
})
