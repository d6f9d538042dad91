import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { looksGood } from '../barred.ts'
import { setStage } from '../stage.ts'

describe.skipIf(!findChromium())('the place of Briefs', () => {
  const stage = setStage()
  const { ada, capture, open } = stage
  const field = (page: Page) => page.getByRole('textbox', { name: 'What should happen?' })
  const row = (page: Page, title: string) => page.locator('.virtual-row').filter({ hasText: title })
  const all = () => ada().call('brief.list', { query: 'is:open,closed' })

  /** An epic with a blocked child, one that is handed over, and one that waits for an operator. */
  const plant = async () => {
    const epic = await capture('Make the garden bloom')
    const roses = await capture('Plant the roses', { parentId: epic, spec: 'By the wall.' })
    await capture('Water the roses', { parentId: epic, dependsOn: [roses] })
    const gate = await capture('Paint the gate')
    await ada().call('brief.configure', { briefId: gate, needsApproval: true, labels: ['paint'] })
    await ada().call('brief.setStatus', { briefId: roses, status: 'planned' })
    await ada().call('brief.dispatch', { briefId: roses })
    return { epic, roses, gate }
  }

  describe('capturing', () => {
    test('a draft survives a reload and is gone once it was captured', async () => {
      const { page } = await open()
      await field(page).fill('Prune the apple tree')
      await page.reload()
      await expect.poll(() => field(page).inputValue()).toBe('Prune the apple tree')
      await field(page).press('Control+Enter')
      await row(page, 'Prune the apple tree').waitFor()
      await expect.poll(() => field(page).inputValue()).toBe('')
      await expect.poll(async () => (await all()).items.map(each => each.title)).toEqual(['Prune the apple tree'])
    })

    test('a refused text stays, with the reason', async () => {
      const { page } = await open()
      await field(page).fill('Water\0the roses')
      await field(page).press('Control+Enter')
      await page.getByText(/NUL character.*Your text is still here/).waitFor()
      await expect.poll(() => field(page).inputValue()).toBe('Water\0the roses')
      await expect.poll(async () => (await all()).total).toBe(0)
    })

    test('a text that nobody answered stays, and pressed again it is captured once', async () => {
      const { page } = await open()
      await field(page).fill('Mend the fence')
      await stage.kill()
      await field(page).press('Control+Enter')
      await page.getByText('Your text is still here').waitFor()
      await stage.again()
      await field(page).press('Control+Enter')
      await row(page, 'Mend the fence').waitFor()
      await expect.poll(async () => (await all()).total).toBe(1)
    })

    test('an answer that is lost on the way is asked for again, and nothing is captured twice', async () => {
      const { page } = await open()
      let lost = 0
      await page.route('**/api/brief.capture', async route => {
        if (lost++ > 0) return route.continue()
        await route.fetch()
        return route.abort()
      })
      await field(page).fill('Sow the lawn')
      await field(page).press('Control+Enter')
      await row(page, 'Sow the lawn').waitFor()
      // The row may come by the stream before the answer has come by the second call.
      await expect.poll(() => lost).toBeGreaterThan(1)
      await expect.poll(async () => (await all()).total).toBe(1)
    })

    test('Enter of an input method chooses a word and never captures', async () => {
      const { page } = await open()
      await field(page).fill('日本')
      await field(page).dispatchEvent('keydown', { key: 'Enter', ctrlKey: true, isComposing: true })
      await field(page).press('Control+Enter')
      await row(page, '日本').waitFor()
      await expect.poll(async () => (await all()).total).toBe(1)
    })

    test('a pasted screenshot arrives at the Brief', async () => {
      const { page } = await open()
      await field(page).fill('The gate hangs askew')
      await page.evaluate(`{
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array([137, 80, 78, 71])], 'gate.png', { type: 'image/png' }))
        document.getElementById('capture').dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      }`)
      await page.getByText('gate.png').waitFor()
      await field(page).press('Control+Enter')
      await row(page, 'The gate hangs askew').waitFor()
      const attached = async () => (await ada().call('recall.brief', { briefId: 1 })).attachments
      await expect.poll(async () => (await attached()).map(each => each.name)).toEqual(['gate.png'])
    })

    test('captured and handed over in one press', async () => {
      const { page } = await open()
      await field(page).fill('Rake the leaves')
      await field(page).press('Control+Shift+Enter')
      await page.getByText('Captured #1 and handed it over as d1').waitFor()
      await expect.poll(async () => (await all()).items[0]?.status).toBe('dispatched')
    })

    test('what was captured by mistake is taken back', async () => {
      const { page } = await open()
      await field(page).fill('Oops')
      await field(page).press('Control+Enter')
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Nothing is open.').waitFor()
      await expect.poll(async () => (await all()).items[0]?.status).toBe('cancelled')
    })

    test('a text about the same is added to the Brief that is open, or captured under its epic', async () => {
      const { roses, epic } = await plant()
      const { page } = await open()
      await field(page).fill('Plant the roses along the path too')
      await page.getByRole('button', { name: 'Add this to it' }).first().click()
      await page.getByText(`Added to #${roses}`).waitFor()
      await expect.poll(() => field(page).inputValue()).toBe('')
      await field(page).fill('Make the whole garden bloom in winter')
      await page.getByRole('button', { name: 'Capture under it' }).click()
      await row(page, 'Make the whole garden bloom in winter').waitFor()
      const { relationships } = await ada().call('recall.brief', { briefId: epic })
      expect(relationships.children.map(each => each.title)).toContain('Make the whole garden bloom in winter')
    })
  })

  describe('the list', () => {
    test('says of every Brief what happens to it and what it waits for', async () => {
      const { roses } = await plant()
      const { page } = await open()
      await expect.poll(() => row(page, 'Plant the roses').textContent()).toContain('d1 build')
      await expect.poll(() => row(page, 'Water the roses').textContent()).toContain(`blocked by #${roses}`)
      await expect.poll(() => row(page, 'Paint the gate').textContent()).toContain('needs approval')
      await expect.poll(() => row(page, 'Make the garden bloom').textContent()).toContain('0 of 2')
    })

    test('a filter lives in the address, and one that is none is refused with the words that are', async () => {
      await plant()
      const { page } = await open()
      await page.getByRole('button', { name: 'blocked 1' }).click()
      await page.getByRole('heading', { name: '1 blocked' }).waitFor()
      await page.keyboard.press('/')
      await page.getByRole('textbox', { name: 'Filter' }).fill('label:paint')
      await page.getByRole('heading', { name: '1 found' }).waitFor()
      expect(new URL(page.url()).search).toBe('?q=label:paint')
      await page.reload()
      await row(page, 'Paint the gate').waitFor()
      await page.getByRole('textbox', { name: 'Filter' }).fill('is:lost')
      await page.getByRole('alert').getByText('dispatchable').waitFor()
    })

    test('an answer that comes late, for a filter that is no longer asked, is never shown', async () => {
      await plant()
      const { page } = await open()
      let release = () => {}
      const held = new Promise<void>(resolve => {
        release = resolve
      })
      await page.route('**/api/brief.list', async route => {
        if (route.request().postData()?.includes('label:paint')) await held
        await route.continue()
      })
      const asked = page.waitForRequest(request => request.postData()?.includes('label:paint') === true)
      await page.getByRole('textbox', { name: 'Filter' }).fill('label:paint')
      await asked
      await page.getByRole('button', { name: 'all 4' }).click()
      await page.getByRole('heading', { name: '4 briefs' }).waitFor()
      release()
      await capture('Sweep the path')
      await page.getByRole('heading', { name: '5 briefs' }).waitFor()
      await expect.poll(() => page.getByRole('textbox', { name: 'Filter' }).inputValue()).toBe('is:open,closed')
    })

    test('j and k move, Enter opens, and the browser goes back to the same list', async () => {
      await plant()
      const { page } = await open()
      await row(page, 'Paint the gate').waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      const title = await page.locator('[aria-current] .b-title').textContent()
      await page.keyboard.press('Enter')
      await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/briefs\/\d+$/)
      await page.goBack()
      await row(page, title ?? '').waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/briefs\/\d+$/)
    })

    test('an epic folds its children away', async () => {
      const { epic } = await plant()
      const { page } = await open()
      await page.getByRole('button', { name: `Children of #${epic}` }).click()
      await row(page, 'Plant the roses').waitFor({ state: 'detached' })
    })

    test('while somebody reads further down nothing moves, and news waits behind a count', async () => {
      for (let round = 0; round < 6; round++)
        await Promise.all(Array.from({ length: 20 }, (_, place) => capture(`Bed ${round * 20 + place}`)))
      const { page } = await open()
      await page.getByRole('heading', { name: '120 open' }).waitFor()
      await row(page, 'Bed 119').waitFor()
      await page.mouse.wheel(0, 2_000)
      await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(1_000)
      const places = () => page.evaluate('[...document.querySelectorAll(".b-title")].map(one => one.textContent)')
      const before = await places()
      await capture('A new bed')
      await page.getByRole('button', { name: '1 newer brief' }).waitFor()
      expect(await places()).toEqual(before)
      await page.getByRole('button', { name: '1 newer brief' }).click()
      await row(page, 'A new bed').waitFor()
    })

    test('more Briefs than one answer holds are read on while scrolling', async () => {
      for (let round = 0; round < 26; round++)
        await Promise.all(Array.from({ length: 20 }, (_, place) => capture(`Seed ${round * 20 + place}`)))
      const { page } = await open()
      await page.getByText('500 of 520 rows drawn').waitFor()
      await page.keyboard.press('End')
      await page.getByText('500 of 520 rows drawn').waitFor({ state: 'detached' })
      await expect.poll(() => page.locator('.virtual-row').first().getAttribute('aria-setsize')).toBe('520')
      await expect.poll(() => page.locator('.virtual-row').count()).toBeLessThan(100)
    })
  })

  test('the first visit is a guide, and a paused house says so', async () => {
    const { page } = await open()
    await page.getByRole('heading', { name: 'Capture a Brief' }).waitFor()
    await ada().call('system.pause', { note: 'the gardeners rest' })
    const notice = page.getByRole('status').filter({ hasText: 'the gardeners rest' })
    await notice.waitFor()
    await notice.getByRole('button', { name: 'Go on' }).click()
    await notice.waitFor({ state: 'detached' })
  })

  test('a browser that is signed out is told how it gets in again', async () => {
    const { page, context } = await open()
    await context.clearCookies()
    await field(page).fill('Is anybody there?')
    await field(page).press('Control+Enter')
    await page.locator('.house-notices', { hasText: 'This browser is signed out' }).waitFor()
    await page.getByText('Your text is still here').waitFor()
    await expect.poll(() => field(page).inputValue()).toBe('Is anybody there?')
  })

  test('a link that is used up leads into the page: whoever is signed in goes on, everybody else reads what to do', async () => {
    const { page, context } = await open()
    const { path } = await ada().call('system.openLink', {})
    await page.goto(stage.server().url + path)
    await page.goto(stage.server().url + path)
    await page.getByRole('heading', { name: /^Room/, level: 1 }).waitFor()
    await context.clearCookies()
    await page.goto(stage.server().url + path)
    await page.getByText('this browser is not signed in').waitFor()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`in the ${colorScheme} theme nothing bars anybody, at any width, and the content policy holds`, async () => {
      await plant()
      const { page, complaints } = await open({ colorScheme })
      await field(page).fill('Plant the roses somewhere else')
      await page.getByText('similar and open').waitFor()
      await looksGood(page, [320, 390, 880, 1280])
      expect(complaints).toEqual([])
    })
  }
})
