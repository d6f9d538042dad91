/** Durable cycles: dispatch, claim, complete, each answered only when it is on the disk. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClaimersInput, ClaimersResult } from './claimers.ts'
import { type Figure, percentile, short } from './figure.ts'
import type { RawCyclesResult } from './raw-cycles.ts'
import { plantRepository } from './repository.ts'
import { openSeed, plantBriefs } from './seed.ts'
import { apart, type Ground, withServer } from './server.ts'

const claimers = 16
const warmMs = 3_000
const ms = 8_000

export async function claim(ground: Ground): Promise<Figure[]> {
  const garden = plantRepository(join(ground.folder, 'claimed-garden'), 25)
  writeFileSync(join(garden.folder, 'flower.yaml'), 'main: { submit: ask }\n')
  garden.git('add', 'flower.yaml')
  garden.git('commit', '-q', '-m', 'Ask before anything lands')
  // A design needs no worktree: these are the house's own moves and nothing else.
  const ours = await cycles(ground, garden.folder, 'design')
  const raw = await apart<RawCyclesResult>('raw-cycles.ts', { folder: ground.folder, ms: 2_000 })
  const builds = await cycles(ground, garden.folder, 'build')
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
    {
      name: 'the same cycles while git makes a worktree for each',
      ours: builds.cycles / builds.seconds,
      unit: 'cycles/s',
      raw: 'as above; git has the other core',
    },
  ]
}

async function cycles(ground: Ground, garden: string, leg: ClaimersInput['leg']): Promise<ClaimersResult> {
  const home = join(ground.folder, `claim-${leg}`)
  const seed = await openSeed(home, garden)
  const briefs = await plantBriefs(seed, 20_000)
  await seed.close()
  return withServer(ground, home, ({ url, secret }) =>
    apart<ClaimersResult>('claimers.ts', { url, secret, briefs, leg, claimers, warmMs, ms } satisfies ClaimersInput),
  )
}
