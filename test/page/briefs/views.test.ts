import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { looksGood } from '../barred.ts'
import { setStage } from '../stage.ts'
import { plantGarden } from './garden.ts'

describe.skipIf(!findChromium())('one filter, seen three ways', () => {
  const stage = setStage()
  const { ada, capture, open } = stage
  const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
  const card = (page: Page, title: string) => page.locator('.card').filter({ hasText: title })
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
  const statusOf = async (id: number) => (await ada().call('recall.brief', { briefId: id })).brief.status
  const at = async (view: string, look?: Parameters<typeof open>[0]) => {
    const opened = await open(look)
    await opened.page.goto(`${stage.server().url}/briefs?${view}`)
    await opened.page.locator('.card, .graph-node, .board-hint, .graph-hint').first().waitFor()
    return opened
  }

  test('the view lives in the address, beside the filter', async () => {
    await plantGarden(stage)
    const { page } = await open()
    await page.getByRole('textbox', { name: 'Filter' }).fill('is:open -is:epic')
    await page.getByRole('radio', { name: 'Board' }).check({ force: true })
    await expect.poll(() => new URL(page.url()).search).toBe('?q=is:open+-is:epic&view=board')
    await card(page, 'Plant the roses').waitFor()
    await page.reload()
    await card(page, 'Plant the roses').waitFor()
    await page.getByRole('radio', { name: 'List' }).check({ force: true })
    await page.locator('.virtual-row').first().waitFor()
    expect(new URL(page.url()).search).toBe('?q=is:open+-is:epic')
  })

  describe('the board', () => {
    test('has a column for each status, with its count, and says of every card what is so', async () => {
      const { roses } = await plantGarden(stage)
      const { page } = await at('view=board')
      await column(page, 'idea 3').waitFor()
      await column(page, 'dispatched 1').waitFor()
      await column(page, 'complete 1').getByText('besides').waitFor()
      await card(page, 'Water the roses')
        .filter({ hasText: `blocked by #${roses}` })
        .waitFor()
      await card(page, 'Paint the gate').filter({ hasText: 'approval' }).waitFor()
      await card(page, 'Make the garden bloom').filter({ hasText: '1 of 3' }).waitFor()
      await page.getByText('1 brief set aside').waitFor()
    })

    test('by keyboard: between columns, in one, open, and back', async () => {
      await plantGarden(stage)
      const { page } = await at('view=board')
      // Each column is read by itself; a step leads into those that are there.
      await card(page, 'Paint the gate').waitFor()
      await card(page, 'Plant the roses').waitFor()
      await page.keyboard.press('l')
      await expect.poll(() => focused(page)).toContain('Paint the gate')
      await page.keyboard.press('j')
      await expect.poll(() => focused(page)).toContain('Water the roses')
      await page.keyboard.press('l')
      await expect.poll(() => focused(page)).toContain('Plant the roses')
      await page.keyboard.press('ArrowLeft')
      await expect.poll(() => focused(page)).toContain('Paint the gate')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: /Paint the gate/ }).waitFor()
    })

    test('the menu of a card sets the status, and it is taken back', async () => {
      const { gate } = await plantGarden(stage)
      const { page } = await at('view=board')
      await card(page, 'Paint the gate').waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('s')
      await page.getByRole('menuitem', { name: 'planned' }).click()
      await column(page, 'planned 1').locator('.card', { hasText: 'Paint the gate' }).waitFor()
      // Said once the house has it, and there for a few seconds only.
      await page
        .locator('.toast', { hasText: `#${gate} is planned.` })
        .getByRole('button', { name: 'Undo' })
        .click()
      await column(page, 'idea').locator('.card', { hasText: 'Paint the gate' }).waitFor()
      await expect.poll(() => statusOf(gate)).toBe('idea')
    })

    test('a move that the house refuses comes back with the reason', async () => {
      const { roses } = await plantGarden(stage)
      const { page } = await at('view=board')
      await page.getByRole('button', { name: `Status of #${roses}` }).click()
      await page.getByRole('menuitem', { name: 'deferred' }).click()
      await page.getByRole('status').filter({ hasText: 'd1 is queued' }).waitFor()
      await column(page, 'dispatched').locator('.card', { hasText: 'Plant the roses' }).waitFor()
      await expect.poll(() => statusOf(roses)).toBe('dispatched')
    })

    test('a card that is carried with a pointer is set like by its menu, and comes back when it is refused', async () => {
      const { gate } = await plantGarden(stage)
      const { page } = await at('view=board')
      await card(page, 'Paint the gate').dragTo(column(page, 'refining').getByRole('heading'))
      await column(page, 'refining 1').locator('.card', { hasText: 'Paint the gate' }).waitFor()
      await expect.poll(() => statusOf(gate)).toBe('refining')
      await card(page, 'Paint the gate').dragTo(column(page, 'in review').getByRole('heading'))
      await page.getByRole('status').filter({ hasText: 'a hand-over sets it' }).waitFor()
      await column(page, 'refining 1').locator('.card', { hasText: 'Paint the gate' }).waitFor()
    })

    test('hundreds of cards in a column: few are in the document, and the last one is reached', async () => {
      for (let round = 0; round < 12; round++)
        await Promise.all(Array.from({ length: 20 }, (_, place) => capture(`Seed ${round * 20 + place}`)))
      const { page } = await at('view=board')
      await column(page, 'idea 240').waitFor()
      await expect.poll(() => page.locator('.card').count()).toBeLessThan(60)
      const box = column(page, 'idea').getByRole('group')
      await expect
        .poll(async () => {
          await box.press('End')
          return page.locator('.card').last().textContent()
        })
        .toContain('#1 ')
    })
  })

  describe('the graph', () => {
    test('draws epics and dependencies by waves, as links in the order of work, and says the same in words', async () => {
      const { epic, roses, water } = await plantGarden(stage)
      const { page } = await at('view=graph')
      const nodes = page.locator('.graph-node')
      await expect.poll(() => nodes.count()).toBe(3)
      const links = await Promise.all((await nodes.all()).map(node => node.getAttribute('href')))
      expect(links).toEqual([epic, roses, water].map(id => `/briefs/${id}`))
      const words = page.getByRole('list', { name: 'The graph in words' })
      await expect.poll(() => words.textContent()).toContain(`is in the epic #${epic}, depends on #${roses}`)
      await page.getByText('2 in no epic and with no dependency are not drawn').waitFor()
      await nodes.nth(2).click()
      await page.getByRole('heading', { level: 1, name: /Water the roses/ }).waitFor()
    })

    test('a large graph is cut where nobody sees through any more, and says so', async () => {
      const epic = await capture('An endless garden')
      for (let round = 0; round < 8; round++)
        await Promise.all(
          Array.from({ length: 20 }, (_, place) => capture(`Bed ${round * 20 + place}`, { parentId: epic })),
        )
      const { page } = await at('view=graph')
      await page.getByText('120 of 161 drawn; narrow the filter to see the rest.').waitFor()
      await expect.poll(() => page.locator('.graph-node').count()).toBe(120)
    })
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`in the ${colorScheme} theme board and graph bar nobody, at any width, and the content policy holds`, async () => {
      await plantGarden(stage)
      const { page, complaints } = await at('view=board', { colorScheme })
      await card(page, 'Plant the roses').waitFor()
      await page.keyboard.press('l')
      await looksGood(page, [320, 390, 880, 1280])
      await page.goto(`${stage.server().url}/briefs?view=graph`)
      await page.locator('.graph-node').first().waitFor()
      await looksGood(page, [320, 390, 880, 1280])
      expect(complaints).toEqual([])
    })
  }
})
