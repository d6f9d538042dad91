import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../browser.ts'
import { writeSpec } from './briefs/spec-editor.ts'
import { setStage } from './stage.ts'

const dispatchRow = (page: Page, name: string) => page.locator('.dispatches tr').filter({ hasText: name })
const status = (page: Page, word: string) => page.locator('.chip-status', { hasText: word })
const event = (page: Page, words: string | RegExp) => page.locator('.ev', { hasText: words })

describe.skipIf(!findChromium())('the life of a Brief', () => {
  const stage = setStage()

  test('from the first words to complete, two browsers see all of it as it happens', async () => {
    const id = await stage.capture('Water the roses\n\nThey are thirsty.')
    const [{ page: ada }, { page: ben }] = await Promise.all([stage.at(id), stage.at(id)])
    await expect.poll(() => ben.title()).toBe(`#${id} Water the roses · flower`)
    await ben.getByText('No dispatch requests yet — dispatch above to generate a copy-paste packet.').waitFor()
    await ben.getByText('No dependencies — dispatchable once planned.').waitFor()

    await ada.keyboard.press('e')
    await writeSpec(ada, 'Each rose gets **one litre**.')
    await ada.keyboard.press('Control+s')
    await ben.getByRole('article', { name: 'Spec' }).getByText('one litre').waitFor()
    await event(ben, 'spec snapshot').waitFor()

    await ada.getByRole('button', { name: 'Set the status' }).click()
    await ada.getByRole('menuitem', { name: 'planned' }).click()
    await status(ben, 'planned').waitFor()

    await ada.getByRole('switch', { name: 'Review gate' }).click({ force: true })
    await ben.getByRole('switch', { name: 'Review gate', checked: true }).waitFor({ state: 'attached' })
    await ada.getByRole('button', { name: 'Undo' }).last().click()
    await ben.getByRole('switch', { name: 'Review gate', checked: false }).waitFor({ state: 'attached' })

    await ada.locator('body').press('d')
    await dispatchRow(ben, 'queued').waitFor()
    await dispatchRow(ada, 'queued').waitFor()
    await ada.getByText('waits for an agent: build').waitFor()
    await ada.locator('body').press('y')
    await ada.getByText('is copied').waitFor()
    const packet = await ada.evaluate<string>('navigator.clipboard.readText()')
    expect(packet).toContain('one litre')

    const agent = stage.agent()
    const claim = await agent.call('dispatch.claim', {})
    await dispatchRow(ben, 'running').or(dispatchRow(ben, 'claimed')).first().waitFor()
    await ben.locator('.people li', { hasText: 'agent:builder-1' }).getByText('holds d1').waitFor()
    await status(ben, 'in progress').waitFor()
    const { decisionId } = await agent.call('decision.ask', {
      briefId: id,
      header: 'Rain water or tap water?',
      options: ['Rain', 'Tap'],
    })
    await ada.getByRole('heading', { name: 'Rain water or tap water?' }).waitFor()
    await ada.locator('body').press('a')
    await ada.keyboard.press('2')
    await ada.getByRole('textbox', { name: `A word with the answer to q${decisionId}` }).fill('The butt is empty.')
    await ada.keyboard.press('Enter')
    await ben.getByRole('button', { name: '1 decision answered or withdrawn' }).click()
    await ben.locator('.decision.is-answered', { hasText: 'Tap: The butt is empty.' }).waitFor()

    await agent.call('dispatch.complete', {
      dispatchId: claim.dispatchId,
      token: claim.token,
      summary: 'All roses have **drunk**.',
      evidence: ['3f9c1e2'],
    })
    await dispatchRow(ben, 'done').waitFor()
    await dispatchRow(ben, 'done').click({ position: { x: 200, y: 12 } })
    await ben.getByRole('article', { name: 'Summary of attempt 1' }).getByText('drunk').waitFor()
    await ben.getByRole('group', { name: 'packet of d1' }).waitFor()

    await ada.getByRole('button', { name: 'Set the status' }).click()
    await ada.getByRole('menuitem', { name: 'complete' }).click()
    await status(ben, 'complete').waitFor()
    await ben.locator('#dispatch .empty', { hasText: 'Reopen it to hand it over again' }).waitFor()
    await ben.getByRole('button', { name: 'Dispatch', exact: true }).and(ben.locator('[aria-disabled=true]')).waitFor()
    expect(stage.complaints()).toEqual([])
  })

  test('what stands in the way of a hand-over is said where it would be pressed, and goes when it is gone', async () => {
    const roses = await stage.capture('Plant the roses')
    const id = await stage.capture('Water the roses', { dependsOn: [roses] })
    const { page } = await stage.at(id)
    await page.getByText(`Can’t be handed over: #${roses} is not in MAIN`).waitFor()
    await page.locator('.launch .why', { hasText: `#${roses} is not in MAIN` }).waitFor()
    await page.locator('body').press('d')
    await page.getByRole('button', { name: `No longer depend on #${roses}` }).click()
    await page.getByText('No dispatch requests yet').waitFor()
    await stage.ada().call('brief.configure', { briefId: id, needsApproval: true })
    await page.locator('#dispatch .empty', { hasText: 'Waits for an operator’s approval' }).waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('No dispatch requests yet').waitFor()
    await stage.ada().call('system.pause', {})
    await page.locator('body').press('d')
    await page.locator('.launch .notice', { hasText: 'flower is paused' }).waitFor()
    expect((await stage.ada().call('recall.brief', { briefId: id })).dispatches).toEqual([])
  })

  test('a relation that would close a circle is refused with the reason, beside the field', async () => {
    const roses = await stage.capture('Plant the roses')
    const id = await stage.capture('Water the roses', { dependsOn: [roses] })
    const { page } = await stage.at(roses)
    await page.getByRole('button', { name: 'add a relation' }).click()
    await page.getByRole('textbox', { name: 'Number of the other brief' }).fill(`#${id}`)
    await page.keyboard.press('Enter')
    await page.locator('#relationships .notice', { hasText: 'close a circle' }).waitFor()
    const field = page.getByRole('textbox', { name: 'Number of the other brief' })
    await expect.poll(() => field.inputValue()).toBe(`#${id}`)
  })

  test('a Brief that is not there is said to be so, with the way to those that are', async () => {
    const id = await stage.capture('Water the roses')
    const { page } = await stage.at(id)
    await page.goto(page.url().replace(/\d+$/, '999'))
    await page.getByText('There is no Brief #999.').waitFor()
  })
})
