import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { looksGood } from '../barred.ts'
import { setStage } from '../stage.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Find anything, run any operation' })
const marked = (page: Page) => page.locator('[role="option"][data-highlighted]')
const input = (page: Page, label: string) => page.locator('.palette').getByLabel(label, { exact: true })

async function ask(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await field(page).fill(text)
}

describe.skipIf(!findChromium())('the palette', () => {
  const stage = setStage()
  const { ada, capture } = stage

  test('an id that is typed leads straight to it, and so does the name of a place', async () => {
    const id = await capture('Water the roses')
    const { page } = await stage.open()
    await ask(page, `#${id}`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Water the roses' }).waitFor()
    await ask(page, 'fleet')
    await marked(page).getByText('Fleet', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/fleet')
  })

  test('what has no place of its own is read where one is: a dispatch, a decision, a scratchpad, a worktree', async () => {
    const id = await capture('Water the roses')
    await ada().call('brief.setStatus', { briefId: id, status: 'planned' })
    const { dispatchId } = await ada().call('brief.dispatch', { briefId: id })
    const { decisionId } = await stage.agent().call('decision.ask', { briefId: id, header: 'Rain or tap?' })
    const { scratchpadId } = await ada().call('scratchpad.write', { title: 'On water', body: 'It falls.' })
    const { worktreeId } = await ada().call('worktree.create', { name: 'pear', wait: 50 })
    const { page } = await stage.open()
    for (const [typed, named, url] of [
      [`d${dispatchId}`, 'build', `**/briefs/${id}#d${dispatchId}`],
      [`q${decisionId}`, 'Rain or tap?', `**/decisions?show=all#q${decisionId}`],
      [`w${worktreeId}`, 'pear', `**/fleet#w${worktreeId}`],
    ] as const) {
      await ask(page, typed)
      await marked(page).getByText(named).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(url)
    }
    await ask(page, `s${scratchpadId}`)
    await marked(page).getByText('On water').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Answered.').waitFor()
    await page.getByRole('radio', { name: 'raw' }).check()
    await page.getByText('"It falls."').waitFor()
  })

  for (const [place, key, chunk] of [
    ['Decisions', 'd', 'decisions-place'],
    ['Recall', 's', 'recall-place'],
  ] as const)
    test(`${place}, when it comes late, leaves the keyboard in the palette that was opened meanwhile`, async () => {
      const { page } = await stage.open()
      let come = () => {}
      const late = new Promise<void>(resolve => {
        come = resolve
      })
      await page.route(`**/${chunk}-*.js`, async route => {
        await late
        await route.continue()
      })
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await ask(page, 'fleet')
      const heading = page.locator('h1', { hasText: place })
      await expect.poll(() => heading.count()).toBe(0)
      come()
      await heading.waitFor()
      await page.keyboard.type(' x')
      await expect.poll(() => field(page).inputValue()).toBe('fleet x')
    })

  test('an id of nothing says so and can not be chosen', async () => {
    const { page } = await stage.open()
    await ask(page, '#77')
    const none = page.getByRole('option', { name: /^#77/ })
    await none.getByText('There is no Brief #77').waitFor()
    await expect.poll(() => none.getAttribute('aria-disabled')).toBe('true')
  })

  test('a word finds texts, projects, agents, worktrees and operations', async () => {
    await capture('Roses by the wall', { spec: 'Water them with rain.' })
    await ada().call('worktree.create', { name: 'rain-barrel', wait: 50 })
    await stage.agent('rain-maker').call('agent.checkin', {})
    const { page } = await stage.open()
    await ask(page, 'rain')
    for (const name of ['#1 Roses by the wall', 'w1 rain-barrel', 'rain-maker'])
      await page.getByRole('option', { name }).waitFor()
    await field(page).fill('garden')
    await page.getByRole('option', { name: 'garden project' }).waitFor()
    await field(page).fill('no such thing at all')
    await page.getByText('Nothing is called so.').waitFor()
  })

  test('a form is made of the contract: what is at hand stands in it, and the house does what it says', async () => {
    const id = await capture('Water the roses')
    const { page } = await stage.at(id)
    await ask(page, 'append note')
    await marked(page).getByText(`brief.append #${id}`).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => input(page, 'brief').inputValue()).toBe(String(id))
    await page.getByRole('button', { name: 'Do it', exact: true }).click()
    await input(page, 'body').waitFor()
    await expect.poll(() => input(page, 'body').getAttribute('aria-invalid')).toBe('true')
    await input(page, 'body').fill('By the palette.')
    await input(page, 'brief').fill('#99')
    await page.getByRole('button', { name: 'Do it', exact: true }).click()
    await page.locator('.palette .notice-clay', { hasText: 'There is no Brief #99' }).waitFor()
    // What was written stays, also when the palette is shut in between.
    await page.keyboard.press('Escape')
    await ask(page, 'append note')
    await page.keyboard.press('Enter')
    await expect.poll(() => input(page, 'body').inputValue()).toBe('By the palette.')
    await input(page, 'brief').fill(String(id))
    await page.getByRole('button', { name: 'Do it', exact: true }).click()
    await page.getByText('The house has it.').waitFor()
    await page.getByRole('button', { name: 'Copy as JSON' }).click()
    expect(JSON.parse(await page.evaluate('navigator.clipboard.readText()'))).toMatchObject({ briefId: id })
    await page.getByRole('button', { name: 'Done' }).click()
    await page.locator('.ev', { hasText: 'By the palette.' }).waitFor()
  })

  test('lists, numbers, choices and yes or no arrive as the contract asks for them', async () => {
    const [first, second] = [await capture('One'), await capture('Two')]
    const { page } = await stage.open()
    await ask(page, `relate ${first}`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /add depends on/ }).click()
    await input(page, 'add depends on').fill(`#${second}`)
    await page.getByRole('button', { name: 'Do it', exact: true }).click()
    await page.getByText('The house has it.').waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await field(page).fill(`configure ${first}`)
    await marked(page).getByText('brief.configure').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /labels/ }).click()
    await input(page, 'labels').fill('bed\nwall')
    await input(page, 'budget, usd').fill('2.5')
    await page.getByRole('button', { name: 'review as it is' }).click()
    await page.getByRole('menuitemradio', { name: 'yes' }).click()
    await page.getByRole('button', { name: 'Do it', exact: true }).click()
    await page.getByText('The house has it.').waitFor()
    const { brief, relationships } = await ada().call('recall.brief', { briefId: first })
    expect(brief).toMatchObject({ labels: ['bed', 'wall'], review: true })
    expect(relationships.dependsOn.map(each => each.id)).toEqual([second])
  })

  test('a question that misses nothing is answered at once', async () => {
    const id = await capture('Water the roses')
    const { page } = await stage.open()
    await ask(page, `why ${id}`)
    await page.keyboard.press('Enter')
    await page.getByText('Answered.').waitFor()
    await page.locator('.palette').getByText('briefId', { exact: true }).waitFor()
  })

  test('what takes something away asks once more', async () => {
    const { page } = await stage.open()
    await ask(page, 'project.remove')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Do it', exact: true }).click()
    await page.getByText('Is it meant?').waitFor()
    expect((await ada().call('project.list', {})).items).toHaveLength(1)
    await page.getByRole('button', { name: 'Leave it' }).click()
    await page.getByRole('button', { name: 'Do it', exact: true }).click()
    await page.getByRole('button', { name: 'Yes, do it' }).click()
    await page.getByText('The house has it.').waitFor()
    expect((await ada().call('project.list', {})).items).toHaveLength(0)
  })

  test('what a role may not do is there, and says whom to ask', async () => {
    const { page } = await stage.open()
    const info = await ada().call('system.info', {})
    await page.route('**/api/system.info', route => route.fulfill({ json: { ...info, role: 'builder' } }))
    await page.reload()
    await page.locator('.pulse-live', { hasText: 'live' }).waitFor()
    await ask(page, 'token.revoke')
    const revoke = page.getByRole('option', { name: /Revoke a token/ })
    await revoke.getByText('not for the role builder: ask an operator').waitFor()
    await expect.poll(() => revoke.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.palette-form').count()).toBe(0)
  })

  test('what was chosen last comes first', async () => {
    const { page } = await stage.open()
    await ask(page, 'doctor')
    await page.keyboard.press('Enter')
    await page.getByText('Answered.').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await marked(page).getByText('system.doctor').waitFor()
  })

  test('it floats over a text that is being written, and gives the keyboard back', async () => {
    const id = await capture('Water the roses')
    const { page } = await stage.at(id)
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.fill('half a')
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    await page.keyboard.type(' word')
    await expect.poll(() => note.inputValue()).toBe('half a word')
  })

  test.each(['light', 'dark'] as const)('in the %s theme it bars nobody at any width', async colorScheme => {
    const id = await capture('Water the roses')
    const { page } = await stage.at(id, { colorScheme })
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await looksGood(page, [1280, 390, 320])
    await field(page).fill(`configure ${id}`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /labels/ }).click()
    await looksGood(page, [1280, 390, 320])
    await page.getByRole('button', { name: 'Back' }).click()
    await field(page).fill(`why ${id}`)
    await page.keyboard.press('Enter')
    await page.getByText('Answered.').waitFor()
    await looksGood(page, [1280, 390, 320])
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await looksGood(page, [1280, 390, 320])
  })
})
