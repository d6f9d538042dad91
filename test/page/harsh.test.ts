/** What people and agents do to a page that nobody planned for. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../browser.ts'
import { specIn, writeSpec } from './briefs/spec-editor.ts'
import { setStage } from './stage.ts'

const source = (page: Page) => page.getByRole('textbox', { name: 'Spec in Markdown' })
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' })
const spill = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

/** Asks for everything at once: scripts, frames, other hosts, operations of this house. */
const hostile = [
  '<img src=x onerror=alert(1)><script>alert(2)</script><svg onload=alert(3)><iframe src=javascript:alert(4)></iframe>',
  '[a](javascript:alert(5)) [b](data:text/html,x) [c](//evil.test/) [d](/\\\\evil.test) [e](JaVaScRiPt:alert(6))',
  '![f](https://evil.test/x.png) ![g](/api/attachments/../brief.list) <style>*{display:none}</style>',
  '\u202Eesrever \u2066\u200B\u200D مرحبا',
].join('\n\n')

describe.skipIf(!findChromium())('a page under attack', () => {
  const stage = setStage()

  test('hostile texts run nothing, ask nobody, and keep the layout', async () => {
    const id = await stage.capture('<img src=x onerror=alert(1)> \u202Eesrever <script>alert(1)</script>', {
      spec: hostile,
    })
    const ada = stage.ada()
    await ada.call('brief.configure', { briefId: id, labels: ['<b>x</b>', '\u202Elabel', 'w'.repeat(60)] })
    await ada.call('brief.append', { briefId: id, body: hostile, kind: 'note' })
    await ada.call('brief.append', { briefId: id, body: '>'.repeat(2_000), kind: 'note' })
    await ada.call('brief.link', { briefId: id, type: 'url', ref: 'javascript:alert(1)', relation: 'mentions' })
    await stage.agent().call('decision.ask', {
      briefId: id,
      header: '<svg onload=alert(1)>',
      body: hostile,
      options: [{ label: '<img src=x onerror=alert(1)>', detail: hostile.slice(0, 200) }],
    })
    for (const width of [1440, 390]) {
      const { page } = await stage.at(id, { width })
      await page.locator('.decision').waitFor()
      const links = await page.evaluate<string[]>(
        `[...document.querySelectorAll('a')].map(a => a.getAttribute('href') ?? '')`,
      )
      expect(links.filter(href => /^(?:javascript|data|\/\/|\/\\)/i.test(href.trim()))).toEqual([])
      await expect.poll(() => page.locator('.prose :is(script, svg[onload], iframe, style, img)').count()).toBe(0)
      expect(await spill(page)).toBeLessThanOrEqual(0)
    }
    expect(stage.complaints()).toEqual([])
  })

  test('a title of one endless word stays inside the page', async () => {
    const id = await stage.capture('x'.repeat(119))
    await stage.ada().call('brief.configure', { briefId: id, title: 'x'.repeat(300) })
    for (const width of [1440, 390]) {
      const { page } = await stage.at(id, { width })
      expect(await spill(page)).toBeLessThanOrEqual(0)
    }
  })

  test('a text that is written to hold up its reader is shown as it was written, and the page goes on', async () => {
    const id = await stage.capture('Tangled', { spec: '**a _b '.repeat(4_000) })
    const { page } = await stage.at(id)
    await page.locator('#spec .as-written').waitFor()
    await page.locator('body').press('n')
    await page.keyboard.type('it goes on')
    await expect.poll(() => note(page).inputValue()).toBe('it goes on')
  })

  test('what an event names leads to it on this page, also when it is folded, and else stays a text', async () => {
    const id = await stage.capture('Water the roses')
    const ada = stage.ada()
    const { decisionId } = await stage.agent().call('decision.ask', { briefId: id, header: 'Rain or tap?' })
    await ada.call('decision.answer', { decisionId, answer: 'Rain' })
    await ada.call('brief.append', { briefId: id, body: `see q${decisionId}, d99, s7 and w3`, kind: 'note' })
    const { page } = await stage.at(id)
    const said = page.locator('.ev', { hasText: 'note added' })
    const named = () => said.locator('.prose a').allTextContents()
    await expect.poll(named).toEqual([`q${decisionId}`, 'w3'])
    await said.getByRole('link', { name: `q${decisionId}` }).click()
    await page.locator('.decision.is-answered', { hasText: 'Rain or tap?' }).waitFor()
  })
})

