/** Durable cycles: dispatch, claim, complete, each answered only when it is on the disk. */
import { join } from 'node:path'
import type { ClaimersInput, ClaimersResult } from './claimers.ts'
import { type Figure, percentile, short } from './figure.ts'
import type { RawCyclesResult } from './raw-cycles.ts'
import { openSeed, plantBriefs } from './seed.ts'
import { apart, type Ground, withServer } from './server.ts'

const claimers = 16
const warmMs = 3_000
const ms = 8_000

export async function claim(ground: Ground): Promise<Figure[]> {
  const home = join(ground.folder, 'claim')
  const seed = await openSeed(home)
  const briefs = await plantBriefs(seed, 12_000)
  await seed.close()
  const ours = await withServer(ground, home, ({ url, secret }) => {
    const input: ClaimersInput = { url, secret, briefs, claimers, warmMs, ms }
    return apart<ClaimersResult>('claimers.ts', input)
  })
  const raw = await apart<RawCyclesResult>('raw-cycles.ts', { folder: ground.folder, ms: 2_000 })
  return [
    {
      name: `dispatch, claim, complete with ${claimers} claimers`,
      ours: ours.cycles / ours.seconds,
      unit: 'cycles/s',
      raw: `${short(raw.cyclesPerSecond)} as three bare commits each; ${short(raw.callsPerSecond)} bare HTTP calls/s`,
      aim: { value: 1_500, better: 'more' },
    },
    {
      name: 'claim, p99',
      ours: percentile(ours.claimMs, 0.99),
      unit: 'ms',
      raw: `${short(raw.callP99)} ms for a bare HTTP call of ${claimers} at once`,
    },
  ]
}
