import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../browser.ts'
import { looksGood } from './barred.ts'
import { breakRead } from './break-read.ts'
import { gardening } from './gardening.ts'
import { setStage } from './stage.ts'
import { tellForecast } from './tell-forecast.ts'

const colours = (beds: string) => `export const beds = [${beds}] // all of them\n`

describe.skipIf(!findChromium())('the looks of MAIN and of what lands in it', () => {
  const stage = setStage()
  const { ada } = stage
  const { configuration, configure, grow, landed, until } = gardening(stage)
  const main = () => `${stage.server().url}/main`

  /** One landed with steps, one red, then, while the queue is paused, one that waits and one that has to be approved. */
  const plant = async (mark: string) => {
    await configure('afterLanding:\n  feed: { run: echo fed, approve: operator }\n')
    const first = await grow(`Feed the ${mark}`, { [`beds/${mark}.md`]: 'weekly\n' })
    await landed(first.briefId)
    const red = await grow(`Leave the ${mark} with a very long name that somebody typed in one breath`, {
      [`beds/wild-${mark}.md`]: 'weeds\n',
    })
    await until(red.briefId, merge => merge.status === 'ejected')
    const guarded = await grow(`Gates for the ${mark}`, { 'flower.yaml': configuration('  true: { run: "true" }\n') })
    await until(guarded.briefId, merge => merge.guarded.length > 0)
    await ada().call('merge.pause', { reason: 'market day' })
    const waiting = await grow(`Count the ${mark}`, {
      'src/beds/deep/in/the/garden/where/names/are/long.ts': colours("'east', 2"),
      [`beds/${mark}-more.md`]: 'more\n',
    })
    const foresee = () =>
      tellForecast(stage.server(), [
        { branch: waiting.branch, with: red.branch, conflicts: true, files: [`beds/${mark}.md`, 'notes.md', 'a', 'b'] },
        {
          branch: waiting.branch,
          with: null,
          conflicts: false,
          files: ['src/beds/deep/in/the/garden/where/names/are'],
        },
      ])
    await foresee()
    return { red, waiting, foresee }
  }

  test.each(['light', 'dark'] as const)('in the %s theme nobody is barred at any width', async colorScheme => {
    const { waiting, foresee } = await plant(`roses-${colorScheme}`)
    writeFileSync(join(stage.garden(), 'stray.md'), 'from outside\n')
    const { page } = await stage.open({ colorScheme })
    await page.goto(`${main()}#m1`)
    await page.getByText('changed from outside').first().waitFor()
    await page.getByRole('button', { name: 'Log of beds' }).first().click()
    await page.locator('#m2').getByRole('button', { name: 'm2', exact: true }).click()
    await page.locator('#m2').getByText('pinned').waitFor()
    await looksGood(page, [1280, 880, 390, 320])
    await page.getByRole('button', { name: 'Take m1 back' }).click()
    await page.getByRole('dialog').waitFor()
    await looksGood(page, [390, 1280])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Move into a worktree' }).click()
    await page.getByRole('dialog').waitFor()
    await looksGood(page, [1280, 390])

    // The house foresees by itself too: told again once nothing moves any more.
    await foresee()
    await page.goto(`${stage.server().url}/briefs/${waiting.briefId}`)
    const changes = page.locator('#changes')
    await changes.getByRole('button', { name: 'long.ts' }).click()
    await changes.getByText('conflicts with').waitFor()
    await changes.locator('tr[data-now="1"] td').nth(1).click()
    await page.getByRole('textbox', { name: 'Comment on line 1' }).fill('Why `2`?')
    await page.keyboard.press('Control+Enter')
    await changes.getByRole('button', { name: 'Comment on the file' }).click()
    await changes.getByRole('button', { name: '1 commit' }).click()
    await looksGood(page, [1280, 880, 390, 320])
    await ada().call('main.rescue', { wait: 50 })
  })

  test('the keyboard moves through all that lands and opens it', async () => {
    await plant('tulips')
    const { page } = await stage.open()
    await page.goto(main())
    // What waits and what landed arrive one after the other, and the keyboard goes through what is there.
    await Promise.all(['m1', 'm2', 'm3', 'm4'].map(id => page.locator(`#${id}`).waitFor()))
    const here = page.locator('li[aria-current]')
    await page.keyboard.press('j')
    const order: (string | null)[] = []
    for (let step = 0; step < 4; step++) {
      order.push(await here.getAttribute('id'))
      await page.keyboard.press('j')
    }
    expect(new Set(order)).toEqual(new Set(['m1', 'm2', 'm3', 'm4']))
    await page.goto(`${main()}#m1`)
    await here.getByText('Take m1 back').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Take m1 back').waitFor({ state: 'detached' })
  })

  test('a viewer reads all of it and is offered nothing', async () => {
    const { waiting } = await plant('lilies')
    const { page } = await stage.open()
    const info = await ada().call('system.info', {})
    await page.route('**/api/system.info', route => route.fulfill({ json: { ...info, role: 'viewer' } }))
    await page.goto(`${main()}#m1`)
    await page.locator('#m1').getByText('defined as').first().waitFor()
    await page.locator('#m4').waitFor()
    const offered = /^(Take|Approve|Put|Pause|Let|Run|Leave|Land|Move|Ask|Comment)/
    await expect.poll(() => page.locator('main').getByRole('button', { name: offered }).count()).toBe(0)
    await page.goto(`${stage.server().url}/briefs/${waiting.briefId}`)
    await page.locator('#changes').getByRole('table').waitFor()
    await expect.poll(() => page.locator('#changes').getByRole('button', { name: offered }).count()).toBe(0)
  })

  test('what could not be read is said, and read again at a press', async () => {
    const { page } = await stage.open()
    await breakRead(page, 'main.status')
    await page.goto(main())
    await page.locator('.main').getByText('it broke').waitFor()
    await page.locator('.main').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Nothing waits.').waitFor()
  })

  test('a branch with a thousand files, and a file with thousands of lines, are read without a wait', async () => {
    await configure('main: { submit: ask }\n')
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`src/bed-${at}.ts`, `${at}\n`]))
    const long = `${Array.from({ length: 3_000 }, (_, at) => `const line${at} = ${at}`).join('\n')}\n`
    const { briefId } = await grow('Plant everything', { ...many, 'src/a-long.ts': long })
    const { page } = await stage.at(briefId)
    const changes = page.locator('#changes')
    await changes.getByText('in 1001 files').waitFor()
    await expect.poll(() => changes.locator('.files button').count()).toBeLessThan(100)
    await changes.getByRole('button', { name: 'src/ a-long.ts' }).click()
    await changes.getByRole('cell', { name: 'added: const line0 = 0' }).waitFor()
    await expect.poll(() => changes.locator('.diff tr').count()).toBeLessThan(700)
    await changes.getByRole('button', { name: 'more lines' }).click()
    await changes.getByRole('cell', { name: 'added: const line2000 = 2000' }).waitFor()
    expect(stage.complaints()).toEqual([])
  })
})
