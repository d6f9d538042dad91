/** Kills the real server again and again while clients write, and looks after each restart whether anything was lost. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { startServer, type TestServer } from '../server.ts'
import { makeAuditor } from './auditor.ts'
import { chanceFrom } from './chance.ts'
import { makeJournal } from './journal.ts'
import { writeOn } from './writer.ts'

export type CrashOptions = { rounds: number; seed: number; clients: number; say: (line: string) => void }

export type CrashReport = {
  rounds: number
  seed: number
  clients: number
  acknowledged: number
  /** Sent more than once, because the server died before it answered. */
  resent: number
  /** Kills before the server was ready. */
  earlyKills: number
  events: number
  seconds: number
  /** What was lost, doubled, torn or refused without reason; empty when all is well. */
  problems: string[]
}

/** A server is killed within this many milliseconds after it took its first call; in one of eight rounds while it starts. */
const longestLifeMs = 400
const longestStartMs = 600
/** Rounds between looks at everything. */
const lookEvery = 50

export async function crash(options: CrashOptions): Promise<CrashReport> {
  const ground = await practiceGround()
  const home = mkdtempSync(join(tmpdir(), 'flower-crash-'))
  try {
    return await crashOn(options, ground, home)
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10 })
    await ground.remove()
  }
}

async function crashOn(options: CrashOptions, ground: PracticeGround, home: string): Promise<CrashReport> {
  const { rounds, seed, clients, say } = options
  const began = performance.now()
  const chance = chanceFrom(seed)
  const place = { home, project: await ground.repository('garden') }
  const journal = makeJournal()
  const auditor = makeAuditor(join(home, 'flower.db'), journal)
  const gate = makeGate()
  let over = false
  const first = await startServer(place)
  gate.open(first)
  const writers = Array.from({ length: clients }, (_, at) =>
    writeOn({
      name: `writer-${at}`,
      project: 'garden',
      chance: chanceFrom(seed + at + 1),
      journal,
      server: gate.server,
      isOver: () => over,
    }),
  )
  const failed = Promise.all(writers).then(() => undefined)
  failed.catch(() => undefined)
  let server = first
  let earlyKills = 0
  const problems: string[] = []
  for (let round = 1; round <= rounds && problems.length === 0 && journal.complaints().length === 0; round++) {
    await pass(chance.below(longestLifeMs))
    gate.close()
    await server.kill()
    if (chance.below(8) === 0) earlyKills += await killWhileStarting(place, chance.below(longestStartMs))
    server = await startServer(place)
    gate.open(server)
    problems.push(...(round % lookEvery === 0 ? await auditor.lookAtAll().then(onlyTorn) : auditor.look()))
    if (round % lookEvery === 0) say(`round ${round}: ${auditor.events()} events, ${problems.length} problems`)
  }
  over = true
  await failed.catch(() => undefined)
  problems.push(...journal.complaints(), ...(await auditor.lookAtAll()))
  await server.stop()
  const entries = journal.entries()
  return {
    rounds,
    seed,
    clients,
    acknowledged: entries.filter(each => each.fact).length,
    resent: entries.filter(each => each.sends > 1).length,
    earlyKills,
    events: auditor.events(),
    seconds: Math.round((performance.now() - began) / 1_000),
    problems: [...new Set(problems)],
  }
}

/** While clients write, some of what is in the store is not yet answered. */
const onlyTorn = (problems: string[]): string[] =>
  problems.filter(each => !each.startsWith('nobody asked for') && each !== 'a write was never answered')

/** Answers 1 when it died before it was ready. */
async function killWhileStarting(place: { home: string; project: string }, afterMs: number): Promise<number> {
  let timer: NodeJS.Timeout | undefined
  const start = startServer({
    ...place,
    onSpawn: pid => {
      timer = setTimeout(() => process.kill(pid, 'SIGKILL'), afterMs)
    },
  })
  const server = await start.catch(() => undefined)
  clearTimeout(timer)
  await server?.kill()
  return server ? 0 : 1
}

/** Where clients wait while there is no server. */
function makeGate() {
  let opened = Promise.withResolvers<TestServer>()
  return {
    server: () => opened.promise,
    open: (server: TestServer) => opened.resolve(server),
    close: () => {
      opened = Promise.withResolvers<TestServer>()
    },
  }
}

const pass = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
