import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { looksGood } from '../barred.ts'
import { commitFiles } from '../built.ts'
import { setStage } from '../stage.ts'
import { askAll } from './pictured-places.ts'

const widths = [1280, 880, 390, 320]
const themes = ['light', 'dark'] as const

const configuration = `worktrees:
  prepare: [npm ci, { run: "make build && make check-everything-in-one-line-that-never-ends && true", shell: true }]
  env: { URL: "{{site}}" }
services: { web: { run: npm run dev, port: 3000, health: /health } }
gates: { types: { run: npx tsc --noEmit } }
checks: { up: { http: /, every: 30s } }
policy: { protectedPaths: [src/domain/**, a/very/long/path/that/somebody/typed/in/one/breath/**] }
`

describe.skipIf(!findChromium())('the looks of Decisions, Recall and Projects', () => {
  const stage = setStage()
  const go = async (page: Page, to: string) => page.goto(stage.server().url + to)

  test.each(themes)('decisions in the %s theme bar nobody at any width', async colorScheme => {
    const { first, free } = await askAll(stage)
    const { page } = await stage.open({ colorScheme })
    await go(page, '/decisions?show=all')
    await page.locator(`#q${free}`).waitFor()
    await page.locator('.virtual .decision').first().waitFor()
    await page.getByRole('button', { name: 'What was asked and said' }).first().click()
    await looksGood(page, widths)
    await page.locator(`#q${first}`).getByRole('button', { name: 'Withdraw…' }).click()
    await page.getByRole('dialog').waitFor()
    await looksGood(page, [390, 1280])
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 900 })
    await page.getByRole('navigation', { name: 'Places, short' }).getByText('More').click()
    await page.getByRole('navigation', { name: 'Places, short' }).getByRole('link', { name: 'Recall' }).waitFor()
    await looksGood(page, [390, 320])
    await page.getByRole('navigation', { name: 'Places, short' }).getByRole('link', { name: 'Recall' }).click()
    await page.getByRole('heading', { level: 1, name: 'Recall' }).waitFor()
    await expect.poll(() => page.locator('.tabs-more[open]').count()).toBe(0)
  })

  test.each(themes)('recall in the %s theme bars nobody at any width', async colorScheme => {
    await askAll(stage)
    const { page } = await stage.open({ colorScheme })
    await go(page, '/recall')
    await page.getByText('No sessions are read yet.').waitFor()
    await looksGood(page, [1280, 320])
    await go(page, '/recall?q=the%20roses%20watering%20ports')
    await page.locator('.found button').first().click()
    await page.getByRole('article', { name: 'Scratchpad s1' }).waitFor()
    await page.keyboard.press('j')
    await looksGood(page, widths)
  })

  test.each(themes)('projects in the %s theme bar nobody at any width', async colorScheme => {
    await askAll(stage)
    const { page } = await stage.open({ colorScheme })
    await go(page, '/projects')
    await page.getByRole('table', { name: 'Projects' }).waitFor()
    await page.getByRole('button', { name: "its name and MAIN's branch" }).click()
    await looksGood(page, widths)
  })

  test.each(themes)('a project in the %s theme bars nobody at any width', async colorScheme => {
    await askAll(stage)
    const yaml = `${configuration}# ${Math.random()}\n`
    await commitFiles(stage.git, stage.garden(), 'Configure', { 'flower.yaml': yaml })
    await stage.ada().call('token.create', { name: 'a token with a name that goes on and on', role: 'builder' })
    await stage.ada().call('template.update', { name: 'packet.build', body: 'Dig {{brief}}\n\n{{spec}}', version: 0 })
    const { page } = await stage.open({ colorScheme })
    await go(page, '/projects/garden')
    await page.getByText('Waits for trust:').waitFor()
    await page.getByRole('button', { name: 'packet.build' }).click()
    await page.getByText('tokens, estimated').waitFor()
    await page.getByRole('textbox', { name: 'Name of the token' }).fill('laptop')
    await page.getByRole('button', { name: 'Make a token' }).click()
    await page.getByText('is shown this once').waitFor()
    await page.getByRole('textbox', { name: 'or its text' }).fill('{"id":"bd-1","title":"Sow","status":"open"}')
    await page.getByRole('button', { name: 'See what would come' }).click()
    await page.getByText('would come in').waitFor()
    await looksGood(page, widths)
    await page.locator('#templates').getByRole('radio', { name: 'Versions' }).check({ force: true })
    await page.getByText('Nothing is removed.').waitFor()
    await page.getByRole('button', { name: 'Take garden off the list…' }).click()
    await page.getByRole('dialog').waitFor()
    await looksGood(page, [390, 1280])
  })
})
