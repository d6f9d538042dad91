/** Tables that a person reads whole on a terminal of 100 columns. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAgentHouse } from '../../../test/agents/started.ts'
import { flower } from '../../../test/cli.ts'
import type { TestHouse } from '../../../test/house.ts'
import { cells } from './paper.ts'

let house: TestHouse
beforeAll(async () => {
  const agents = await openAgentHouse('sqlite')
  house = agents.house
  const { briefId, dispatchId } = await agents.handedOver(
    'Lay the stone path from the gate to the pond before the first frost of this year comes',
  )
  const begun = await agents.started(dispatchId)
  await agents.heard(begun, {
    contextTokens: 88_000,
    lastWords: 'I have laid the first half of the path, and go on with the second half now that the sand has come.',
  })
  const ended = await agents.handedOver('Prune the roses')
  await agents.ended(await agents.started(ended.dispatchId))
  await house.call('brief.append', { briefId, body: 'The sand is in the shed. '.repeat(40) })
  await house.call('feedback.file', { kind: 'bug', summary: 'The gate squeaks' })
  await house.call('file.claim', { paths: ['src/path.ts'], briefId })
})
afterAll(() => house.close())

test.each([
  ['agents'],
  ['active'],
  ['room', 'feed'],
  ['agent', 'runs', '1'],
  ['feedback', 'list'],
  ['file', 'list'],
  ['ls'],
  ['worktree', 'list'],
])('%s stays within a terminal of 100 columns', async (...args) => {
  const { out } = await flower(house, args, { terminal: { columns: 100 } })
  expect(out).toContain('\n')
  for (const line of out.split('\n')) expect(cells(line), line).toBeLessThanOrEqual(100)
})

test('into a pipe no row of agents or of the feed has a record or a hash in it', async () => {
  for (const args of [['agents'], ['room', 'feed'], ['agent', 'runs', '1']])
    for (const line of (await flower(house, args)).out.split('\n')) {
      expect(cells(line), line).toBeLessThanOrEqual(120)
      expect(line).not.toMatch(/[0-9a-f]{40}/)
    }
})

test('whose run has ended is gone, not idle', async () => {
  const active = (await flower(house, ['active'])).out
  expect(active).toMatch(/agent:builder-1 +working .*Lay the stone path/)
  expect(active).toMatch(/agent:builder-2 +gone/)
  expect((await flower(house, ['agents'])).out).not.toContain('builder-2')
})
