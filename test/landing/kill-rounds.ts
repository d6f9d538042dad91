/**
 * Kills flower at every named point of a landing, again and again, and looks after each restart whether MAIN is exactly one landed
 * commit. A reader reads MAIN's files all the while, and believes what it read only when the journal was closed before and after.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { run } from '#machine/command.ts'
import { isOpen, readJournal } from '#machine/landing/journal.ts'
import type { QueuePoint } from '#runner/landing/ground.ts'
import { chanceFrom } from '../crash/chance.ts'
import { cleanEnvironment } from '../server.ts'
import { type Garden, type Scene, startScene } from './garden.ts'
import type { DyingQueue } from './queue-and-die.ts'

/** gate: while it runs; prepared, committed: git asks the repository's hook, just before and just after MAIN's branch moves. */
type Death = QueuePoint | 'gate' | 'prepared' | 'committed'

export const deaths: readonly Death[] = [
  'stacked', 'judging', 'gate', 'begun', 'locked', 'staged', 'opened', 'placing', 'placed', 'prepared', 'committed', 'landed', 'indexed', 'unlocked', 'moved', 'told', 'stepping',
] // biome-ignore format: a list of words

export type KillReport = {
  rounds: number
  seed: number
  /** How often it died at each point. */
  died: Record<string, number>
  /** Ends that were never reached, because the landing had gone further when it was killed before. */
  lived: number
  /** Reads of all of MAIN's files that were believed, those that the journal said not to believe, and how many of these were of two commits. */
  believed: number
  doubted: number
  mixed: number
  seconds: number
  /** What went wrong; empty when all is well. */
  problems: string[]
}

type Options = { rounds: number; seed: number; say: (line: string) => void }
type Counts = Omit<KillReport, 'seconds'>
type Ground = { scene: Scene; garden: Garden; killFile: string; noted: string; home: string }

/** Files that each landing rewrites. */
const plots = Array.from({ length: 12 }, (_, at) => `plot-${at}`)

export async function killRounds(options: Options): Promise<KillReport> {
  const began = performance.now()
  const scene = await startScene()
  const { rounds, seed } = options
  const counts: Counts = { rounds, seed, died: {}, lived: 0, believed: 0, doubted: 0, mixed: 0, problems: [] }
  try {
    const ground = await plant(scene)
    const stopReading = readAllTheWhile(ground, counts)
    try {
      await goRound(ground, options, counts)
    } finally {
      await stopReading()
    }
    return { ...counts, seconds: Math.round((performance.now() - began) / 1_000) }
  } finally {
    await scene.remove()
  }
}

async function plant(scene: Scene): Promise<Ground> {
  const [killFile, noted] = [join(scene.ground.path, 'kill'), join(scene.ground.path, 'noted')]
  const garden = await scene.garden('plots', {
    files: { ...Object.fromEntries(plots.map(name => [name, '0\n'])), 'added-0': 'new\n' },
    yaml: `afterLanding:\n  note: { shell: true, run: 'git rev-parse HEAD >>${noted}' }\n`,
    gate: killScript(killFile, 'gate'),
  })
  const hook = join(garden.path, '.git', 'hooks', 'reference-transaction')
  await writeFile(hook, `#!/bin/sh\ngrep -q ' refs/heads/main$' || exit 0\n${killScript(killFile, '$1')}`)
  await chmod(hook, 0o755)
  await writeFile(noted, '')
  await garden.judging(0)
  return { scene, garden, killFile, noted, home: scene.server().home }
}

/** The file says when to kill and whom; once. */
const killScript = (file: string, now: string): string => `if [ -e '${file}' ]; then
  read -r when pid <'${file}'
  if [ "$when" = "${now}" ]; then rm -f '${file}'; kill -9 "$pid"; fi
fi
`

async function goRound(ground: Ground, { rounds, seed, say }: Options, counts: Counts): Promise<void> {
  const chance = chanceFrom(seed)
  const anyDeath = (): Death => deaths[chance.below(deaths.length)] ?? 'begun'
  for (let round = 1; round <= rounds && counts.problems.length === 0; round++) {
    const asked = await submitRound(ground, round)
    await ground.scene.down()
    // A few rounds are points from everywhere, and as many as there are points are each of them once.
    const first = deaths[(round * 7) % deaths.length] ?? 'begun'
    // One in three is killed again while it recovers, or later.
    for (const death of chance.below(3) === 0 ? [first, anyDeath()] : [first])
      await dieAt(ground, death, 1 + (death === 'placing' ? chance.below(plots.length) : 0), counts)
    await ground.scene.up()
    counts.problems.push(...(await lookAfter(ground, round, asked)).map(each => `round ${round}, ${first}: ${each}`))
    say(`round ${round}: ${first}, ${counts.problems.length} problems`)
  }
}

type Asked = { before: string; briefId: number; mergeId: number }

