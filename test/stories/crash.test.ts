import { expect, it } from 'vitest'
import { crash } from '../crash/run.ts'

it('a server that is killed again and again under sixteen writing clients loses no acknowledged write', async () => {
  const report = await crash({ rounds: 12, seed: 20_260_302, clients: 16, say: () => undefined })
  expect(report.problems).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(report.rounds)
  expect(report.resent).toBeGreaterThan(0)
})
