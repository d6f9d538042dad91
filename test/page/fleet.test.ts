import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { findChromium } from '../browser.ts'
import { setStage } from './stage.ts'

const wait = 50
/** For what a loaded machine takes its time over. */

describe.skipIf(!findChromium())('the place of the fleet', () => {
  const stage = setStage()
  const { ada, agent, capture } = stage
  const row = (page: Page, name: string) => page.locator('.tree').filter({ has: page.getByRole('button', { name }) })
  const make = (name: string) => ada().call('worktree.create', { name, wait })
  const configure = (text: string) => writeFileSync(join(stage.garden(), 'flower.yaml'), text)
  const choose = async (page: Page, id: number, entry: RegExp) => {
    await page.getByRole('button', { name: `Actions of w${id}` }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  const open = async (hash = '') => {
    const { page } = await stage.open()
    await page.goto(`${stage.server().url}/fleet${hash}`)
    await page.getByRole('heading', { level: 1, name: 'Fleet' }).waitFor()
    await page.locator('.tree.is-main').waitFor()
    return page
  }
  afterEach(() => rmSync(join(stage.garden(), 'flower.yaml'), { force: true }))

  test('g and f lead there, and a worktree comes up with its agent while somebody watches', async () => {
    const { page } = await stage.open()
    await page.keyboard.press('g')
    await page.keyboard.press('f')
    await page.getByText('No worktree yet').waitFor()
    const briefId = await capture('Water the roses', { spec: 'By the wall.' })
    const { worktreeId, branch } = await ada().call('worktree.create', { briefId })
    const roses = row(page, `${briefId}-water-the-roses`)
    await roses.getByText(branch ?? '').waitFor()
    await roses.getByText('at MAIN').waitFor()
    await ada().call('brief.setStatus', { briefId, status: 'planned' })
    await ada().call('brief.dispatch', { briefId })
    const { dispatchId } = await agent().call('dispatch.claim', {})
    await agent().call('file.claim', { paths: ['beds/**'], worktreeId })
    const worker = page.getByRole('list', { name: /^Agents in/ }).getByRole('listitem')
    await worker.getByText('builder-1').waitFor()
    await worker.getByText(`d${dispatchId} build`).waitFor()
    await worker.getByText(/lease 0\d:\d\d/).waitFor()
    await page.locator('.held').getByText('beds/**').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('b')
    await page.getByRole('heading', { name: 'Briefs', level: 1 }).waitFor()
    expect(stage.complaints()).toEqual([])
  })

  test('one is made here, with what that would do said before', async () => {
    configure('worktrees:\n  copy: [.env]\n')
    writeFileSync(join(stage.garden(), '.env'), 'SECRET=1\n')
    const page = await open()
    await page.getByRole('button', { name: 'Worktree', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('sow the lawn')
    await page.getByRole('dialog').getByText('flower/sow the lawn').waitFor()
    await page.getByRole('button', { name: 'Make it' }).click()
    await page.getByRole('dialog').getByText('lower-case letters').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('sow-lawn')
    await page.getByRole('button', { name: 'Make it' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await row(page, 'sow-lawn').getByText('clean, at MAIN').waitFor()
    await row(page, 'sow-lawn').locator('.t-state').waitFor({ state: 'detached' })
    const { items } = await ada().call('worktree.list', {})
    expect(items).toMatchObject([{ name: 'sow-lawn', branch: 'flower/sow-lawn', status: 'ready' }])
    expect(readFileSync(join(items[0]?.path ?? '', '.env'), 'utf8')).toContain('SECRET=1')
    // What was just made is open, and its folder is named.
    await row(page, 'sow-lawn')
      .getByText(items[0]?.path ?? '', { exact: true })
      .waitFor()
  })

  test('one that was made by hand is adopted, and MAIN itself is refused', async () => {
    const path = join(stage.server().home, 'by-hand')
    await stage.git(stage.garden(), 'worktree', 'add', '-q', '--no-track', '-b', 'by-hand', path, 'main')
    const page = await open()
    await page.getByRole('button', { name: 'Adopt', exact: true }).click()
    const folder = page.getByRole('textbox', { name: 'Its folder, whole' })
    await folder.fill(stage.garden())
    await page.getByRole('button', { name: 'Adopt it' }).click()
    await page.getByRole('dialog').getByText('it is MAIN itself').waitFor()
    await folder.fill(path)
    await page.getByRole('button', { name: 'Adopt it' }).click()
    await row(page, 'by-hand').getByText('clean, at MAIN').waitFor()
  })

  test('unlanded work refuses with its counts, goes only with a second word, and comes back', async () => {
    const { worktreeId: id, path } = await make('cut-hedge')
    writeFileSync(join(path, 'notes.md'), 'cut\n')
    writeFileSync(join(path, 'twigs.md'), 'many\n')
    const page = await open()
    await choose(page, id, /^Remove/)
    await page.getByRole('dialog').getByText('holds 1 modified, 1 untracked').waitFor()
    await page.getByRole('button', { name: `Remove w${id}` }).click()
    await page.getByText('It holds what is nowhere else: 1 modified, 1 untracked.').waitFor()
    expect(existsSync(path)).toBe(true)
    await page.getByRole('button', { name: 'Remove it with all that' }).click()
    const kept = page.locator('.kept li', { hasText: 'cut-hedge' })
    await kept.getByText('1 modified, 1 untracked').waitFor()
    await row(page, 'cut-hedge').waitFor({ state: 'detached' })
    expect(existsSync(path)).toBe(false)
    await kept.getByRole('button', { name: 'Restore' }).click()
    await row(page, 'cut-hedge').waitFor()
    await kept.waitFor({ state: 'detached' })
    await expect.poll(() => existsSync(join(path, 'twigs.md'))).toBe(true)
    expect(readFileSync(join(path, 'notes.md'), 'utf8')).toBe('cut\n')
  })

  test('a removal is undone in one press', async () => {
    const { worktreeId: id, path } = await make('rake-leaves')
    const page = await open()
    await choose(page, id, /^Remove/)
    await page.getByRole('button', { name: `Remove w${id}` }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(`w${id} is back.`).waitFor()
    await row(page, 'rake-leaves').waitFor()
    expect(existsSync(path)).toBe(true)
  })

  test('what waits for trust shows what would run; that very content is trusted, and it goes on', async () => {
    const command = `node -e "process.exit(require('fs').existsSync('ready')?0:1)"`
    configure(`worktrees:\n  prepare:\n    - run: ${command}\n`)
    const { worktreeId: id, path } = await make('paint-gate')
    const page = await open(`#w${id}`)
    await row(page, 'paint-gate').getByText('Waits for trust:').waitFor()
    await expect.poll(() => page.locator('.commands').textContent()).toContain(`worktrees.prepare[0]${command}`)
    await page.getByRole('button', { name: 'Trust and prepare' }).click()
    // Trusted, it runs, and says how it ended.
    await row(page, 'paint-gate').getByText('Prepare failed').waitFor()
    const { project } = await ada().call('project.show', {})
    expect(project.configuration.trusted).toBe(true)
    writeFileSync(join(path, 'ready'), '')
    await page.getByRole('button', { name: 'Prepare again' }).click()
    await row(page, 'paint-gate').getByText('Prepare failed').waitFor({ state: 'detached' })
    const ready = async () => (await ada().call('worktree.show', { worktreeId: id })).worktree.status
    await expect.poll(ready).toBe('ready')
    // A change asks again.
    configure(`worktrees:\n  prepare:\n    - run: ${command} again\n`)
    await choose(page, id, /^Prepare/)
    await row(page, 'paint-gate').getByText('Waits for trust:').waitFor()
  })

  test('what failed shows its last lines', async () => {
    configure(
      `worktrees:\n  prepare:\n    - run: node -e "for(let i=1;i<4;i++)console.log('line',i);process.exit(3)"\n`,
    )
    const { project } = await ada().call('project.show', {})
    await ada().call('project.trust', { hash: project.configuration.hash })
    const { worktreeId: id } = await make('dig-pond')
    const page = await open()
    await row(page, 'dig-pond').getByText('ended with exit code 3').waitFor()
    await page.getByRole('button', { name: 'Last 3 lines' }).click()
    await expect
      .poll(() => page.getByRole('group', { name: 'last lines of dig-pond' }).textContent())
      .toBe('line 1\nline 2\nline 3')
    await page.getByRole('heading', { level: 1, name: '1 failed' }).waitFor()
    await page.getByRole('button', { name: 'idle' }).click()
    await page.getByText('Nothing here is so.').waitFor()
    expect(page.url()).toContain('show=idle')
    await page.goto(`${stage.server().url}/fleet?show=idle#w${id}`)
    await page.getByText('is hidden by what you show here').waitFor()
    await page.getByRole('link', { name: 'show all' }).click()
    await row(page, 'dig-pond').waitFor()
  })

  test('MAIN is brought in, and a conflict is taken back and named', async () => {
    const { worktreeId: id, path } = await make('clip-ivy')
    writeFileSync(join(path, 'notes.md'), 'theirs\n')
    await stage.git(path, 'commit', '-qam', 'Theirs')
    writeFileSync(join(stage.garden(), 'notes.md'), 'MAIN went on\n')
    await stage.git(stage.garden(), 'commit', '-qam', 'Go on')
    const page = await open()
    await choose(page, id, /^Bring MAIN in/)
    await row(page, 'clip-ivy').getByText('notes.md').waitFor()
    expect(await stage.git(path, 'status', '--porcelain')).toBe('')
  })

  test('a reference leads to its worktree, whatever became of it', async () => {
    const { worktreeId: id } = await make('mow-lawn')
    const briefId = await capture('Mow the lawn', { spec: `It happens in w${id}.` })
    const hers = await ada().call('worktree.create', { briefId, wait })
    const { page } = await stage.at(briefId)
    await page
      .locator('#spec .prose')
      .getByRole('link', { name: `w${id}` })
      .click()
    await row(page, 'mow-lawn').getByText('looked at').waitFor()
    expect(page.url()).toContain(`/fleet#w${id}`)
    await page.goBack()
    await page.locator('.aside').getByRole('link', { name: hers.name }).click()
    await row(page, hers.name).getByText('looked at').waitFor()
    await ada().call('worktree.remove', { worktreeId: id, wait })
    await page.goto(`${stage.server().url}/fleet#w${id}`)
    await page.getByRole('list', { name: 'What you asked for' }).getByRole('button', { name: 'Restore' }).click()
    await row(page, 'mow-lawn').waitFor()
    await page.goto(`${stage.server().url}/fleet#w999`)
    await page.reload()
    await page.getByText('There is no w999 in this house.').waitFor()
  })
})
