import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import type { WorktreeView } from '#contract/shapes.ts'
import { findChromium } from '../browser.ts'
import { looksGood } from './barred.ts'
import { breakRead } from './break-read.ts'
import { type Stage, setStage } from './stage.ts'

const wait = 50
/** For what a loaded machine takes its time over. */

/** One at work and meeting another on a path, one dirty, one that waits for trust, one removed. */
async function plant(stage: Stage, mark: string): Promise<{ dirty: number }> {
  const ada = stage.ada()
  const made = new Map<string, { worktreeId: number; path: string }>()
  for (const name of ['roses', 'hedge', 'lint', 'pond']) {
    const { worktreeId, path } = await ada.call('worktree.create', { name: `${mark}-${name}`, wait })
    made.set(name, { worktreeId, path })
  }
  const hedge = made.get('hedge') ?? { worktreeId: 0, path: '' }
  writeFileSync(join(hedge.path, 'notes.md'), 'cut\n')
  const briefId = await stage.capture(`Water the ${mark} with a very long name that somebody typed in one breath`)
  const mine = await ada.call('worktree.create', { briefId, wait })
  await ada.call('brief.setStatus', { briefId, status: 'planned' })
  await ada.call('brief.dispatch', { briefId })
  await stage.agent().call('dispatch.claim', {})
  await stage.agent().call('file.claim', { paths: ['beds/**'], worktreeId: mine.worktreeId })
  await stage
    .agent('builder-2')
    .call('file.claim', { paths: ['beds/roses.md'], worktreeId: made.get('pond')?.worktreeId })
  await ada.call('worktree.remove', { worktreeId: made.get('lint')?.worktreeId ?? 0, wait })
  writeFileSync(join(stage.garden(), 'flower.yaml'), 'worktrees:\n  prepare:\n    - run: npm ci\n')
  await ada.call('worktree.create', { name: `${mark}-waits`, wait })
  return { dirty: hedge.worktreeId }
}