describe.skipIf(!findChromium())('what somebody writes while things go on', () => {
  const stage = setStage()

  test('words that are typed while a spec is being saved are kept, on top of what was saved', async () => {
    const id = await stage.capture('Water the roses', { spec: 'one' })
    const { page } = await stage.at(id)
    await page.locator('body').press('e')
    await writeSpec(page, 'one and two')
    const { promise: mayGo, resolve: go } = Promise.withResolvers<void>()
    await page.route('**/api/brief.writeSpec', route => mayGo.then(() => route.continue()))
    await source(page).press('Control+s')
    await page.locator('.editor-foot .is-busy').waitFor()
    await source(page).press('End')
    await page.keyboard.type(' and three')
    go()
    await page.getByText('The spec is saved as r2.').waitFor()
    await expect.poll(() => specIn(page)).toBe('one and two and three')
    await source(page).press('Control+s')
    await page.getByText('The spec is saved as r3.').waitFor()
    expect((await stage.ada().call('recall.brief', { briefId: id })).spec).toBe('one and two and three')
  })

  test('two tabs keep their own drafts, and a sent one takes only itself away', async () => {
    const id = await stage.capture('Water the roses')
    const { page, context } = await stage.at(id)
    const second = await context.newPage()
    await second.goto(page.url())
    await note(second).fill('from the second')
    await note(page).fill('from the first')
    await note(page).press('Control+Enter')
    await page.locator('.ev', { hasText: 'from the first' }).waitFor()
    await second.reload()
    await expect.poll(() => note(second).inputValue()).toBe('from the second')
    const third = await context.newPage()
    await third.goto(page.url())
    await note(page).fill('said once')
    await third.reload()
    await expect.poll(() => note(third).inputValue()).toBe('said once')
    await note(page).press('Control+Enter')
    await page.locator('.ev', { hasText: 'said once' }).waitFor()
    await expect.poll(() => note(third).inputValue()).toBe('')
  })

  test('a read that was lost is asked for again, though the stream never broke', async () => {
    const id = await stage.capture('Water the roses')
    const { page } = await stage.at(id)
    await page.route('**/api/recall.brief', route => route.abort())
    await stage.ada().call('brief.configure', { briefId: id, title: 'Water the lilies' })
    await page.locator('.head .empty', { hasText: 'as of' }).waitFor()
    await page.unroute('**/api/recall.brief')
    await page.getByRole('heading', { name: 'Water the lilies' }).waitFor()
  })

  test('a refused write tells the page that nothing can be written', async () => {
    const id = await stage.capture('Water the roses')
    const { page } = await stage.at(id)
    const info = await stage.ada().call('system.info', {})
    await page.route('**/api/system.info', route => route.fulfill({ json: { ...info, readOnly: 'the disk is full' } }))
    await page.route('**/api/brief.append', route =>
      route.fulfill({
        status: 503,
        json: { code: 'store.read_only', data: { reason: 'the disk is full' } },
      }),
    )
    await note(page).fill('kept')
    await note(page).press('Control+Enter')
    await page.locator('.house-notices', { hasText: 'Nothing can be written now: the disk is full' }).waitFor()
    await page.locator('.pulse', { hasText: 'writing stopped' }).waitFor()
    await page.locator('.composer-said', { hasText: 'Your text is still here' }).waitFor()
    await expect.poll(() => note(page).inputValue()).toBe('kept')
  })

  test('who is signed out is told so in words for a person, beside what was not sent', async () => {
    const id = await stage.capture('Water the roses')
    const { page, context } = await stage.at(id)
    await context.clearCookies()
    await note(page).fill('kept')
    await note(page).press('Control+Enter')
    await page
      .locator('.composer-said', { hasText: 'This browser is signed out. Open the link that flower open prints.' })
      .waitFor()
    await page.locator('.house-notices', { hasText: 'This browser is signed out' }).waitFor()
    await expect.poll(() => note(page).inputValue()).toBe('kept')
  })
})
