/** What it costs to start, and to do nothing. */
import { fork } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Figure, median, short } from './figure.ts'
import { bigStore } from './recall.ts'
import { type Ground, useOf, withServer } from './server.ts'

const starts = 7
/** Longer than the two collections of garbage that follow a start. */
const settleMs = 20_000
const idleMs = 30_000

export async function rest(ground: Ground): Promise<Figure[]> {
  const { home } = await bigStore(ground)
  const gigabytes = statSync(join(home, 'flower.db')).size / 1e9
  const ready: number[] = []
  for (let start = 0; start < starts; start++) {
    ready.push(await withServer(ground, home, async server => server.readyMs))
  }
  const ours = await withServer(ground, home, server => idle(server.pid))
  const raw = await bareServer()
  return [
    {
      name: `server ready with a store of ${gigabytes.toFixed(1)} GB`,
      ours: median(ready),
      unit: 'ms',
      raw: `${short(raw.readyMs)} ms until a bare HTTP server listens`,
      aim: { value: 700, better: 'less' },
    },
    {
      name: 'processor while idle',
      ours: ours.cpu,
      unit: '%',
      raw: `${short(raw.cpu)} % of a bare HTTP server`,
      aim: { value: 0.3, better: 'less' },
    },
    {
      name: 'memory while idle',
      ours: ours.megabytes,
      unit: 'MB',
      raw: `${short(raw.megabytes)} MB of a bare HTTP server`,
      aim: { value: 120, better: 'less' },
    },
  ]
}

async function idle(pid: number): Promise<{ cpu: number; megabytes: number }> {
  await new Promise(resolve => setTimeout(resolve, settleMs))
  const before = useOf(pid)
  await new Promise(resolve => setTimeout(resolve, idleMs))
  const after = useOf(pid)
  return { cpu: ((after.cpuSeconds - before.cpuSeconds) * 100_000) / idleMs, megabytes: after.rss / 1e6 }
}

async function bareServer(): Promise<{ readyMs: number; cpu: number; megabytes: number }> {
  const began = performance.now()
  const child = fork(fileURLToPath(new URL('raw-fan-out.ts', import.meta.url)))
  await new Promise(resolve => child.once('message', resolve))
  const readyMs = performance.now() - began
  return { readyMs, ...(await idle(child.pid ?? 0).finally(() => child.kill())) }
}
