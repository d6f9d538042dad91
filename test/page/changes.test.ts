import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../browser.ts'
import { commitFiles } from './built.ts'
import { gardening } from './gardening.ts'
import { setStage } from './stage.ts'
import { tellForecast } from './tell-forecast.ts'

const roses = (change: (lines: string[]) => void): string => {
  const lines = Array.from({ length: 12 }, (_, at) => `rose ${at + 1}`)
  change(lines)
  return `${lines.join('\n')}\n`
}

describe.skipIf(!findChromium())('the changes of a Brief', () => {
  const stage = setStage()
  const { ada } = stage
  const { configure, go, grow, landed } = gardening(stage)
  const section = (page: Page) => page.locator('#changes')
  const line = (page: Page, number: number) => section(page).locator(`tr[data-now="${number}"]`)
  const opened = async (briefId: number) => {
    const { page } = await stage.at(briefId)
    await section(page).getByRole('table').waitFor()
    return page
  }

  test('a Brief has none before it has a branch, and they come up once it has', async () => {
    await configure()
    const briefId = await stage.capture('Plant a hazel', { spec: 'By the wall.' })
    const { page } = await stage.at(briefId)
    await expect.poll(() => section(page).count()).toBe(0)
    const { path } = await ada().call('worktree.create', { briefId, wait: 50 })
    await section(page).getByText('Nothing is committed on it yet').waitFor()
    await commitFiles(stage.git, path, `Plant it\n\nBrief: #${briefId}`, { 'beds/hazel.md': 'one\n' })
    await section(page).getByRole('button', { name: 'beds/ hazel.md' }).waitFor()
    await page.getByRole('navigation', { name: 'On this page' }).getByText('1 file').waitFor()
    expect(stage.complaints()).toEqual([])
  })

  test('its commits, files and the diff of each are shown, with what changed in a line', async () => {
    await configure()
    const { briefId, path, branch } = await grow(
      'Count the roses',
      {
        'beds/roses.md': roses(lines => lines.splice(3, 1, 'rose 4 of 12')),
        'src/count.ts': "// Every rose.\nexport const roses = [1, 'two']\n",
      },
      { stays: true },
    )
    await commitFiles(stage.git, path, 'Once more', { 'docs/count.md': '# Twelve\n' })
    const page = await opened(briefId)
    await section(page).getByText(branch, { exact: true }).waitFor()
    await section(page).getByText('2 ahead of main').waitFor()
    await section(page).getByRole('button', { name: '2 commits' }).click()
    await section(page).getByRole('list', { name: 'Commits' }).getByText('Once more').waitFor()
    const files = section(page).getByRole('list', { name: 'Files' })
    await expect.poll(() => files.getByRole('listitem').allTextContents()).toHaveLength(3)
    await files.getByRole('button', { name: 'beds/ roses.md' }).click()
    await line(page, 4).locator('mark', { hasText: 'of 12' }).waitFor()
    await expect.poll(() => section(page).locator('tr.del').first().textContent()).toContain('rose 4')
    await files.getByRole('button', { name: 'src/ count.ts' }).click()
    await line(page, 1).locator('.k-note', { hasText: '// Every rose.' }).waitFor()
    await line(page, 2).locator('.k-word', { hasText: 'export' }).waitFor()
  })

  test('comments on lines are kept over a reload and become one fix leg, which takes the branch out of the queue', async () => {
    await configure()
    await ada().call('merge.pause', {})
    const { briefId } = await grow('Tie the roses', { 'beds/roses.md': roses(lines => lines.push('tied')) })
    const page = await opened(briefId)
    await section(page).getByText('m1 waits, next').waitFor()
    // By the mouse, on the number of a line.
    await line(page, 12).locator('td').nth(1).click()
    await page.getByRole('textbox', { name: 'Comment on line 12' }).fill('Twelve is **too many**.')
    await page.keyboard.press('Control+Enter')
    // By the keyboard alone.
    await line(page, 12).locator('td').nth(2).hover()
    await line(page, 12).locator('.line-say').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Comment on line 13' }).fill('To what?')
    await page.reload()
    await section(page).getByText('kept here, not sent').waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'Comment on line 13' }).inputValue()).toBe('To what?')
    await section(page).getByText('2 comments').first().waitFor()
    await section(page).getByText('m1 leaves the queue').waitFor()
    await page.getByRole('textbox', { name: 'On all of it' }).fill('Nearly.')
    await page.getByRole('button', { name: 'Ask for 2 changes' }).click()
    await page.getByText('asks its builder for the changes').waitFor()
    const { dispatches } = await ada().call('recall.brief', { briefId })
    const fix = dispatches.find(each => each.leg === 'fix')
    const { dispatch } = await ada().call('dispatch.show', { dispatchId: fix?.id ?? 0 })
    expect(dispatch).toMatchObject({ status: 'queued', meantFor: 'agent:builder-1' })
    expect(dispatch.packet).toContain('`beds/roses.md:13` To what?')
    expect((await ada().call('merge.show', { mergeId: 1 })).merge.status).toBe('cancelled')
    // What was said stands at its lines until the leg is over.
    await section(page).locator('.thread', { hasText: 'too many' }).getByText(`in fix leg d${fix?.id}`).waitFor()
    await section(page).getByText('kept here, not sent').waitFor({ state: 'detached' })
    await page.reload()
    await section(page).locator('.thread', { hasText: 'To what?' }).waitFor()
    await expect.poll(() => section(page).getByText('not sent').count()).toBe(0)
  })

  test('a comment whose line has changed since is kept beside the file, with where it stood', async () => {
    await configure()
    await ada().call('merge.pause', {})
    const { briefId, path } = await grow('Dig the bed', { 'beds/dig.md': 'one\ntwo\n' })
    const page = await opened(briefId)
    await line(page, 2).locator('td').nth(1).click()
    await page.getByRole('textbox', { name: 'Comment on line 2' }).fill('Why two?')
    await page.keyboard.press('Control+Enter')
    const tip = await stage.git(path, 'rev-parse', 'HEAD')
    await commitFiles(stage.git, path, `Dig again\n\nBrief: #${briefId}`, { 'beds/dig.md': 'one\nthree\n' })
    await section(page)
      .getByText(`on line 2 as it was at ${tip.slice(0, 7)}`)
      .waitFor()
    await section(page).getByText('The branch has moved on to').waitFor()
    await page.getByRole('button', { name: 'Put the new tip in' }).click()
    await section(page).getByText('The branch has moved on to').waitFor({ state: 'detached' })
    expect((await ada().call('merge.show', { mergeId: 1 })).merge.tip).not.toBe(tip)
  })

  test('Land says why it waits, and lands in one press once it can, with its gates in view', async () => {
    await configure('main: { submit: ask }\n')
    const work = await grow('Edge the lawn', { hold: '', 'beds/lawn.md': 'edged\n' }, { stays: true })
    const page = await opened(work.briefId)
    await section(page).getByText('Land waits: agent:builder-1 works on it: d1').waitFor()
    await section(page).getByText('beds, held, once it is in the queue').waitFor()
    await work.agent.call('dispatch.complete', {
      dispatchId: work.dispatchId,
      token: work.token,
      summary: 'Edged.',
    })
    await section(page).getByRole('button', { name: 'Land', exact: true }).click()
    await section(page).getByText('m1 being tested').waitFor()
    const judged = section(page).getByRole('list', { name: 'Gates of m1' })
    await judged.getByText('held runs').waitFor()
    await judged.getByRole('button', { name: 'Log of beds' }).click()
    await section(page).getByText('all beds are clean').waitFor()
    go()
    await section(page).getByText('landed as m1').waitFor()
    await section(page).getByRole('link', { name: 'its proof' }).click()
    await page.locator('#m1').getByText('Take m1 back').waitFor()
  })

  test('what comes back says why, with the log; a refusal of the house says what to do', async () => {
    await configure()
    const { briefId } = await grow('Leave the weeds', { 'beds/weeds.md': 'weeds\n' })
    const page = await opened(briefId)
    await section(page).getByText('Gate beds').waitFor()
    await section(page).getByRole('list', { name: 'Gates of m1' }).getByRole('button', { name: 'Log of beds' }).click()
    await section(page).getByText('weeds in the beds').waitFor()
    // Its fix leg is held by now, which this page is not told in time.
    await page.route('**/api/recall.brief', route => route.abort())
    const agent = stage.agent()
    const { dispatchId } = await agent.call('dispatch.claim', { leg: 'fix' })
    await section(page).getByRole('button', { name: 'Land again' }).click()
    await section(page).getByText(`agent:builder-1 works on it: d${dispatchId}.`).waitFor()
  })

  test('two branches that would meet say so before either lands, and what lands is in the trace', async () => {
    await configure()
    await ada().call('merge.pause', {})
    const one = await grow('Red roses', { 'beds/roses.md': roses(lines => lines.splice(0, 1, 'red')) })
    const other = await grow('White roses', { 'beds/roses.md': roses(lines => lines.splice(0, 1, 'white')) })
    await tellForecast(stage.server(), [
      { branch: one.branch, with: other.branch, conflicts: true, files: ['beds/roses.md'] },
    ])
    const page = await opened(one.briefId)
    await section(page).getByText('conflicts with').waitFor()
    await section(page)
      .getByRole('link', { name: `#${other.briefId}`, exact: true })
      .waitFor()
    await ada().call('merge.resume', {})
    await landed(one.briefId)
    await section(page).getByText('landed as m1').waitFor()
    await page.getByRole('group', { name: 'Filter the trace' }).getByRole('button', { name: /^code/ }).click()
    await page.getByRole('list', { name: 'Events, newest first' }).getByText('landed', { exact: true }).waitFor()
    await page.goto(`${stage.server().url}/briefs/${other.briefId}`)
    await section(page).getByText('Both sides changed beds/roses.md').waitFor()
  })
})
