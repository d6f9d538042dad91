/** From asking for a worktree until it is prepared, beside git alone: from nothing, from the pool, and many at once. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { allProcesses, readProcess } from '#machine/process.ts'
import { type Figure, median, percentile, short } from './figure.ts'
import { plantRepository, type Repository } from './repository.ts'
import { type Ground, type Server, withServer } from './server.ts'
import { openWire } from './wire.ts'

const sizes = [
  { files: 10_000, homes: 5, fromPool: 4 },
  { files: 50_000, homes: 5, fromPool: 4 },
]
const atOnce = 20
const many = 200
const lists = 60

export async function worktree(ground: Ground): Promise<Figure[]> {
  const figures: Figure[] = []
  let crowded: Repository | undefined
  for (const { files, ...rounds } of sizes) {
    const repository = plantRepository(join(ground.folder, `garden-${files}`), files)
    crowded ??= repository
    figures.push(...(await making(ground, repository, { files, ...rounds })))
  }
  if (crowded) figures.push(...(await crowd(ground, crowded)))
  return [...figures, await listing(ground, plantRepository(join(ground.folder, 'garden-small'), 10))]
}

type Times = { ours: number[]; bare: number[] }
type Asked = { worktreeId: number; status: string; reason?: string }

/** Each home is new, so that its first worktree comes from nothing; the others come from the pool, once that is full again. */
async function making(
  ground: Ground,
  repository: Repository,
  { files, homes, fromPool }: { files: number; homes: number; fromPool: number },
): Promise<Figure[]> {
  const cold: Times = { ours: [], bare: [] }
  const warm: Times = { ours: [], bare: [] }
  for (let at = 0; at < homes; at++) {
    await onNewHome(ground, repository, async (make, server, home) => {
      for (let round = 0; round <= fromPool; round++) {
        const times = round === 0 ? cold : warm
        const bare = async () => void times.bare.push(await repository.addBare(`${at}-${round}`))
        const ours = async () => void times.ours.push(await make(`bed/${at}-${round}`))
        // In turn, so that neither always comes first, and each with nothing else under way.
        for (const each of round % 2 === 0 ? [bare, ours] : [ours, bare]) {
          if (round > 0) await untilFull(join(home, 'pool'), server)
          await each()
        }
      }
    })
  }
  const name = (from: string): string => `worktree ready ${from}, ${files.toLocaleString('en-US')} files`
  return [
    share(`${name('from the pool')}, p95`, 0.95, warm, 0.25),
    share(`${name('from nothing')}, p50`, 0.5, cold, 1.1),
  ]
}

/** Ours as a share of git's own time, by the same percentile. */
function share(name: string, at: number, { ours, bare }: Times, aim: number): Figure {
  const spread = (values: number[]): string => `${short(median(values))} and ${short(percentile(values, 0.95))} ms`
  return {
    name,
    ours: percentile(ours, at) / percentile(bare, at),
    unit: 'of git alone',
    raw: `p50 and p95: ours ${spread(ours)}, \`git worktree add\` ${spread(bare)}`,
    aim: { value: aim, better: 'less' },
  }
}

type Make = (name: string) => Promise<number>

async function onNewHome<Result>(
  ground: Ground,
  repository: Repository,
  work: (make: Make, server: Server, home: string) => Promise<Result>,
): Promise<Result> {
  const home = join(ground.folder, 'worktree')
  const result = await withServer(ground, home, async server => {
    await call(server, 'project.register', { path: repository.folder })
    const make = async (name: string): Promise<number> => {
      const began = performance.now()
      const made = await call<Asked>(server, 'worktree.create', { name, wait: 50 })
      if (made.status !== 'ready') throw new Error(`worktree ${name} is ${made.status}: ${made.reason ?? ''}`)
      return performance.now() - began
    }
    return work(make, server, home)
  })
  rmSync(home, { recursive: true, force: true, maxRetries: 10 })
  repository.tidy()
  return result
}

async function call<Answer>(server: Server, operation: string, input: unknown): Promise<Answer> {
  const wire = await openWire(server.url, { authorization: `Bearer ${server.secret}` })
  const answer = await wire.post(`/api/${operation}`, JSON.stringify(input))
  wire.close()
  if (answer.status !== 200) throw new Error(`${operation}: ${answer.body}`)
  return JSON.parse(answer.body) as Answer
}

/** Waits until two stand ready and the server's gits have ended. Linux. */
async function untilFull(pool: string, { pid }: Server): Promise<void> {
  const isFull = (): boolean => {
    const slug = readdirOf(pool)[0]
    const ready = slug === undefined ? [] : readdirOf(join(pool, slug))
    return ready.length === 2 && isIdle(pid)
  }
  for (let calm = 0; calm < 10; calm = isFull() ? calm + 1 : 0) await new Promise(resolve => setTimeout(resolve, 30))
}

const readdirOf = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** At rest it has its spawner alone, and that nobody. */
const isIdle = (pid: number): boolean => {
  const below = childrenOf(pid)
  return below.length <= 1 && below.every(each => childrenOf(each).length === 0)
}

const childrenOf = (pid: number): number[] => allProcesses().filter(each => readProcess(each)?.parent === pid)

async function crowd(ground: Ground, repository: Repository): Promise<Figure[]> {
  const names = Array.from({ length: atOnce }, (_, at) => `crowd-${at}`)
  const timed = async (each: (name: string) => Promise<unknown>): Promise<{ ms: number; failed: number }> => {
    const began = performance.now()
    const ended = await Promise.allSettled(names.map(each))
    return { ms: performance.now() - began, failed: ended.filter(one => one.status === 'rejected').length }
  }
  const { ours, bare } = await onNewHome(ground, repository, async make => ({
    bare: await timed(repository.addBare),
    ours: await timed(make),
  }))
  return [
    {
      name: `${atOnce} worktrees at once, of which fail`,
      ours: ours.failed,
      unit: '',
      raw: `${bare.failed} of git alone`,
      aim: { value: 0, better: 'less' },
    },
    {
      name: `${atOnce} worktrees at once, until the last is ready`,
      ours: ours.ms / bare.ms,
      unit: 'of git alone',
      raw: `ours ${short(ours.ms)} ms, git alone ${short(bare.ms)} ms`,
    },
  ]
}

async function listing(ground: Ground, repository: Repository): Promise<Figure> {
  return onNewHome(ground, repository, async (make, server) => {
    const names = Array.from({ length: many }, (_, at) => `bed/${at}`)
    while (names.length > 0) await Promise.all(names.splice(0, 8).map(make))
    const times: Times = { ours: [], bare: [] }
    for (let round = 0; round < lists; round++) {
      const began = performance.now()
      const { items } = await call<{ items: unknown[] }>(server, 'worktree.list', {})
      times.ours.push(performance.now() - began)
      if (items.length !== many) throw new Error(`${items.length} worktrees are listed`)
      const listed = performance.now()
      repository.git('worktree', 'list', '--porcelain')
      times.bare.push(performance.now() - listed)
    }
    return {
      name: `list of ${many} worktrees, p95`,
      ours: percentile(times.ours, 0.95),
      unit: 'ms',
      raw: `${short(percentile(times.bare, 0.95))} ms for one \`git worktree list\``,
      aim: { value: 300, better: 'less' },
    }
  })
}
