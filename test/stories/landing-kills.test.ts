import { expect, it } from 'vitest'
import { killRounds } from '../landing/kill-rounds.ts'

/** More with FLOWER_KILL_ROUNDS; all points once are 17. */
const rounds = Number(process.env.FLOWER_KILL_ROUNDS ?? 5)

it('a landing that is killed at any point has landed once and whole after the restart, and a reader of MAIN is never deceived', {
  timeout: 60_000 + rounds * 60_000,
}, async () => {
  const report = await killRounds({ rounds, seed: 20_260_302, say: () => undefined })
  expect(report.problems).toEqual([])
  expect(Object.values(report.died).reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(rounds)
  expect(report.believed).toBeGreaterThan(0)
})
