/** Starts an agent's host and program with nothing of flower around them, one after the other: what each start took. Prints JSON. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { startAgent as Started } from '#machine/agents/start.ts'
import { inputOf } from './server.ts'

/** `start`: the compiled file that starts agents. */
export type RawAgentsInput = { start: string; folder: string; script: string; starts: number }
export type RawAgentsResult = { ms: number[] }

const { start, folder, script, starts } = await inputOf<RawAgentsInput>()
const { startAgent } = (await import(start)) as { startAgent: typeof Started }
const result: RawAgentsResult = { ms: [] }
mkdirSync(folder)
for (let at = 0; at < starts; at += 1) {
  const began = performance.now()
  const started = await startAgent({
    folder: join(folder, `r${at}`),
    marker: `raw-${process.pid}-${at}`,
    cwd: folder,
    harness: { driver: 'scripted', words: [], args: [script] },
    env: {},
    prompt: 'Water',
    mcp: { url: '' },
    reminder: '',
    maxLogBytes: 100_000,
  })
  result.ms.push(performance.now() - began)
  if (started.outcome !== 'started') throw new Error(JSON.stringify(started))
}
process.stdout.write(JSON.stringify(result))
