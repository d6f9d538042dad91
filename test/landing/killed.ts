/** Lands what it is told, and kills itself with SIGKILL when a point is reached for the nth time. Input: JSON as its one argument. */
import { type LandingPoint, type LandingWish, land } from '#machine/landing/land.ts'

export interface KilledInput {
  wish: Omit<LandingWish, 'step'>
  /** Left out, it lives. */
  at?: { point: LandingPoint; nth: number }
}

const { wish, at } = JSON.parse(process.argv[2] ?? '') as KilledInput
let left = at?.nth ?? 0
const hookEnv = { ...wish.hookEnv, LANDING_PID: String(process.pid) }
const answer = await land({
  ...wish,
  hookEnv,
  step: async point => {
    if (point !== at?.point || --left > 0) return
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => {})
  },
})
process.stdout.write(JSON.stringify(answer))