/** A Brief's branch that rewrites every plot waits in a queue that is paused. */
async function submitRound({ scene, garden }: Ground, round: number): Promise<Asked> {
  const { client } = scene
  const before = await garden.tip()
  await client.call('merge.pause', { project: garden.name })
  const { briefId } = await client.call('brief.capture', { text: `Round ${round}`, project: garden.name })
  const branch = `round-${round}`
  const files = { ...Object.fromEntries(plots.map(name => [name, `${round}\n`])), [`added-${round}`]: 'new\n' }
  await garden.branches({ [branch]: { ...files, [`added-${round - 1}`]: null } })
  const { mergeId } = await client.call('merge.submit', { briefId, branch, project: garden.name })
  return { before, briefId, mergeId }
}

const program = fileURLToPath(new URL('./queue-and-die.ts', import.meta.url))
const longestMs = 120_000

async function dieAt({ home, killFile }: Ground, death: Death, nth: number, counts: Counts): Promise<void> {
  const input: DyingQueue =
    death === 'gate' || death === 'prepared' || death === 'committed'
      ? { home, kill: { file: killFile, when: death } }
      : { home, at: { point: death, nth } }
  const args = ['--conditions=flower-source', program, JSON.stringify(input)]
  const options = { cwd: home, env: cleanEnvironment(), timeoutMs: longestMs, maxBytes: 1_000_000 }
  const ended = await run(process.execPath, args, options)
  rmSync(killFile, { force: true })
  if (ended.outcome === 'ok') counts.lived += 1
  else if (ended.outcome === 'failed' && ended.exitCode === undefined)
    counts.died[death] = (counts.died[death] ?? 0) + 1
  else counts.problems.push(`killed at ${death} it ended otherwise: ${JSON.stringify(ended)}`)
}

/** After the restart: landed exactly once, whole, told everywhere, and nothing left lying about. */
async function lookAfter({ scene, garden, noted }: Ground, round: number, asked: Asked): Promise<string[]> {
  const { before, briefId, mergeId } = asked
  const { client } = scene
  const problems: string[] = []
  const expect = (what: string, found: unknown, wanted: unknown): void => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      problems.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
  }
  const isOver = async (): Promise<boolean> => {
    const { merge } = await client.call('merge.show', { mergeId })
    return (
      merge.status !== 'queued' &&
      merge.status !== 'testing' &&
      merge.status !== 'landing' &&
      !(merge.landing?.steps ?? []).some(each => each.status === 'due' || each.status === 'running')
    )
  }
  for (const end = Date.now() + longestMs; !(await isOver()) && Date.now() < end; ) await pause(50)
  const { merge } = await client.call('merge.show', { mergeId })
  const tip = await garden.tip()
  expect('status', merge.status, 'landed')
  expect('landed commit', merge.landedCommit, tip)
  expect('commits of MAIN', await garden.git('rev-list', '--first-parent', `${before}..main`), tip)
  expect('git status', await garden.git('status', '--porcelain'), '')
  expect(
    'steps',
    merge.landing?.steps.map(each => each.status),
    ['done'],
  )
  expect(
    'step runs',
    (await readFile(noted, 'utf8')).split('\n').filter(each => each === tip),
    [tip],
  )
  expect('plots', [...new Set(await readPlots(garden))], [`${round}\n`])
  const { items } = await client.call('trace.list', { briefId, types: ['landed'] })
  expect('landed events', items.length, 1)
  expect('Brief', await garden.status(briefId), 'complete')
  const { items: landings } = await client.call('merge.landings', { project: garden.name, limit: 500 })
  expect(
    'landings',
    landings.filter(each => each.mergeIds.includes(mergeId)).map(each => each.commit),
    [tip],
  )
  expect('begun', (await client.call('main.status', { project: garden.name })).main.landing, undefined)
  const gitDir = join(garden.path, '.git')
  expect('index lock', existsSync(join(gitDir, 'index.lock')), false)
  const scratch = join(gitDir, 'flower-landing')
  expect('scratch', existsSync(scratch) ? readdirSync(scratch) : [], [])
  return problems
}

const readPlots = (garden: Garden): Promise<string[]> =>
  Promise.all(plots.map(name => readFile(join(garden.path, name), 'utf8').catch(() => 'gone')))

function readAllTheWhile({ garden, home }: Ground, counts: Counts): () => Promise<void> {
  const journals = join(home, 'landings', garden.name)
  const ending = new AbortController()
  async function read(): Promise<void> {
    while (!ending.signal.aborted) {
      const before = await readJournal(journals)
      const texts = await readPlots(garden)
      const after = await readJournal(journals)
      const isMixed = new Set(texts).size > 1
      if (isOpen(before) || JSON.stringify(before) !== JSON.stringify(after)) {
        counts.doubted += 1
        if (isMixed) counts.mixed += 1
      } else {
        counts.believed += 1
        if (isMixed) counts.problems.push(`mixed files under a closed journal: ${texts.join('')}`)
      }
      await pause(1)
    }
  }
  const reading = read()
  return () => {
    ending.abort()
    return reading
  }
}
