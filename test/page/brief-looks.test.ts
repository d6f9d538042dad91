import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../browser.ts'
import { looksGood } from './barred.ts'
import { writeSpec } from './briefs/spec-editor.ts'
import { type Stage, setStage } from './stage.ts'

/** An epic in the middle of its life: children in waves, a running dispatch, an open and an answered decision. */
async function plant(stage: Stage): Promise<{ epic: number; blocked: number }> {
  const ada = stage.ada()
  const agent = stage.agent()
  const spec =
    '**Each** rose.\n\n## How\n\n- [x] fill the butt\n- [ ] pour, see #1\n\n| rose | litres |\n|--|--|\n| red | 1 |\n'
  const epic = await stage.capture('Make the garden bloom from March to October', { spec })
  const { children } = await ada.call('brief.split', {
    briefId: epic,
    children: [{ text: 'Dig' }, { text: 'Plant', after: [0] }, { text: 'Water', after: [1] }],
  })
  await ada.call('brief.setStatus', { briefId: epic, status: 'planned' })
  await ada.call('brief.dispatch', { briefId: epic, note: 'Mind the frost.' })
  const { dispatchId, token } = await agent.call('dispatch.claim', {})
  await agent.call('dispatch.release', { dispatchId, token, reason: 'context_full', note: 'All **full**.' })
  await agent.call('dispatch.claim', { dispatchId })
  await agent.call('brief.link', { briefId: epic, type: 'commit', ref: '3f9c1e2a', relation: 'made' })
  await agent.call('decision.ask', { briefId: epic, header: 'Rain or tap?', body: 'Think.', options: ['Rain', 'Tap'] })
  await agent.call('decision.ask', { briefId: epic, header: 'Red or white?', options: ['Red', 'White'] })
  await ada.call('decision.answer', { decisionId: 2, option: 1, answer: 'Of course.' })
  await ada.call('brief.append', { briefId: epic, body: 'A note with `code` and a [link](https://example.test/).' })
  return { epic, blocked: children[1] ?? 0 }
}

describe.skipIf(!findChromium())('the looks of a Brief', () => {
  const stage = setStage()

  test.each(['light', 'dark'] as const)('in the %s theme it bars nobody at any width', async colorScheme => {
    const { epic, blocked } = await plant(stage)
    const { page } = await stage.at(epic, { colorScheme })
    await page.getByRole('button', { name: 'Open d1' }).click()
    await page.getByRole('group', { name: 'packet of d1' }).waitFor()
    await page.getByRole('button', { name: '1 decision answered or withdrawn' }).click()
    await page.getByRole('button', { name: 'add a relation' }).click()
    await page.getByRole('button', { name: 'add a link' }).click()
    await looksGood(page, [1280, 880, 390, 320])

    await page.locator('body').press('e')
    await writeSpec(page, 'mine')
    await stage.agent().call('brief.writeSpec', { briefId: epic, spec: 'theirs', revision: 1 })
    await page.getByRole('button', { name: 'See the difference' }).click()
    await looksGood(page, [320, 1280])
    await page.getByRole('radio', { name: 'Revisions' }).check({ force: true })
    await page.getByRole('list', { name: 'Revisions, newest first' }).waitFor()
    await looksGood(page, [1280, 320])

    await page.goto(page.url().replace(/\d+$/, String(blocked)))
    await page.locator('#dispatch .empty', { hasText: 'Can’t be handed over' }).waitFor()
    await looksGood(page, [320])
    expect(stage.complaints()).toEqual([])
  })

  test('the payload that an agent gets stands there word for word', async () => {
    const { epic } = await plant(stage)
    const { page } = await stage.at(epic)
    const eye = page.locator('.eye')
    await eye.getByRole('radio', { name: 'raw' }).check({ force: true })
    // Its worktrees are still being made: both tell the same once nothing moves.
    const shown = async (): Promise<unknown> => JSON.parse((await eye.locator('pre').textContent()) ?? '')
    const told = () => stage.agent().call('recall.brief', { briefId: epic })
    await expect.poll(async () => isDeepStrictEqual(await shown(), await told())).toBe(true)
  })
})
