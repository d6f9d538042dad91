import { afterAll, beforeAll, expect, test } from 'vitest'
import { completes, type Nursery, openNursery, plants } from '../agents/nursery.ts'

let nursery: Nursery
beforeAll(async () => {
  nursery = await openNursery('agents', { gardener: [...plants(), completes()] }, '  default: gardener\n')
})
afterAll(() => nursery.scene.remove())

test('a Brief that is planned is handed over, an agent is started in its worktree, and its work lands, without a hand on it', async () => {
  const { garden, scene } = nursery
  const { briefId } = await scene.client.call('brief.capture', {
    text: 'Plant',
    spec: 'Plant',
    project: garden.name,
    autoDispatch: true,
  })
  await scene.client.call('brief.setStatus', { briefId, status: 'planned' })
  const merge = await garden.settled(briefId)
  expect(merge.status).toBe('landed')
  expect(await garden.trace(briefId)).toEqual(
    expect.arrayContaining(['claimed', 'agent_started', 'completed', 'agent_ended', 'landed']),
  )
  expect(garden.text(`beds-${briefId}`)).toBe('rose\n')
})
