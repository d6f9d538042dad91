import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { commitFiles } from '../built.ts'
import { setStage } from '../stage.ts'

describe.skipIf(!findChromium())('projects', () => {
  const stage = setStage()
  const { ada, agent, capture } = stage
  const enter = async (to = '/projects/garden') => {
    const { page } = await stage.open()
    await page.goto(stage.server().url + to)
    await page.locator('.sec').first().waitFor()
    return page
  }
  const section = (page: Page, id: string) => page.locator(`#${id}`)
  const shown = async () => (await ada().call('project.show', { project: 'garden' })).project
  const configure = (text: string) =>
    commitFiles(stage.git, stage.garden(), 'Configure', { 'flower.yaml': `${text}# ${Math.random()}\n` })
  /** A repository beside the garden; with `branches` it is unclear which one is MAIN's. */
  const repository = async (name: string, branches: string[] = ['main']) => {
    const folder = `${stage.garden()}-${name}`
    const [first = 'main', ...others] = branches
    await stage.git(stage.garden(), 'init', '-q', '-b', first, folder)
    await stage.git(folder, 'config', 'user.name', 'Ada')
    await stage.git(folder, 'config', 'user.email', 'ada@example.test')
    await commitFiles(stage.git, folder, 'Begin', { 'a.md': 'a\n' })
    for (const branch of others) await stage.git(folder, 'branch', branch)
    return folder
  }

  test('g and p lead to the list, with where each lies, what is open and who is at work', async () => {
    await capture('Water the roses')
    const { page } = await stage.open()
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    const row = page.getByRole('table', { name: 'Projects' }).getByRole('row', { name: /garden/ })
    await row.getByText(stage.garden()).waitFor()
    await row.getByRole('link', { name: '1 Brief' }).waitFor()
    await row.getByRole('link', { name: '0 agents' }).waitFor()
    await row.getByRole('link', { name: 'garden' }).click()
    await page.getByRole('heading', { level: 1, name: 'garden' }).waitFor()
    await expect.poll(() => page.title()).toBe('garden · flower')
    expect(stage.complaints()).toEqual([])
  })

  test('a folder is refused with the cure, an unclear branch is asked for, and the new project opens', async () => {
    const folder = await repository('orchard', ['work', 'main', 'master'])
    const page = await enter('/projects')
    const path = page.getByRole('textbox', { name: 'Folder of a git repository' })
    await path.fill('/nowhere/at/all')
    await page.keyboard.press('Enter')
    await page.getByText('There is no folder at /nowhere/at/all.').waitFor()
    await path.fill(folder)
    await page.keyboard.press('Enter')
    await page.getByText('is MAIN is unclear').waitFor()
    await page.getByRole('textbox', { name: "MAIN's branch" }).fill('master')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('orchard')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'orchard' }).waitFor()
    await section(page, 'checkout').getByText('master', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'project orchard' }).click()
    await page.getByRole('menuitemradio', { name: 'garden' }).click()
    await page.getByRole('heading', { level: 1, name: 'garden' }).waitFor()
  })

  test('flower.yaml is read by section, trusted by its content, and asks again after a change', async () => {
    await configure('gates: { types: { run: npx tsc, timeout: 5m } }\n')
    const page = await enter()
    const yaml = section(page, 'configuration')
    await yaml.getByText('would run 1 command').waitFor()
    await yaml.getByRole('region', { name: 'gates' }).getByText('timeout 5m').waitFor()
    await page.getByRole('navigation', { name: 'On this page' }).getByText('waits for trust').waitFor()
    await yaml.getByRole('button', { name: 'Trust these commands' }).click()
    await yaml.getByText('a change asks again').waitFor()
    await expect.poll(async () => (await shown()).configuration.trusted).toBe(true)
    await configure('gates: { types: { run: npx tsc --noEmit } }\n')
    await yaml.getByText('would run 1 command').waitFor()
    await configure('gates: { types: { rum: npx tsc } }\n')
    await yaml.getByRole('list', { name: 'Problems' }).getByText('rum').first().waitFor()
    await yaml.getByText("It can't be understood").waitFor()
  })

  test('what new Briefs begin with is set at once and taken back', async () => {
    const page = await enter()
    const review = page.getByRole('switch', { name: 'Review gate' })
    await section(page, 'defaults').getByText('Review gate').click()
    await page.getByText('New Briefs of garden begin with Review gate on.').waitFor()
    await expect.poll(async () => (await shown()).defaults.review).toBe(true)
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(async () => (await shown()).defaults.review).toBe(false)
    await expect.poll(() => review.isChecked()).toBe(false)
  })

  test("MAIN's branch is changed, refused with the reason, and named where flower.yaml says another", async () => {
    await stage.git(stage.garden(), 'branch', '-f', 'meadow')
    const page = await enter()
    const checkout = section(page, 'checkout')
    await checkout.getByRole('button', { name: 'Change…' }).click()
    const field = checkout.getByRole('textbox', { name: "MAIN's branch" })
    await field.fill('nowhere')
    await page.keyboard.press('Enter')
    await checkout.getByText('There is no branch nowhere in garden.').waitFor()
    await field.fill('meadow')
    await page.keyboard.press('Enter')
    await page.getByText('meadow is MAIN').first().waitFor()
    await expect.poll(async () => (await shown()).primaryBranch).toBe('meadow')
  })

  test('a template is written beside the packet that it gives, saved, and gone back from', async () => {
    await capture('Water the roses')
    const page = await enter()
    const templates = section(page, 'templates')
    await templates.getByRole('button', { name: 'packet.build' }).click()
    const text = templates.getByRole('textbox', { name: 'Text of packet.build' })
    await templates.getByText('tokens, estimated').waitFor()
    await text.fill('Dig {{weather}}')
    await templates.getByText('it names {{weather}}').waitFor()
    await text.fill('Dig for #{{brief}}: {{title}}')
    await templates.getByText('Dig for #1: Water the roses').waitFor()
    await templates.getByText('of the draft').waitFor()
    await page.reload()
    await templates.getByRole('button', { name: 'packet.build' }).click()
    await text.waitFor()
    await expect.poll(() => text.inputValue()).toBe('Dig for #{{brief}}: {{title}}')
    await text.press('Control+s')
    await page.getByText('packet.build is saved as v1').waitFor()
    await templates.getByRole('radio', { name: 'Versions' }).check({ force: true })
    await templates.getByRole('button', { name: 'Go back to v0' }).click()
    await page.getByText('packet.build reads as v0 did, as v2.').waitFor()
    await page.getByRole('button', { name: /^Undo/ }).last().click()
    const now = async () => (await ada().call('template.show', { name: 'packet.build' })).template
    await expect.poll(async () => (await now()).body).toBe('Dig for #{{brief}}: {{title}}')
  })

  test('of two who write a template, the second sees the difference before one of both is taken', async () => {
    const page = await enter()
    const templates = section(page, 'templates')
    await templates.getByRole('button', { name: 'packet.fix' }).click()
    await templates.getByRole('textbox', { name: 'Text of packet.fix' }).fill('Mine for {{brief}}')
    const ben = stage.server().client('operator:ben', 'operator')
    await ben.call('template.update', { name: 'packet.fix', body: 'His for {{brief}}', version: 0 })
    await templates.getByText('ben saved v1').waitFor()
    await templates.getByRole('button', { name: 'See the difference' }).click()
    await templates.getByRole('list', { name: 'From v1 to your draft' }).waitFor()
    await templates.getByRole('button', { name: 'Take mine over v1' }).click()
    await page.getByText('packet.fix is saved as v2').waitFor()
    expect((await ada().call('template.show', { name: 'packet.fix' })).template.body).toBe('Mine for {{brief}}')
  })

  test('a token is made, told once, let in with, and revoked after a second word', async () => {
    const page = await enter()
    const tokens = section(page, 'tokens')
    await tokens.getByRole('textbox', { name: 'Name of the token' }).fill('wall display')
    await tokens.getByRole('button', { name: 'role builder' }).click()
    await page.getByRole('menuitemradio', { name: /^viewer/ }).click()
    await tokens.getByRole('button', { name: 'Make a token' }).click()
    await tokens.getByText('is shown this once').waitFor()
    const secret = (await tokens.getByRole('group', { name: 'secret' }).textContent()) ?? ''
    const status = async () => {
      const headers = { authorization: `Bearer ${secret}` }
      return (await fetch(`${stage.server().url}/api/system.info`, { headers })).status
    }
    expect(await status()).toBe(200)
    await tokens.getByRole('button', { name: 'I have it' }).click()
    expect(await page.content()).not.toContain(secret)
    await tokens.getByRole('button', { name: 'Revoke wall display…' }).click()
    await page.getByRole('button', { name: 'Revoke it' }).click()
    await page.getByText('Nobody gets in with wall display any more.').waitFor()
    expect(await status()).toBe(401)
    await tokens.getByRole('button', { name: /revoked or run out/ }).click()
    await tokens
      .getByRole('row', { name: /wall display/ })
      .getByText('revoked')
      .waitFor()
  })

  test('Briefs of another tool are looked at first and then taken in; a second time nothing new comes', async () => {
    const page = await enter()
    const from = section(page, 'import')
    const issue = { id: 'bd-1', title: 'Sow the peas', status: 'open', priority: 2, issue_type: 'task' }
    await from.getByRole('textbox', { name: 'or its text' }).fill('no issue at all')
    await from.getByRole('button', { name: 'See what would come' }).click()
    await from.locator('.notice-clay').waitFor()
    await from.getByRole('textbox', { name: 'or its text' }).fill(JSON.stringify(issue))
    await from.getByRole('button', { name: 'See what would come' }).click()
    await from.getByText('1 Brief would come in.').waitFor()
    const { total } = await ada().call('brief.list', { query: 'peas' })
    expect(total).toBe(0)
    await from.getByRole('button', { name: 'Take 1 Brief in' }).click()
    await page.getByText('1 Brief came in.').waitFor()
    await expect.poll(async () => (await ada().call('brief.list', { query: 'peas' })).total).toBe(1)
    await from.getByRole('button', { name: 'See what would come' }).click()
    await from.getByText('Nothing new would come.').waitFor()
  })

  test('what was noticed is filed, listed, and becomes a Brief of a project', async () => {
    await agent().call('feedback.file', { kind: 'tool', summary: 'The hose is short', detail: 'By **2 m**.' })
    const page = await enter('/projects')
    const feedback = section(page, 'feedback')
    await feedback.getByText('of no project').waitFor()
    await feedback.getByRole('button', { name: 'More about: The hose is short' }).click()
    await feedback.getByText('2 m').waitFor()
    await feedback.getByRole('button', { name: 'Make a Brief of: The hose is short' }).click()
    await page.getByText('It became #1.').waitFor()
    await feedback.getByText('Nothing is open.').waitFor()
    await feedback.getByRole('button', { name: 'became a Brief' }).click()
    await feedback.getByRole('link', { name: '#1' }).waitFor()

    await page.goto(`${stage.server().url}/projects/garden`)
    await feedback.getByRole('radio', { name: 'idea' }).check({ force: true })
    await feedback.getByRole('textbox', { name: 'What you noticed' }).fill('A bench by the wall')
    await page.reload()
    await feedback.getByRole('button', { name: 'File', exact: true }).click()
    await feedback.getByText('A bench by the wall').waitFor()
    await expect
      .poll(async () => (await ada().call('feedback.list', { project: 'garden' })).items.map(each => each.summary))
      .toEqual(['A bench by the wall'])
  })

  test('everything is exported as a file', async () => {
    await capture('Water the roses')
    const page = await enter('/projects')
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'To read (Markdown)' }).click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/^flower-all-\d{4}-\d\d-\d\d\.md$/)
    expect(readFileSync(await file.path(), 'utf8')).toContain('Water the roses')
    expect(stage.complaints()).toEqual([])
  })

  test('a project goes off the list after what stays was said, and comes back by undo', async () => {
    const page = await enter()
    await page.getByRole('button', { name: 'Take garden off the list…' }).click()
    await page.getByRole('dialog').getByText(stage.garden()).waitFor()
    await page.getByRole('button', { name: 'Take it off', exact: true }).click()
    await page.getByText('flower knows no repository yet.').waitFor()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByRole('table', { name: 'Projects' }).getByRole('link', { name: 'garden' }).waitFor()
  })

  test('a viewer reads all of it and is offered nothing; one that is not there is said', async () => {
    await configure('gates: { types: { run: npx tsc } }\n')
    await agent().call('brief.capture', { text: 'Water the roses' })
    const { page } = await stage.open()
    const info = await ada().call('system.info', {})
    await page.route('**/api/system.info', route => route.fulfill({ json: { ...info, role: 'viewer' } }))
    await page.goto(`${stage.server().url}/projects/garden`)
    await page.getByText('only an operator sees and decides').waitFor()
    await page.locator('#templates').getByRole('button', { name: 'packet.build' }).click()
    await page.getByText('You read here: an operator edits it.').waitFor()
    const offered = /^(Trust|Make|Save|Take|See what|Change|Revoke|Add)/
    await expect.poll(() => page.locator('main').getByRole('button', { name: offered }).count()).toBe(0)
    await page.goto(`${stage.server().url}/projects/nowhere`)
    await page.getByText('There is no project of this name.').waitFor()
  })
})
