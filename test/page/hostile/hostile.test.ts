/** Everything that others can write, put wherever they can write it, and every place that shows it. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Input, OperationName } from '#contract/catalogue.ts'
import { findChromium } from '../../browser.ts'
import { setStage } from '../stage.ts'
import { files, texts } from './corpus.ts'
import { canary, walk, watch } from './wary.ts'

/** So many share a Brief. */
const together = 24

const lines = texts.filter(text => !/[\r\n]/.test(text) && text.length < 250)
const inBatches = <One>(all: readonly One[], size: number): One[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

describe.skipIf(!findChromium())('a page of hostile texts', () => {
  const stage = setStage()

  /** What the house refuses can't be shown; how much it took is counted. */
  const put = async <Name extends OperationName>(name: Name, input: Input<Name>, by = stage.ada()) =>
    by.call(name, input).then(
      output => output,
      () => undefined,
    )

  async function plant(batch: readonly string[], at: number): Promise<number> {
    const line = (place: number) => lines[(at * together + place) % lines.length] ?? 'x'
    const id = await stage.capture(line(0).slice(0, 119), { spec: batch.join('\n\n') })
    await put('brief.configure', {
      briefId: id,
      title: line(1),
      labels: [0, 1, 2].map(each => line(each).slice(0, 60)),
    })
    await Promise.all(batch.map(body => put('brief.append', { briefId: id, body, kind: 'note' })))
    await put(
      'decision.ask',
      {
        briefId: id,
        header: line(2),
        body: batch.slice(0, 8).join('\n\n'),
        options: [3, 4, 5].map(each => ({ label: line(each), detail: line(each + 1) })),
      },
      stage.agent(),
    )
    await put('scratchpad.write', { briefId: id, title: line(6), body: batch.join('\n\n') })
    for (const type of ['branch', 'url', 'commit', 'file', 'site'] as const)
      await put('brief.link', { briefId: id, type, ref: line(7 + type.length), relation: 'mentions' })
    return id
  }

  async function attach(briefId: number): Promise<string> {
    const put = files.map(async ({ name, mediaType, body }) => {
      const content = Buffer.from(body).toString('base64')
      return stage.ada().call('brief.attach', { briefId, name, mediaType, content })
    })
    const taken = (await Promise.allSettled(put)).flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
    expect(taken.length).toBeGreaterThan(files.length / 2)
    return taken.map(({ markdown, url }) => `${markdown} [${url}](${url})`).join('\n\n')
  }

  async function isHarmless(page: Page): Promise<number> {
    const { ran, found, read } = await walk(page)
    expect({ ran, found }).toEqual({ ran: [], found: [] })
    expect(await page.title()).not.toBe('taken over')
    expect(await page.getByText('This place broke').count()).toBe(0)
    return read
  }

  test('nothing runs, nobody is asked, and no markup becomes part of the page', async () => {
    expect(texts.length).toBeGreaterThanOrEqual(100)
    const ids: number[] = []
    for (const [at, batch] of inBatches(texts, together).entries()) ids.push(await plant(batch, at))
    const [first = 0] = ids
    await put('brief.append', { briefId: first, body: await attach(first), kind: 'note' })
    await put('agent.checkin', {}, stage.agent('onerror=canary.name/x'))
    const { page, context, complaints } = await stage.open({ script: canary })
    const strange = await watch(context, stage.server().url)
    let read = 0
    for (const id of ids) {
      await page.goto(`${stage.server().url}/briefs/${id}`)
      await page.getByText('chain verified').waitFor()
      await page.locator('#spec .prose, #spec .as-written').first().waitFor()
      read += await isHarmless(page)
    }
    // Each of them was drawn; some say the same once their markup is a text.
    expect(read).toBeGreaterThan(texts.length * 0.9)
    for (const place of [
      '/',
      '/rooms/garden',
      '/briefs',
      '/briefs?q=canary',
      '/briefs?view=board',
      '/briefs?view=graph',
      '/decisions',
      '/fleet',
      '/main',
      '/recall?q=canary',
      '/projects/garden',
    ]) {
      await page.goto(stage.server().url + place)
      await page.locator('h1').first().waitFor()
      await expect.poll(() => page.locator('.loading').count()).toBe(0)
      await isHarmless(page)
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('canary')
    await page
      .getByRole('option', { name: /canary/ })
      .first()
      .waitFor()
    await isHarmless(page)
    expect(strange).toEqual([])
    // A picture that is none is the one thing that a browser may complain about.
    expect(complaints.filter(each => !/Failed to decode|could not be decoded/.test(each))).toEqual([])
  })

  test('an opened attachment runs nothing, and a picture is still shown', async () => {
    const id = await stage.capture('Look at the roses')
    const { page, context } = await stage.open({ script: canary })
    const strange = await watch(context, stage.server().url)
    for (const { name, mediaType, body } of files) {
      const content = Buffer.from(body).toString('base64')
      const taken = await put('brief.attach', { briefId: id, name, mediaType, content })
      if (taken === undefined) continue
      await page.goto(stage.server().url + taken.url).catch(() => 'it is downloaded')
      expect(await page.evaluate<string[]>('globalThis.ran'), name).toEqual([])
    }
    expect(strange).toEqual([])
    const content = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const { url } = await stage
      .ada()
      .call('brief.attach', { briefId: id, name: 'rose.png', mediaType: 'image/png', content })
    await page.goto(stage.server().url + url)
    expect(await page.evaluate('document.images[0]?.naturalWidth')).toBe(1)
  })
})
