/** The merge queue's own cost in a repository of 50,000 files: landing a branch, and a forecast of fifty. */
import { execFile } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { forecast, newForecastMemory } from '#machine/changes/forecast.ts'
import { makeCandidate } from '#machine/landing/candidate.ts'
import { land } from '#machine/landing/land.ts'
import { settleCheckout } from '#machine/landing/settle.ts'
import { type Figure, percentile, short } from './figure.ts'
import type { Ground } from './server.ts'

const folders = 500
const filesEach = 100
const landings = 40
const merges = 20
const live = 50

export async function landing(ground: Ground): Promise<Figure[]> {
  const path = await growRepository(join(ground.folder, 'repository'))
  const ours = await landAll(ground, path)
  const raw = await landBare(path)
  const merged = await mergeInCheckout(path)
  const ahead = await forecasts(path)
  return [
    {
      name: 'landing a branch of 3 files in 50,000, its checkout included, p95',
      ours: percentile(ours, 0.95),
      unit: 'ms',
      raw: `${short(percentile(raw, 0.95))} ms for merge-tree, commit-tree and update-ref, no checkout; ${short(percentile(merged, 0.95))} ms for git merge --no-ff in one`,
      aim: { value: 150, better: 'less' },
    },
    {
      name: 'forecast of 50 live branches, nothing known',
      ours: ahead.cold,
      unit: 'ms',
      raw: `${short(ahead.raw)} ms for the ${ahead.tried} merges that it tried, in one bare process`,
      aim: { value: 1_000, better: 'less' },
    },
    {
      name: 'forecast of 50 live branches, one of them new',
      ours: ahead.warm,
      unit: 'ms',
      raw: '',
    },
  ]
}

const start = promisify(execFile)

async function git(path: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.test' }
  const named = { ...env, GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.test' }
  const { stdout } = await start('git', args, { cwd: path, env: named, maxBuffer: 64 * 1024 * 1024 })
  return stdout.trim()
}

const fileAt = (folder: number, file: number) => `part-${folder % 20}/folder-${folder}/file-${file}.txt`

/** With branches `land-<n>` of three files each that no other has, and `live-<n>` of which some share a file. */
async function growRepository(path: string): Promise<string> {
  mkdirSync(path)
  for (let folder = 0; folder < folders; folder++) {
    mkdirSync(join(path, fileAt(folder, 0), '..'), { recursive: true })
    for (let file = 0; file < filesEach; file++)
      writeFileSync(join(path, fileAt(folder, file)), `${folder} ${file}\n${'some text\n'.repeat(20)}`)
  }
  await git(path, 'init', '-q', '-b', 'main')
  await git(path, 'add', '-A')
  await git(path, 'commit', '-q', '-m', 'Start')
  for (let at = 0; at < landings * 2 + merges; at++)
    await branch(
      path,
      `land-${at}`,
      [0, 1, 2].map(file => fileAt(at * 3, file)),
    )
  for (let at = 0; at < live; at++)
    await branch(path, `live-${at}`, [fileAt(at, 50), fileAt(at + 1, 51), fileAt(at % 10, 60)])
  return path
}

async function branch(path: string, name: string, files: string[]): Promise<void> {
  await git(path, 'switch', '-q', '-c', name, 'main')
  for (const file of files) appendFileSync(join(path, file), `${name}\n`)
  await git(path, 'commit', '-q', '-a', '-m', name)
  await git(path, 'switch', '-q', 'main')
}

async function landAll(ground: Ground, path: string): Promise<number[]> {
  const gitDir = join(path, '.git')
  const checkout = { path, ownGitDir: gitDir }
  const wish = { gitDir, checkout, branch: 'main', reason: 'bench', journalFolder: join(ground.folder, 'journal') }
  const author = { name: 'flower', email: 'flower@localhost', at: new Date(0) }
  const wording = { style: 'merge' as const, message: 'Land', trailers: [{ key: 'Brief', value: '#7' }] }
  const times: number[] = []
  for (let at = 0; at < landings; at++) {
    const [from, tip] = [await git(path, 'rev-parse', 'main'), await git(path, 'rev-parse', `land-${at}`)]
    const began = performance.now()
    const made = await makeCandidate({ gitDir, onto: from, tip, author, committer: author, ...wording })
    if (made.outcome !== 'made') throw new Error(JSON.stringify(made))
    const limits = { timeoutMs: 60_000, patienceMs: 0 }
    const done = await land({ ...wish, ...limits, landing: `bench-${at}`, from, to: made.commit })
    times.push(performance.now() - began)
    if (done.outcome !== 'landed') throw new Error(JSON.stringify(done))
    await settleCheckout({ checkout, submodules: [], timeoutMs: 60_000 })
  }
  return times
}

async function landBare(path: string): Promise<number[]> {
  const bare = `${path}-bare`
  await git(path, 'clone', '-q', '--bare', path, bare)
  const times: number[] = []
  for (let at = landings; at < landings * 2; at++) {
    const began = performance.now()
    const from = await git(bare, 'rev-parse', 'main')
    const tree = await git(bare, 'merge-tree', '--write-tree', 'main', `land-${at}`)
    const commit = await git(bare, 'commit-tree', '-p', from, '-p', `land-${at}`, '-m', 'Land', tree)
    await git(bare, 'update-ref', 'refs/heads/main', commit, from)
    times.push(performance.now() - began)
  }
  return times
}

/** What a person does by hand: no gate, no journal, and the files are of neither commit meanwhile. */
async function mergeInCheckout(path: string): Promise<number[]> {
  const times: number[] = []
  for (let at = landings * 2; at < landings * 2 + merges; at++) {
    const began = performance.now()
    await git(path, 'merge', '-q', '--no-ff', '--no-edit', `land-${at}`)
    times.push(performance.now() - began)
  }
  return times
}

async function forecasts(path: string) {
  const gitDir = join(path, '.git')
  const onto = await git(path, 'rev-parse', 'main')
  const tips = await Promise.all(Array.from({ length: live }, (_, at) => git(path, 'rev-parse', `live-${at}`)))
  const memory = newForecastMemory()
  const time = async (asked: string[]) => {
    const began = performance.now()
    const told = await forecast({ gitDir, onto, tips: asked, memory })
    if (told.outcome !== 'forecast') throw new Error(JSON.stringify(told))
    return { ms: performance.now() - began, told }
  }
  const cold = await time(tips)
  const pairs = cold.told.pairs.map(({ one, other }) => `${one} ${other}\n`).join('')
  const began = performance.now()
  const bare = start('git', ['merge-tree', '--stdin'], { cwd: path, maxBuffer: 64 * 1024 * 1024 })
  bare.child.stdin?.end(pairs)
  await bare
  const raw = performance.now() - began
  await branch(path, 'newcomer', [fileAt(3, 60)])
  const warm = await time([...tips.slice(1), await git(path, 'rev-parse', 'newcomer')])
  return { cold: cold.ms, warm: warm.ms, raw, tried: cold.told.tried }
}
