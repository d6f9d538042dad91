import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findChromium } from '../browser.ts'
import { build, commitFiles, type Work } from './built.ts'
import { setStage } from './stage.ts'

/** A gate that waits, where a tree holds `hold`, until somebody writes `go` beside the repository or takes that folder away. */
const holding = `const { existsSync, watch } = require('node:fs')
const folder = process.argv[2]
const look = () => (existsSync(folder + '/go') || !existsSync(folder)) && process.exit(0)
if (existsSync('hold')) look() || watch(folder, look)
`

describe.skipIf(!findChromium())('the place of MAIN', () => {
  const stage = setStage()
  const { ada } = stage
  const gates = () => join(stage.garden(), '..', 'gates')
  const go = () => writeFileSync(join(gates(), 'go'), '')
  const configuration = (more = '') =>
    `gates:\n  beds: { run: sh beds.sh }\n  held: { run: node hold.cjs ${gates()} }\n${more}`
  /** Committed in MAIN and trusted; answers once the house knows it. */
  const configure = async (more = '') => {
    await stage.git(stage.garden(), 'rm', '-q', '--ignore-unmatch', 'hold')
    await commitFiles(stage.git, stage.garden(), 'Plant', {
      'flower.yaml': configuration(more),
      'beds.sh': 'if grep -rq weeds beds; then echo "weeds in the beds"; exit 1; fi; echo "all beds are clean"\n',
      'hold.cjs': holding,
      'beds/roses.md': `roses\n${Math.random()}\n`,
    })
    const { project } = await ada().call('project.show', {})
    await ada().call('project.trust', { hash: project.configuration.hash })
  }
  const grow = (title: string, files: Record<string, string>): Promise<Work> =>
    build({ server: stage.server(), git: stage.git }, title, files)
  const newest = async (briefId: number) => (await ada().call('merge.queue', { briefId, ended: true })).items[0]
  const landed = (briefId: number) =>
    expect.poll(async () => (await newest(briefId))?.status, { timeout: 60_000 }).toBe('landed')
  const row = (page: Page, mergeId: number) => page.locator(`#m${mergeId}`)
  const opened = async (hash = '') => {
    const { page } = await stage.open()
    await page.goto(`${stage.server().url}/main${hash}`)
    await page.getByRole('heading', { level: 1, name: /^MAIN is/ }).waitFor()
    return page
  }
  beforeAll(() => void mkdirSync(gates(), { recursive: true }))
  beforeEach(() => rmSync(join(gates(), 'go'), { force: true }))
  afterEach(go)

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
    await row(page, 1).getByText('next', { exact: true }).waitFor()
    await row(page, 2).getByText('2nd', { exact: true }).waitFor()
    await page.getByText(/oldest waits/).waitFor()
    await page.getByRole('button', { name: 'Take out m2' }).click()
    await row(page, 2).getByText('taken out').waitFor()
    expect((await newest(second.briefId))?.status).toBe('cancelled')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await row(page, 2).getByText('2nd', { exact: true }).waitFor()
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
  })

  test('a reference leads to its submission, and one that there is not is said', async () => {
    await configure()
    await grow('Mow the meadow', { 'beds/meadow.md': 'twice\n' })
    const briefId = await stage.capture('Read about it', { spec: 'It came with m1.' })
    const { page } = await stage.at(briefId)
    await page.locator('#spec .prose').getByRole('link', { name: 'm1' }).click()
    await row(page, 1).getByText('#1').first().waitFor()
    expect(page.url()).toContain('/main#m1')
    await page.goto(`${stage.server().url}/main#m99`)
    await page.reload()
    await page.getByText('There is no m99 in this house.').waitFor()
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
