/** From a write to everybody who watches. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Figure, percentile, short } from './figure.ts'
import type { ReadersInput, ReadersResult } from './readers.ts'
import { openSeed, plantBriefs } from './seed.ts'
import { apart, type Ground, withServer } from './server.ts'

const rounds = [
  { readers: 100, writes: 200, everyMs: 20, aim: 30 },
  { readers: 1_000, writes: 60, everyMs: 150, aim: 100 },
]

export async function live(ground: Ground): Promise<Figure[]> {
  const home = join(ground.folder, 'live')
  const seed = await openSeed(home)
  const [briefId = 1] = await plantBriefs(seed, 1)
  await seed.close()
  const figures: Figure[] = []
  for (const { aim, ...round } of rounds) {
    const ours = await withServer(ground, home, ({ url, secret }) =>
      apart<ReadersResult>('readers.ts', { url, secret, briefId, ...round } satisfies ReadersInput),
    )
    const raw = await bareFanOut({ url: '', secret: '', briefId, ...round })
    figures.push({
      name: `a write until ${round.readers.toLocaleString('en-US')} readers have it, p99`,
      ours: percentile(ours.arrivedMs, 0.99),
      unit: 'ms',
      raw: `${short(percentile(raw.arrivedMs, 0.99))} ms to write the same bytes to as many open answers, kept nowhere`,
      aim: { value: aim, better: 'less' },
    })
  }
  return figures
}

async function bareFanOut(input: ReadersInput): Promise<ReadersResult> {
  const child = fork(fileURLToPath(new URL('raw-fan-out.ts', import.meta.url)))
  const port = await new Promise(resolve => child.once('message', resolve))
  return apart<ReadersResult>('readers.ts', { ...input, url: `http://127.0.0.1:${String(port)}` }).finally(() =>
    child.kill(),
  )
}
