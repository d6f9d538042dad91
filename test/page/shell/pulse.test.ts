import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { commitFiles } from '../built.ts'
import { setStage } from '../stage.ts'

describe.skipIf(!findChromium())('the line at the foot', () => {
  const stage = setStage()
  /** A second project beside the garden, and the tip of its MAIN. */
  const orchard = async () => {
    const folder = `${stage.garden()}-orchard-${Math.random()}`
    await stage.git(stage.garden(), 'init', '-q', '-b', 'main', folder)
    await stage.git(folder, 'config', 'user.name', 'Ada')
    await stage.git(folder, 'config', 'user.email', 'ada@example.test')
    const tip = await commitFiles(stage.git, folder, 'Plant', { 'apple.md': 'apple\n' })
    await stage.ada().call('project.register', { path: folder, name: 'orchard' })
    return { folder, tip }
  }

  test('tells MAIN of the project that the place is of, and of all of them how many there are', async () => {
    const { folder, tip } = await orchard()
    const { briefId } = await stage.ada().call('brief.capture', { text: 'Prune the apple', project: 'orchard' })
    const ofGarden = await stage.git(stage.garden(), 'rev-parse', 'HEAD')
    const { page } = await stage.open()
    const main = page.locator('.pulse-item', { hasText: 'MAIN' })
    const told = () => main.innerText()
    await expect.poll(told).toMatch(/^2 MAINs\sclean$/)
    for (const place of [`/briefs/${briefId}`, '/rooms/orchard', '/main?project=orchard', '/projects/orchard']) {
      await page.goto(stage.server().url + place)
      await expect.poll(told).toMatch(new RegExp(`^MAIN\\sclean\\s${tip.slice(0, 7)}`))
    }
    await page.goto(`${stage.server().url}/rooms/garden`)
    await expect.poll(told).toContain(ofGarden.slice(0, 7))
    writeFileSync(join(folder, 'apple.md'), 'pear\n')
    await page.goto(`${stage.server().url}/briefs`)
    await expect.poll(told).toMatch(/^MAIN\sof orchard changed from outside$/)
    await page.goto(`${stage.server().url}/rooms/garden`)
    await expect.poll(told).toMatch(/^MAIN\sclean/)
    // On a phone the words shrink: what waits on you, and whether it is live, are never cut away.
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      await page.goto(`${stage.server().url}/briefs`)
      await main.getByText('of orchard').waitFor()
      for (const part of ['.pulse-live', '.pulse-item:has-text("you")']) {
        const { x, width: wide } = (await page.locator(part).last().boundingBox()) ?? { x: Infinity, width: 0 }
        expect(x + wide).toBeLessThanOrEqual(width)
      }
    }
  })

  test('on a phone the project is chosen behind More, and the place stays', async () => {
    await orchard()
    const { page } = await stage.open({ width: 390 })
    await page.goto(`${stage.server().url}/fleet`)
    const more = page.locator('.tabs-more summary')
    await more.click()
    await page.getByRole('group', { name: 'project' }).getByRole('button', { name: 'orchard' }).click()
    await page.waitForURL('**/fleet?project=orchard')
    await more.click()
    await page.getByRole('button', { name: 'orchard', pressed: true }).waitFor()
  })

  test('beside it every place of the bar stands whole in a small window', async () => {
    await orchard()
    const { page } = await stage.open({ width: 720 })
    for (const width of [720, 768, 860]) {
      await page.setViewportSize({ width, height: 700 })
      const cut = "(all => all.scrollWidth - all.clientWidth)(document.querySelector('.places'))"
      await expect.poll(() => page.evaluate<number>(cut)).toBeLessThanOrEqual(0)
    }
  })
})
