import { describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { setStage } from '../stage.ts'

const events = 400

describe.skipIf(!findChromium())('two busy Briefs', () => {
  const stage = setStage()

  const busy = async (text: string): Promise<number> => {
    const briefId = await stage.capture(text)
    for (let at = 0; at < events; at += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, each) =>
          stage.ada().call('brief.append', { briefId, body: `${text}, row ${at + each}`, kind: 'progress' }),
        ),
      )
    return briefId
  }

  test('are switched between without reading or drawing more than the newest of either', async () => {
    const [roses, beans] = [await busy('Roses'), await busy('Beans')]
    const { page } = await stage.at(roses)
    const asked: { limit?: number; before?: number }[] = []
    page.on('request', request => {
      if (request.url().endsWith('/api/trace.list')) asked.push(request.postDataJSON() as { limit?: number })
    })
    const drawn: number[] = []
    for (let turn = 0; turn < 10; turn++) {
      const [id, text] = turn % 2 === 0 ? [beans, 'Beans'] : [roses, 'Roses']
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill(`#${id}`)
      await page.getByRole('option', { name: new RegExp(`^#${id} ${text}`) }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/briefs/${id}`)
      await page.locator('.ev', { hasText: `${text}, row ${events - 1}` }).waitFor()
      drawn.push(await page.locator('.ev').count())
    }
    expect(asked.filter(each => each.before !== undefined || (each.limit ?? 0) > 100)).toEqual([])
    expect(Math.max(...drawn)).toBeLessThan(60)
  })
})
