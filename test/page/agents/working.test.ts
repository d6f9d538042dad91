import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { setStage } from '../stage.ts'
import { claims, completes, dismiss, employ, handOver, type Played, runOf } from './pictured-agents.ts'

/** For what a loaded machine takes its time over. */

describe.skipIf(!findChromium())('agents on the page', () => {
  const stage = setStage()
  const { ada, agent } = stage
  afterEach(() => dismiss(ada()))
  const keep = (harnesses: Record<string, Played>, yaml = '') =>
    employ({ server: stage.server(), git: stage.git }, stage.garden(), harnesses, yaml)
  const fleet = async () => {
    const { page } = await stage.open()
    await page.goto(`${stage.server().url}/fleet`)
    await page.locator('.tree.is-main').waitFor()
    return page
  }
  const pathOf = async (briefId: number) =>
    (await ada().call('worktree.list', {})).items.find(each => each.briefId === briefId)?.path ?? ''

  test('an agent stands under its worktree, and its log is read as it grows', async () => {
    await keep({
      gardener: {
        window: 100_000,
        steps: [
          claims,
          { say: 'I begin with the roses.' },
          { tool: 'Edit', input: 'beds/roses.md' },
          { context: 65_000 },
          { wait: 'file', path: 'rain' },
          { deny: 'Bash', reason: 'MAIN is closed' },
          { say: 'It rained.' },
          { hang: true },
        ],
      },
    })
    const { briefId, dispatchId } = await handOver(ada(), 'Water the roses', 'gardener')
    const page = await fleet()
    const worker = page.getByRole('list', { name: /^Agents in/ }).getByRole('listitem')
    await worker.getByText(`d${dispatchId} build`).waitFor()
    await worker.getByRole('img', { name: 'context 65 % of the window, past the soft mark' }).waitFor()
    await worker.getByRole('button', { name: /^Actions of/ }).click()
    await page.getByRole('menuitem', { name: 'Its log' }).click()
    const log = worker.getByRole('group', { name: /^Log of/ })
    await log.getByText('I begin with the roses.').waitFor()
    await log.getByText('Edit beds/roses.md').waitFor()
    await log.getByText('context 65k of 100k').waitFor()
    writeFileSync(join(await pathOf(briefId), 'rain'), '')
    await log.getByText('kept back Bash: MAIN is closed').waitFor()
    await log.getByText('It rained.').waitFor()
    await worker.getByText('“It rained.”').waitFor()
    await ada().call('agent.stop', { agent: `r${(await runOf(ada(), briefId))?.id}` })
    await page.locator('.log').getByText(', ended').or(page.getByText('nobody at work')).first().waitFor()
    expect(stage.complaints()).toEqual([])
  })

  test('whoever has no worktree stands elsewhere, and is parked and woken', async () => {
    await agent('lead-1', 'orchestrator').call('agent.checkin', { role: 'orchestrator', note: 'Planning.' })
    const page = await fleet()
    const lead = page.getByRole('list', { name: 'Agents without a worktree' }).getByRole('listitem')
    await lead.getByText('“Planning.”').waitFor()
    await lead.getByRole('button', { name: 'Actions of lead-1' }).click()
    await page.getByRole('menuitem', { name: /^Stop…\s*flower did not start it/ }).waitFor()
    await page.getByRole('menuitem', { name: /^Park/ }).click()
    await lead.getByText('parked').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await lead.getByText('idle').waitFor()
  })

  test('a hand-over that names nobody is started at a press; its run, its curve and its cost stand there', async () => {
    await keep({
      gardener: {
        model: 'green-1',
        window: 100_000,
        steps: [
          claims,
          { context: 20_000 },
          { context: 41_000 },
          { usage: { input: 9_000, output: 1_000 }, usd: 1.25 },
          { write: 'beds', text: 'rose\n' },
          { commit: 'Plant' },
          completes,
        ],
      },
    })
    const { briefId, dispatchId } = await handOver(ada(), 'Plant the roses', undefined, { waits: true })
    const { page } = await stage.at(briefId)
    const options = page.getByRole('form', { name: 'Dispatch this brief' })
    await options.getByRole('button', { name: 'harness none' }).click()
    await page.getByRole('menuitemradio', { name: /none.*flower starts nobody/ }).waitFor()
    await page.keyboard.press('Escape')
    const waiting = page.locator('.start-agent')
    await waiting.getByText('flower starts nobody for it').waitFor()
    await waiting.getByRole('button', { name: /^with/ }).click()
    await page.getByRole('menuitemradio', { name: 'gardener' }).click()
    await waiting.getByRole('button', { name: 'Start gardener now' }).click()
    const run = page.getByRole('list', { name: 'Agents of this Brief, newest first' }).getByRole('listitem')
    await run.getByText(`d${dispatchId} build, attempt 1`).waitFor()
    await run.getByText('gardener, green-1').waitFor()
    await run.getByText('done', { exact: true }).waitFor()
    await run.getByText('$1.25').waitFor()
    await run.getByText('10k tokens').or(run.getByText('10\u202f000 tokens')).waitFor()
    await run.getByRole('img', { name: 'context over the attempt, at the end 41 percent' }).waitFor()
    await run.getByRole('button', { name: /^Log of/ }).click()
    await run.getByText('Commit Plant').waitFor()
    await page.goto(`${stage.server().url}/fleet`)
    const costs = page.locator('#costs')
    await costs.getByRole('table', { name: 'Costs by day, newest first' }).getByText('$1.25').waitFor()
    await costs.getByRole('radio', { name: 'by Brief' }).check()
    await costs
      .getByRole('table', { name: 'Costs by Brief, dearest first' })
      .getByRole('link', { name: `#${briefId}` })
      .waitFor()
    expect(stage.complaints()).toEqual([])
  })
})
