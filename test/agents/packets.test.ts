import { afterAll, beforeAll, expect, it } from 'vitest'
import { legs } from '#domain/status.ts'
import { openHouse, type TestHouse } from '../house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openHouse('sqlite')
})
afterAll(() => house.close())

const sentence = 'Water every bed along the south wall before the sun is high, and note what each of them took. '

it.each(legs)('the packet of an ordinary Brief stays under 2,000 tokens: %s', async leg => {
  const spec = sentence.repeat(Math.ceil(2_500 / sentence.length)).slice(0, 2_500)
  const { briefId } = await house.call('brief.capture', {
    text: `${sentence}\n\nAs in spring.`,
    spec,
    project: 'garden',
  })
  for (let at = 0; at < 5; at += 1) await house.call('brief.append', { briefId, body: `${at} ${sentence.repeat(2)}` })
  for (const header of ['Which hose?', 'Which beds first?']) {
    const { decisionId } = await house.call('decision.ask', { briefId, header, body: sentence, blocking: false })
    await house.call('decision.answer', { decisionId, answer: sentence })
  }
  const { packet, packetTokens } = await house.call('template.preview', { name: `packet.${leg}`, briefId })
  expect(packet).toContain(spec.slice(0, 1_000))
  expect(packetTokens).toBeLessThan(2_000)
})