describe.skipIf(!findChromium())('the looks of the fleet', () => {
  const stage = setStage()
  const { ada } = stage
  afterEach(() => rmSync(join(stage.garden(), 'flower.yaml'), { force: true }))

  const go = async (page: Page, to = '') => {
    await page.goto(`${stage.server().url}/fleet${to}`)
    await page.locator('.tree.is-main').first().waitFor()
  }

  test.each(['light', 'dark'] as const)('in the %s theme it bars nobody at any width', async colorScheme => {
    const { dirty } = await plant(stage, colorScheme)
    const { page } = await stage.open({ colorScheme })
    await go(page, `#w${dirty}`)
    await page.getByText('looked at').waitFor()
    await page.getByText('Waits for trust:').waitFor()
    await page.getByText('meets builder-2').waitFor()
    await looksGood(page, [1280, 880, 390, 320])
    await page.setViewportSize({ width: 390, height: 900 })
    await page.getByRole('button', { name: `Actions of w${dirty}` }).click()
    await page.getByRole('menuitem', { name: /^Remove/ }).waitFor()
    await looksGood(page, [390, 1280])
    await page.getByRole('menuitem', { name: /^Remove/ }).click()
    await page.getByRole('button', { name: `Remove w${dirty}` }).click()
    await page.getByText('It holds what is nowhere else').waitFor()
    await looksGood(page, [390, 1280])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Worktree', exact: true }).click()
    await page.getByRole('button', { name: 'Make it' }).waitFor()
    await looksGood(page, [390, 1280])
  })

  test('the keyboard moves through it, opens one, and finds one', async () => {
    for (const name of ['apple', 'pear']) await ada().call('worktree.create', { name, wait })
    const { page } = await stage.open()
    await go(page)
    const here = page.locator('.virtual-row[aria-current]')
    await page.keyboard.press('j')
    await here.getByRole('button', { name: 'MAIN of garden' }).waitFor()
    await page.keyboard.press('j')
    await here.getByText('pear', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await here.getByText('looked at').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('looked at').waitFor({ state: 'detached' })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: /^Prepare/ }).waitFor()
    await page.keyboard.press('j')
    await here.getByText('pear', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await here.getByText('apple', { exact: true }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('app')
    await page.getByRole('button', { name: 'pear' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'apple' }).waitFor()
    expect(page.url()).toContain('q=app')
  })

  test('each project has its MAIN, and one of them is picked', async () => {
    const meadow = join(stage.server().home, 'meadow')
    await stage.git(stage.garden(), 'clone', '-q', stage.garden(), meadow)
    await ada().call('project.register', { path: meadow })
    await ada().call('worktree.create', { name: 'poppy', project: 'meadow', wait })
    await ada().call('worktree.create', { name: 'peony', project: 'garden', wait })
    const { page } = await stage.open()
    await go(page)
    const names = page.locator('.t-open')
    await expect.poll(() => names.allTextContents()).toEqual(['MAIN of garden', 'peony', 'MAIN of meadow', 'poppy'])
    await page.getByRole('button', { name: 'project all' }).click()
    await page.getByRole('menuitemradio', { name: 'meadow' }).click()
    await page.getByRole('button', { name: 'peony' }).waitFor({ state: 'detached' })
    await expect.poll(() => names.allTextContents()).toEqual(['MAIN of meadow', 'poppy'])
    expect(page.url()).toContain('/fleet?project=meadow')
  })

  test('a viewer reads all of it and is offered nothing', async () => {
    const { worktreeId } = await ada().call('worktree.create', { name: 'plum', wait })
    const gone = await ada().call('worktree.create', { name: 'quince', wait })
    await ada().call('worktree.remove', { worktreeId: gone.worktreeId, wait })
    const { page } = await stage.open()
    const info = await ada().call('system.info', {})
    await page.route('**/api/system.info', route => route.fulfill({ json: { ...info, role: 'viewer' } }))
    await go(page, `#w${worktreeId}`)
    await page.getByText('looked at').waitFor()
    await page.locator('.kept').getByText('quince').waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: /^(Actions of|Restore|Worktree$|Adopt|Start)/ }).count())
      .toBe(0)
  })

  test('what could not be read is said, and read again at a press', async () => {
    const { page } = await stage.open()
    await breakRead(page, 'worktree.list')
    await page.goto(`${stage.server().url}/fleet`)
    await page.locator('.main').getByText('it broke').waitFor()
    await page.locator('.main').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No worktree yet').waitFor()
  })

  describe('with two hundred worktrees', () => {
    const many = 200
    /** A house of so many takes long to build, so that this one only plays it, from one that is real. */
    const crowd = async (page: Page) => {
      await ada().call('worktree.create', { name: 'seedling', wait })
      const { items } = await ada().call('worktree.list', {})
      const [one] = items as [WorktreeView]
      let count = many
      await page.route('**/api/worktree.list', route =>
        route.fulfill({
          json: {
            items: Array.from({ length: count }, (_, at) => ({ ...one, id: count - at, name: `bed-${count - at}` })),
          },
        }),
      )
      await go(page)
      await page.getByRole('heading', { level: 1, name: `${many} worktrees` }).waitFor()
      return { grow: () => (count += 1) }
    }

    test('only what is in view is drawn, and the keyboard reaches the rest', async () => {
      const { page } = await stage.open()
      await crowd(page)
      await expect.poll(() => page.locator('.tree').count()).toBeLessThan(60)
      for (let step = 0; step < 40; step++) await page.keyboard.press('j')
      const here = page.locator('.virtual-row[aria-current]')
      await here.getByText(`bed-${many - 38}`, { exact: true }).waitFor()
      const box = await here.boundingBox()
      // Clear of the pulse at the foot of the window.
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(900 - 28)
      await page.goto(`${stage.server().url}/fleet#w7`)
      await page.getByRole('button', { name: 'bed-7', exact: true }).waitFor()
    })

    test('nothing jumps under a reader: a new one waits behind a count', async () => {
      const { page } = await stage.open()
      const { grow } = await crowd(page)
      await page.evaluate('scrollTo(0, 3_000)')
      const seen = page.getByRole('button', { name: `bed-${many - 55}`, exact: true })
      await seen.waitFor()
      const before = (await seen.boundingBox())?.y
      grow()
      await stage.capture('An event that makes the list be read again')
      await page.getByText('1 newer worktree').waitFor()
      expect((await seen.boundingBox())?.y).toBe(before)
      await page.getByRole('button', { name: '1 newer worktree' }).click()
      await page.getByRole('button', { name: `bed-${many + 1}` }).waitFor()
    })
  })
})
