import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { breakRead } from '../break-read.ts'
import { setStage } from '../stage.ts'
import { claims, dismiss, employ, handOver, type Played, runOf } from './pictured-agents.ts'

/** For what a loaded machine takes its time over. */

describe.skipIf(!findChromium())('the room', () => {
  const stage = setStage()
  const { ada, agent, capture } = stage
  afterEach(() => dismiss(ada()))
  const keep = (harnesses: Record<string, Played>, yaml = '') =>
    employ({ server: stage.server(), git: stage.git }, stage.garden(), harnesses, yaml)
  const need = (page: Page, words: string) => page.locator('.need', { hasText: words })
  const row = (page: Page, words: string) => page.locator('.runs tbody tr', { hasText: words })
  const enter = async (to = '/') => {
    const { page } = await stage.open()
    await page.goto(stage.server().url + to)
    await page.getByRole('heading', { level: 1, name: /^Room: / }).waitFor()
    return page
  }
  const answerOf = async (decisionId: number) =>
    (await ada().call('recall.decisions', { status: 'all' })).items.find(each => each.id === decisionId)

  test('g and r lead there; what waits stands oldest first, and is answered by a key, in words, and by a yes', async () => {
    const briefId = await capture('Water the roses')
    const ask = (header: string, options?: string[]) => agent().call('decision.ask', { header, options, briefId })
    const { decisionId: first } = await ask('How often?', ['Daily', 'Weekly'])
    const { decisionId: second } = await ask('Which can?')
    await ada().call('brief.configure', { briefId: await capture('Fell the oak'), needsApproval: true })
    const { page } = await stage.open()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.getByRole('heading', { level: 1, name: /3 need you/ }).waitFor()
    await expect
      .poll(() => page.locator('.need h3').allTextContents())
      .toEqual(['How often?', 'Which can?', 'Fell the oak'])
    await page.keyboard.press('j')
    await page.keyboard.press('2')
    await need(page, 'How often?').waitFor({ state: 'detached' })
    await expect.poll(async () => (await answerOf(first))?.option).toBe('Weekly')
    await page.getByRole('button', { name: `Read q${second}` }).click()
    await page.getByRole('textbox', { name: `Answer to q${second}` }).fill('The green one')
    await page.keyboard.press('Enter')
    await page.locator(`.decision#q${second}`).waitFor({ state: 'detached' })
    await expect.poll(async () => (await answerOf(second))?.answer).toBe('The green one')
    await need(page, 'Fell the oak')
      .getByRole('button', { name: /^Approve/ })
      .click()
    await page.getByText('Nothing waits for you.').waitFor()
    await page.getByRole('list', { name: 'Events, newest first' }).getByText('decision answered').first().waitFor()
    expect(stage.complaints()).toEqual([])
  })

  test('an agent comes up with its context, cost and last words; it is told something, and stopped', async () => {
    await keep({
      gardener: {
        window: 200_000,
        steps: [
          claims,
          { context: 82_000 },
          { usage: { input: 1_000, output: 500 }, usd: 3.18 },
          { say: 'The hose is short.' },
          { hang: true },
        ],
      },
    })
    const page = await enter()
    await page.getByText('Nobody is at work.').waitFor()
    const { briefId, dispatchId } = await handOver(ada(), 'Water the roses', 'gardener')
    const worker = row(page, 'Water the roses')
    await worker.getByText('“The hose is short.”').waitFor()
    await worker.getByRole('img', { name: 'context 41 % of the window' }).waitFor()
    await worker.getByText('82k of 200k').waitFor()
    await worker.getByText('$3.18').waitFor()
    await worker.getByText(/^0\d:\d\d$/).waitFor()
    await page.locator('.run-totals').getByText('1 of 4').waitFor()
    const choose = async (entry: RegExp) => {
      await worker.getByRole('button', { name: /^Actions of/ }).click()
      await page.getByRole('menuitem', { name: entry }).click()
    }
    await choose(/^Message/)
    await page.getByRole('textbox', { name: 'Message' }).fill('Take the long one.')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('reads it with the answer of its next tool.').waitFor()
    await page.getByRole('list', { name: 'Events, newest first' }).getByText('Take the long one.').waitFor()
    await choose(/^Stop/)
    await page.getByRole('dialog').getByText(`d${dispatchId} is cancelled`).waitFor()
    await page.getByRole('button', { name: 'Stop it' }).click()
    await page.getByText(/is being stopped/).waitFor()
    await expect.poll(async () => (await runOf(ada(), briefId))?.status).toBe('ended')
    await worker.waitFor({ state: 'detached' })
    expect((await ada().call('dispatch.show', { dispatchId })).dispatch.status).toBe('cancelled')
    expect(stage.complaints()).toEqual([])
  })

  test('an agent that waits for a permission and a full house are said, with what helps', async () => {
    await keep({ gardener: { steps: [claims, { permission: 'Bash', reason: 'dig' }] } }, '  maxConcurrent: 1\n')
    const { briefId } = await handOver(ada(), 'Dig a pond', 'gardener')
    await handOver(ada(), 'Fill the pond', 'gardener', { waits: true })
    const page = await enter()
    const asks = need(page, 'asks for Bash. Allow it?')
    await asks.getByText('permission', { exact: true }).waitFor()
    await asks.getByRole('link', { name: `#${briefId}` }).waitFor()
    await row(page, 'Dig a pond').getByText('waits for a permission').waitFor()
    await page.locator('.run-totals').getByText('1 of 1').waitFor()
    await page.locator('.next').getByText('1 of 1 agents of the project are at work').waitFor()
    await page.locator('.house-switch label').click()
    await page.getByText('The house is paused.').waitFor()
    await page.getByText(/off by .* nothing is handed over, claimed or started/).waitFor()
    await asks.getByRole('button', { name: /Allow it once$/ }).click()
    await asks.waitFor({ state: 'detached' })
    const { items } = await ada().call('recall.decisions', { status: 'all' })
    expect(items).toMatchObject([{ option: 'Allow it once' }])
  })

  test('a flower.yaml that nobody trusts shows what it would run before it is trusted', async () => {
    writeFileSync(join(stage.garden(), 'flower.yaml'), `gates:\n  dry: { run: test ! -e puddle }\n`)
    const page = await enter()
    const asks = need(page, 'flower.yaml of garden would run 1 command')
    await asks.getByRole('button', { name: 'Read and trust' }).click()
    await asks.getByText('test ! -e puddle').waitFor()
    await asks.getByRole('button', { name: 'Trust it' }).click()
    await asks.waitFor({ state: 'detached' })
    expect((await ada().call('project.show', {})).project.configuration.trusted).toBe(true)
    await stage.git(stage.garden(), 'checkout', '-q', '--', '.').catch(() => undefined)
  })

  test('one project has a room of its own; what could not be read is said, and read again', async () => {
    const meadow = join(stage.server().home, 'meadow')
    await stage.git(stage.garden(), 'clone', '-q', stage.garden(), meadow)
    await ada().call('project.register', { path: meadow })
    await agent().call('decision.ask', { header: 'Which hedge?', project: 'garden' })
    await agent().call('decision.ask', { header: 'Which grass?', project: 'meadow' })
    const page = await enter()
    await need(page, 'Which hedge?').waitFor()
    await page.getByRole('button', { name: 'project all' }).click()
    await page.getByRole('menuitemradio', { name: 'meadow' }).click()
    await need(page, 'Which hedge?').waitFor({ state: 'detached' })
    await need(page, 'Which grass?').waitFor()
    expect(page.url()).toContain('/rooms/meadow')
    await breakRead(page, 'recall.decisions')
    await page.reload()
    await page.locator('.main').getByText('it broke').waitFor()
    await page.locator('.main').getByRole('button', { name: 'Try again' }).click()
    await need(page, 'Which grass?').waitFor()
  })
})
