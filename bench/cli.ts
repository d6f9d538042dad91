/** What the command costs beside the Node that runs it. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Figure, median, short } from './figure.ts'
import { openSeed, plantBriefs } from './seed.ts'
import { type Ground, withServer } from './server.ts'

const rounds = 15

export async function cli(ground: Ground): Promise<Figure[]> {
  const home = join(ground.folder, 'cli')
  const seed = await openSeed(home)
  await plantBriefs(seed, 30)
  await seed.close()
  return withServer(ground, home, async () => {
    const env = { ...ground.env, FLOWER_HOME: home }
    const times = { node: [] as number[], version: [] as number[], list: [] as number[] }
    // In turn, so that a slow moment of the machine is a slow moment for all.
    for (let round = 0; round <= rounds; round++) {
      const node = run(ground, ['-e', '0'], env)
      const version = run(ground, [ground.flower, '--version'], env)
      const list = run(ground, [ground.flower, 'ls'], env)
      // The first round fills the caches.
      if (round === 0) continue
      times.node.push(node)
      times.version.push(version)
      times.list.push(list)
    }
    const node = median(times.node)
    const over = (name: string, ms: number[]): Figure => ({
      name,
      ours: median(ms) - node,
      unit: 'ms',
      raw: `${short(node)} ms for Node itself`,
      aim: { value: 120, better: 'less' },
    })
    return [over('`flower --version` over bare Node', times.version), over('`flower ls` over bare Node', times.list)]
  })
}

function run(ground: Ground, args: string[], env: NodeJS.ProcessEnv): number {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: ground.folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0) throw new Error(`${args.join(' ')}: ${String(stderr)}`)
  return performance.now() - start
}
