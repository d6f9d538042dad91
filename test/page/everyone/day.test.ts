import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { writeSpec } from '../briefs/spec-editor.ts'
import { setStage } from '../stage.ts'

const capture = async (page: Page, text: string) => {
  await page.locator('#capture').fill(text)
  await page.locator('#capture').press('Control+Enter')
}
const row = (page: Page, title: string) => page.locator('.virtual-row', { hasText: title })
const setStatus = async (page: Page, word: string) => {
  await page.getByRole('button', { name: 'Set the status' }).click()
  await page.getByRole('menuitem', { name: word }).click()
  await page.locator('.chip-status', { hasText: word }).waitFor()
}

describe.skipIf(!findChromium())('a day of Ada and Ben', () => {
  const stage = setStage()

  test('goes from an empty house to a finished epic, though the server is killed in the middle', {
    timeout: 240_000,
  }, async () => {
    const { page: ada } = await stage.open()
    const { page: ben } = await stage.open()
    await ada.getByRole('region', { name: 'How it begins' }).waitFor()

    // Captured, refined, and split into an epic.
    await capture(ada, 'A garden for everyone')
    await row(ben, 'A garden for everyone').waitFor()
    await ada.getByRole('link', { name: 'A garden for everyone' }).click()
    await ada.getByText('chain verified').waitFor()
    await ada.keyboard.press('e')
    await writeSpec(ada, 'Paths first, **then** beds.')
    await ada.keyboard.press('Control+s')
    await ada.getByRole('article', { name: 'Spec' }).getByText('then').waitFor()
    await ada.getByRole('button', { name: 'split it' }).click()
    await ada.getByRole('textbox', { name: 'What it falls into' }).fill('Lay the paths\nPlant the beds')
    await ada.getByRole('button', { name: 'Split into 2' }).click()
    await row(ben, 'Plant the beds').getByText('#2').waitFor()
    await ada
      .locator('.kids')
      .getByRole('link', { name: /Lay the paths/ })
      .click()
    await ada.waitForURL('**/briefs/2')
    await setStatus(ada, 'planned')

    // Nobody answers for a while; what is being written stays.
    await ada.keyboard.press('n')
    await ada.keyboard.type('Gravel, not stone.')
    await stage.kill()
    await ada.locator('.pulse-live', { hasText: 'offline' }).waitFor()
    await stage.again()
    await ada.locator('.pulse-live', { hasText: 'live' }).waitFor()
    await ada.keyboard.press('Control+Enter')
    await ada.locator('.ev', { hasText: 'Gravel, not stone.' }).waitFor()

    // Handed over, asked, answered by Ben, and done.
    await ada.getByRole('button', { name: 'Dispatch', exact: true }).click()
    await ada.getByText('waits for an agent: build').waitFor()
    const agent = stage.agent()
    const { dispatchId, token } = await agent.call('dispatch.claim', {})
    await agent.call('decision.ask', { briefId: 2, header: 'Round or straight?', options: ['Round', 'Straight'] })
    await ben.goto(`${stage.server().url}/decisions`)
    await ben.getByRole('heading', { name: 'Round or straight?' }).waitFor()
    await ben.keyboard.press('1')
    await ben.keyboard.press('Enter')
    await ada.getByRole('button', { name: '1 decision answered or withdrawn' }).click()
    await ada.locator('.decision.is-answered', { hasText: 'Round' }).waitFor()
    await ben.goto(stage.server().url)
    await ben.locator('.runs', { hasText: 'Lay the paths' }).waitFor()
    await agent.call('dispatch.complete', { dispatchId, token, summary: 'The paths are laid.' })
    await setStatus(ada, 'complete')
    await ben.locator('.ev', { hasText: 'completed' }).first().waitFor()
    await ada.goto(`${stage.server().url}/briefs/1`)
    await ada.locator('.kid', { hasText: 'Lay the paths' }).and(ada.locator('.is-landed')).waitFor()
    expect((await stage.ada().call('trace.verify', {})).ok).toBe(true)
    expect(stage.complaints().filter(each => !/Failed to (?:load resource|fetch)|ERR_CONNECTION/.test(each))).toEqual(
      [],
    )
  })
})
