/** Every place in every state, for everyone: by eye in two themes and any width, by ear, by keyboard, without motion. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { looksGood } from '../barred.ts'
import { setStage } from '../stage.ts'
import { build } from './world.ts'

/** At 200 % a window of 1280 has the layout of one of 640: zoom halves the pixels of CSS, and that is all a page sees of it. */
const widths = [320, 390, 640, 880, 1280]
const ends = [320, 1280]

/** Anything that is drawn and has neither a name nor is hidden from whoever listens. */
const nameless = `[...document.querySelectorAll('svg, img, [role="img"]')].filter(one =>
  !one.closest('[aria-hidden="true"]') && !one.getAttribute('aria-label') && !one.getAttribute('aria-labelledby') &&
  !one.querySelector('title') && one.getAttribute('alt') === null && one.getAttribute('role') !== 'presentation'
).map(one => one.outerHTML.slice(0, 160))`

/** Seconds of the longest change of anything. */
const motion = `Math.max(0, ...[...document.querySelectorAll('*')].flatMap(one => {
  const { transitionDuration, animationDuration } = getComputedStyle(one)
  return (transitionDuration + ',' + animationDuration).split(',').map(each => parseFloat(each) * (each.includes('ms') ? 0.001 : 1))
}))`

describe.skipIf(!findChromium())('every place', () => {
  const stage = setStage()
  afterEach(() => rmSync(join(stage.garden(), 'flower.yaml'), { force: true }))

  const settled = async (page: Page) => {
    await page.locator('.pulse-live').waitFor()
    await page.locator('main :is(h1, .empty)').first().waitFor()
    await expect.poll(() => page.locator('.loading').count()).toBe(0)
  }
  const go = async (page: Page, place: string) => {
    await page.goto(stage.server().url + place)
    await settled(page)
  }
  const barsNobody = async (page: Page, at: readonly number[]) => {
    await looksGood(page, at)
    await expect.poll(() => page.evaluate(nameless)).toEqual([])
    await expect.poll(() => page.evaluate<number>(motion)).toBeLessThanOrEqual(0.01)
  }
  const everywhere = (brief: number) => [
    '/',
    '/rooms/garden',
    '/briefs',
    '/briefs?view=board',
    '/briefs?view=graph',
    `/briefs/${brief}`,
    '/decisions',
    '/fleet',
    '/main',
    '/recall?q=a',
    '/projects',
    '/projects/garden',
  ]

  /** Signed in as somebody who may only read. */
  const asViewer = async (page: Page): Promise<number> => {
    const { secret, tokenId } = await stage
      .ada()
      .call('token.create', { name: 'ben', role: 'viewer', actor: 'operator:ben' })
    await page.context().addCookies([{ name: 'flower_page', value: secret, url: stage.server().url }])
    return tokenId
  }

  describe.each(['light', 'dark'] as const)('in the %s theme', colorScheme => {
    test('is good at every width, whatever the texts are', async () => {
      const { brief, epic } = await build(stage)
      const { page } = await stage.open({ colorScheme })
      for (const place of [...everywhere(brief), `/briefs/${epic}`]) {
        await go(page, place)
        // A theme changes colours, not where things stand.
        await barsNobody(page, colorScheme === 'light' ? widths : ends)
      }
      expect(stage.complaints()).toEqual([])
    })

    test('is good while there is nothing', async () => {
      await stage.ada().call('project.remove', { project: 'garden' })
      const { page } = await stage.open({ colorScheme })
      for (const place of ['/', '/briefs', '/decisions', '/fleet', '/main', '/recall', '/projects']) {
        await go(page, place)
        await barsNobody(page, ends)
      }
    })

    test('says what is not there, and what to do', async () => {
      const { page } = await stage.open({ colorScheme })
      for (const [place, words] of [
        ['/briefs/99', 'There is no Brief #99'],
        ['/briefs/x', 'There is no place at this address'],
        ['/nowhere', 'There is no place at this address'],
        ['/rooms/meadow', 'There is no project of this name'],
        ['/fleet?project=meadow', 'meadow'],
        ['/fleet#w99', 'w99'],
        ['/main?project=meadow', 'meadow'],
        ['/main#m99', 'm99'],
      ] as const) {
        await go(page, place)
        await page.locator('main :is(.empty, .notice)', { hasText: words }).first().waitFor()
        // Never a dead end.
        await expect.poll(() => page.locator('main :is(a, button)').count(), { message: place }).toBeGreaterThan(0)
        await barsNobody(page, ends)
      }
    })

    test('shows a viewer everything and offers nothing, and says so once the token is taken away', async () => {
      const { brief } = await build(stage)
      const { page } = await stage.open({ colorScheme })
      const tokenId = await asViewer(page)
      for (const place of everywhere(brief)) {
        await go(page, place)
        await barsNobody(page, ends)
      }
      await stage.ada().call('token.revoke', { tokenId })
      await page.locator('.house-notices', { hasText: 'This browser is signed out' }).waitFor()
      await barsNobody(page, ends)
      for (const place of everywhere(brief)) {
        await page.goto(stage.server().url + place)
        await page.getByText('flower open').waitFor()
      }
    })

    test('stays readable while nobody answers, and says of when it is', async () => {
      const { brief } = await build(stage)
      const { page } = await stage.open({ colorScheme })
      // Their scripts are fetched while somebody answers.
      for (const place of everywhere(brief)) await go(page, place)
      await stage.kill()
      await page.locator('.pulse-live', { hasText: 'offline' }).waitFor()
      for (const name of ['Room', 'Briefs', 'Decisions', 'Fleet', 'MAIN', 'Recall', 'Projects']) {
        await page.getByRole('navigation', { name: 'Places', exact: true }).getByRole('link', { name }).click()
        await page.locator('.house-notices', { hasText: 'as of' }).waitFor()
        await settled(page)
        await barsNobody(page, ends)
      }
      await stage.again()
      await page.locator('.house-notices').waitFor({ state: 'detached' })
    })
  })
})
