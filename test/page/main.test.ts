import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../browser.ts'
import { commitFiles } from './built.ts'
import { gardening } from './gardening.ts'
import { setStage } from './stage.ts'

describe.skipIf(!findChromium())('the place of MAIN', () => {
  const stage = setStage()
  const { ada } = stage
  const { configuration, configure, go, grow, landed } = gardening(stage)
  const newest = async (briefId: number) => (await ada().call('merge.queue', { briefId, ended: true })).items[0]
  const row = (page: Page, mergeId: number) => page.locator(`#m${mergeId}`)
  const opened = async (hash = '') => {
    const { page } = await stage.open()
    await page.goto(`${stage.server().url}/main${hash}`)
    await page.getByRole('heading', { level: 1, name: /^MAIN is/ }).waitFor()
    return page
  }

  test('g and m lead there, and a branch is tested and lands while somebody watches, with its proof', async () => {
    await configure()
    const { page } = await stage.open()
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.getByText('Nothing waits.').waitFor()
    const { briefId, branch } = await grow('Water the roses', { hold: '', 'beds/water.md': 'daily\n' })
    const one = row(page, 1)
    await one.getByText('being tested').waitFor()
    await one.getByText(`#${briefId} Water the roses`).waitFor()
    await one.getByText(branch).waitFor()
    await one.getByRole('list', { name: 'Gates of m1' }).getByText('held runs').waitFor()
    await one.getByRole('button', { name: 'Log of beds' }).click()
    await one.getByText('all beds are clean').waitFor()
    go()
    const proven = page.getByRole('list', { name: 'Landed, newest first' }).locator('#m1')
    await proven.getByRole('link', { name: `#${briefId}` }).waitFor()
    await page.getByText('Nothing waits.').waitFor()
    const { merge } = await ada().call('merge.show', { mergeId: 1 })
    await proven.getByRole('button', { name: 'm1', exact: true }).click()
    await proven.getByText(merge.landing?.tree ?? 'no tree').waitFor()
    await proven.getByText(merge.landing?.gates[0]?.definitionHash.slice(0, 12) ?? 'none').waitFor()
    await proven.getByRole('button', { name: 'Log of beds' }).click()
    await proven.getByText('all beds are clean').waitFor()
    await page.getByRole('heading', { level: 1, name: '1 landed today' }).waitFor()
    expect(stage.complaints()).toEqual([])
  })

  test('a red one stands there with its reason and its log, and is put in again once it is mended', async () => {
    await configure()
    const page = await opened()
    const { briefId, path } = await grow('Sow the lawn', { 'beds/lawn.md': 'weeds\n' })
    const one = row(page, 1)
    await one.getByText('sent back', { exact: true }).waitFor()
    await one.getByText('Gate beds').waitFor()
    await one.getByRole('button', { name: 'm1', exact: true }).click()
    await one.getByRole('button', { name: 'Log of beds' }).click()
    await one.getByText('weeds in the beds').waitFor()
    await commitFiles(stage.git, path, 'Weed', { 'beds/lawn.md': 'grass\n' })
    await one.getByRole('button', { name: 'Put in again m1' }).click()
    await landed(briefId)
    await page.getByRole('list', { name: 'Landed, newest first' }).locator('#m1').waitFor()
  })

  test('the queue is paused and goes on; while it waits one is taken out, and that is undone', async () => {
    await configure()
    const page = await opened()
    await page.getByRole('button', { name: 'Pause the queue' }).click()
    await page.getByText('The queue is paused').first().waitFor()
    const first = await grow('Prune the hedge', { 'beds/hedge.md': 'low\n' })
    const second = await grow('Prune the ivy', { 'beds/ivy.md': 'short\n' })
    await row(page, 1).getByText('waits, next').waitFor()
    await row(page, 2).getByText('waits, 2nd').waitFor()
    await page.getByText(/oldest waits/).waitFor()
    await page.getByRole('button', { name: 'Take out m2' }).click()
    await row(page, 2).getByText('taken out').waitFor()
    expect((await newest(second.briefId))?.status).toBe('cancelled')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await row(page, 2).getByText('waits, 2nd').waitFor()
    await page.getByRole('button', { name: 'Let it go on' }).click()
    await landed(first.briefId)
    await landed(second.briefId)
    await page.getByText('Nothing waits.').waitFor()
  })

  test('what changes the gates waits for an operator, who approves it here', async () => {
    await configure()
    const page = await opened()
    const { briefId } = await grow('Another gate', { 'flower.yaml': configuration('  true: { run: "true" }\n') })
    await row(page, 1).getByText('waits for approval').waitFor()
    await row(page, 1).getByText('it changes gates, which an operator has to approve').waitFor()
    await page.getByRole('button', { name: 'Approve m1' }).click()
    await landed(briefId)
  })

  test('a step that waits for a word is answered where it landed', async () => {
    await configure('afterLanding:\n  feed: { run: echo fed, approve: operator }\n')
    const page = await opened()
    const { briefId } = await grow('Feed the roses', { 'beds/food.md': 'weekly\n' })
    await landed(briefId)
    await page.getByRole('button', { name: /^Run it ?: Run feed/ }).click()
    const step = page.getByRole('list', { name: 'What follows it' }).getByRole('listitem')
    await row(page, 1).getByRole('button', { name: 'm1', exact: true }).click()
    await step.getByText('feed done').waitFor()
    await step.getByRole('button', { name: 'Log of feed' }).click()
    await step.getByText('fed', { exact: true }).waitFor()
  })

  test('a landing is taken back, once somebody has read what that does', async () => {
    await configure()
    const { briefId } = await grow('Paint the shed', { 'beds/shed.md': 'red\n' })
    await landed(briefId)
    const page = await opened('#m1')
    await row(page, 1).getByRole('button', { name: 'Take m1 back' }).click()
    const dialog = page.getByRole('dialog', { name: 'Take m1 Paint the shed back?' })
    await dialog.getByText('Once it has landed, the Brief is open again').waitFor()
    await dialog.getByRole('textbox', { name: 'Why' }).fill('It was to be green.')
    await dialog.getByRole('button', { name: 'Take m1 back' }).click()
    await row(page, 1).getByText('taken back by m2').waitFor()
    await page.getByRole('list', { name: 'Landed, newest first' }).locator('#m2').waitFor()
    expect(await stage.git(stage.garden(), 'ls-files', 'beds/shed.md')).toBe('')
    expect((await ada().call('recall.brief', { briefId })).brief.status).not.toBe('complete')
    const { page: brief } = await stage.at(briefId)
    const changes = brief.locator('#changes')
    await changes.getByText(/^taken back by m2/).waitFor()
    await changes.getByText('All of it was in main, and was taken back.').waitFor()
    await changes.getByRole('button', { name: 'Take m2 back' }).waitFor()
    expect(await changes.getByRole('button', { name: 'Take it back' }).count()).toBe(0)
  })

  test('a MAIN that is red by itself needs somebody, and is well again once it is mended', async () => {
    await configure()
    await commitFiles(stage.git, stage.garden(), 'Let it grow', { 'beds/meadow.md': 'weeds\n' })
    const { page } = await stage.open()
    await page.goto(stage.server().url)
    const need = page.getByRole('listitem').filter({ hasText: 'MAIN of garden is red by itself' })
    await need.getByText('gate beds: It ended with exit code 1.').waitFor({ timeout: 60_000 })
    await need.getByRole('button', { name: 'Log' }).click()
    await need.getByText('weeds in the beds').waitFor()
    await page.locator('#main').getByText('garden is red by itself').waitFor()
    await page.locator('.pulse').getByText('red by itself').waitFor()
    expect(await page.getByText('MAIN is clean').count()).toBe(0)
    await need.getByRole('link', { name: 'See MAIN' }).click()
    await page.getByText('Only a branch that mends it lands; all else waits.').waitFor()
    await page.getByText('weeds in the beds').first().waitFor()
    await commitFiles(stage.git, stage.garden(), 'Weed', { 'beds/meadow.md': 'grass\n' })
    await page.getByRole('heading', { level: 1, name: 'MAIN is clean' }).waitFor({ timeout: 60_000 })
    expect(stage.complaints()).toEqual([])
  })

  test('a reference leads to its submission, and one that there is not is said', async () => {
    await configure()
    await grow('Mow the meadow', { 'beds/meadow.md': 'twice\n' })
    const briefId = await stage.capture('Read about it', { spec: 'It came with m1.' })
    const { page } = await stage.at(briefId)
    await page.locator('#spec .prose').getByRole('link', { name: 'm1' }).click()
    await row(page, 1).getByText('#1').first().waitFor()
    await page.waitForURL('**/main#m1')
    await page.goto(`${stage.server().url}/main#m99`)
    await page.reload()
    await page.getByText('There is no m99 in this house.').waitFor()
  })

  test('what came into MAIN from outside is seen and kept, and moves into a worktree', async () => {
    await configure()
    const page = await opened()
    writeFileSync(join(stage.garden(), 'stray.md'), 'from outside\n')
    await page.getByText('1 file of MAIN changed from outside; what lands goes around it: stray.md').waitFor()
    await page.getByRole('heading', { level: 1, name: 'MAIN is changed from outside' }).waitFor()
    const saved = page.getByRole('list', { name: 'Kept, newest first' }).getByRole('listitem').first()
    await saved.getByText('still in MAIN').waitFor()
    await page.getByRole('button', { name: 'Move into a worktree' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('MAIN’s files are brought back to its commit').waitFor()
    await dialog.getByRole('textbox', { name: 'Name of the worktree' }).fill('found')
    await dialog.getByRole('button', { name: 'Move it' }).click()
    await saved.getByText('moved to').waitFor()
    await page.getByRole('heading', { level: 1, name: 'MAIN is clean' }).waitFor()
    expect(existsSync(join(stage.garden(), 'stray.md'))).toBe(false)
    const { items } = await ada().call('worktree.list', {})
    expect(readFileSync(join(items[0]?.path ?? '', 'stray.md'), 'utf8')).toBe('from outside\n')
    await saved.getByRole('link', { name: `w${items[0]?.id}` }).click()
    await page.getByRole('heading', { level: 1, name: 'Fleet' }).waitFor()
  })

  test('a rescue that failed on its way is gone on with by a button', async () => {
    await configure()
    const page = await opened()
    writeFileSync(join(stage.garden(), 'stray.md'), 'from outside\n')
    const git = (...args: string[]) => execFileSync('git', args, { cwd: stage.garden(), encoding: 'utf8' }).trim()
    const other = git(
      '-c',
      'user.name=Ben',
      '-c',
      'user.email=ben@example.test',
      'commit-tree',
      'HEAD^{tree}',
      '-m',
      'B',
    )
    git('branch', 'flower/taken', other)
    await page.getByRole('button', { name: 'Move into a worktree' }).click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByRole('textbox', { name: 'Name of the worktree' })
    await name.fill('taken')
    await dialog.getByRole('button', { name: 'Move it' }).click()
    await page.getByText('The branch flower/taken is taken; ask again with another name.').waitFor()
    await page.getByRole('button', { name: 'Go on with the rescue' }).click()
    await dialog.getByText('It goes on with what was kept as refs/flower/rescue/main/').waitFor()
    await name.fill('free')
    await dialog.getByRole('button', { name: 'Move it' }).click()
    const moved = async () => (await ada().call('worktree.list', {})).items.find(each => each.name === 'free')?.path
    await expect.poll(moved, { timeout: 30_000 }).toBeDefined()
    expect(readFileSync(join((await moved()) ?? '', 'stray.md'), 'utf8')).toBe('from outside\n')
    await page.getByText('What was asked last did not work.').waitFor({ state: 'detached' })
  })

  test('the hooks are put in and taken away, with what that does said before', async () => {
    await configure()
    const page = await opened()
    const git = page.getByRole('row', { name: /^git/ })
    await git.getByText('off', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Put the hooks in' }).click()
    await page.getByRole('dialog').getByText('Nothing else is changed, and both go again without a trace').waitFor()
    await page.getByRole('button', { name: 'Put them in' }).click()
    await git.getByText('in force', { exact: true }).waitFor()
    const commit = stage.git(stage.garden(), 'commit', '--allow-empty', '-m', 'By hand')
    await expect(commit).rejects.toThrow('This is MAIN')
    await page.getByRole('button', { name: 'Take the hooks away' }).click()
    await page.getByRole('button', { name: 'Take them away' }).click()
    await git.getByText('off', { exact: true }).waitFor()
    await stage.git(stage.garden(), 'commit', '--allow-empty', '-m', 'By hand')
  })

  test('each project has its own MAIN, one press apart', async () => {
    await configure()
    const meadow = join(stage.server().home, 'meadow')
    mkdirSync(meadow)
    await stage.git(meadow, 'init', '-q', '-b', 'trunk')
    await commitFiles(stage.git, meadow, 'Begin', { 'grass.md': 'tall\n' })
    await ada().call('project.register', { path: meadow })
    const page = await opened()
    await page.getByRole('heading', { name: 'MAIN of garden' }).waitFor()
    await page.getByRole('navigation', { name: 'MAIN of' }).getByRole('link', { name: 'meadow' }).click()
    await page.getByRole('heading', { name: 'MAIN of meadow' }).waitFor()
    expect(page.url()).toContain('project=meadow')
  })
})
