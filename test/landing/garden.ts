/**
 * A garden for the stories of the merge queue: a real flower, real repositories, agents that commit in their worktrees. Its gate is
 * red wherever a bed names a flower that the list of flowers hasn't, and writes down outside which trees it judged.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '#client/client.ts'
import type { Output } from '#contract/catalogue.ts'
import { run } from '#machine/command.ts'
import { readLive } from '../live.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { startServer, type TestServer } from '../server.ts'
import { plantProject } from '../serving.ts'
import { type Files, writeFiles } from './scene.ts'

export const wait = 50

export type Scene = {
  ground: PracticeGround
  /** The one that runs now; another after a restart. */
  server: () => TestServer
  client: Client
  /** SIGKILL, and the same home again. */
  restart: () => Promise<void>
  down: () => Promise<void>
  up: () => Promise<void>
  garden: (name: string, plant?: Plant) => Promise<Garden>
  remove: () => Promise<void>
}

type Plant = {
  /** Beyond the gate's own; texts by path. */
  files?: Files
  /** What the gate does before anything else. */
  gate?: string
  /** What flower.yaml says beyond the gate. */
  yaml?: string
  /** All of flower.yaml, when the usual gate shall not be in it. */
  whole?: string
}

type Merge = Output<'merge.show'>['merge']

export type Work = { briefId: number; worktreeId: number; path: string; branch: string }

export type Garden = {
  name: string
  path: string
  /** git in MAIN's checkout, as a person has it. */
  git: (...args: string[]) => Promise<string>
  tip: () => Promise<string>
  /** A person commits in MAIN. */
  commit: (files: Files, message?: string) => Promise<string>
  /** Branches of MAIN without a worktree or a Brief, by their names: each of one commit, made of objects alone. */
  branches: (named: Record<string, Files>, message?: string) => Promise<void>
  /** A Brief whose agent has its worktree and has claimed it. */
  begun: (text: string, settings?: object) => Promise<Work & Claimed>
  /** Its agent commits these in its worktree, with the Brief's trailer. */
  commits: (work: Work, files: Files, message?: string) => Promise<string>
  completes: (claimed: Claimed, summary?: string) => Promise<void>
  /** All three. */
  built: (text: string, files: Files, settings?: object) => Promise<Work>
  /** The leg that waits for a Brief's agent, claimed. */
  claims: (briefId: number) => Promise<Claimed & { leg: string; packet: string }>
  /** What became of the work that was completed last: it enters the queue by itself, lands or is sent back. */
  settled: (briefId: number) => Promise<Merge>
  submitted: (branch: string, more?: object) => Promise<Merge>
  shown: (mergeId: number) => Promise<Merge>
  newest: (briefId: number) => Promise<Merge | undefined>
  status: (briefId: number) => Promise<string>
  /** What is being done to a worktree. */
  errand: (worktreeId: number) => Promise<string | null>
  trace: (briefId: number) => Promise<string[]>
  /** Trees that the gate has judged, in their order; one that it is still at is the last. */
  judged: () => string[]
  /** From now on the gate begins and doesn't end, until the answer is called. */
  holdGate: () => () => void
  /** Resolves once MAIN's own tip has been judged, to its end, and is green. */
  green: () => Promise<void>
  /** Resolves once the gate has begun more often than this. */
  judging: (before: number) => Promise<void>
  text: (file: string) => string
}

export type Claimed = { dispatchId: number; token: number; briefId: number }

export async function startScene(options: { env?: Record<string, string> } = {}): Promise<Scene> {
  const ground = await practiceGround()
  let server = await startServer(options)
  // Asked anew at each call, as a restart keeps the address but not the process.
  const client: Client = { call: (...args) => server.client().call(...args) }
  const scene: Scene = {
    ground,
    server: () => server,
    client,
    restart: async () => {
      await scene.down()
      await scene.up()
    },
    down: () => server.kill(),
    up: async () => {
      server = await server.again()
    },
    garden: (name, plant = {}) => plantGarden(scene, name, plant),
    remove: async () => {
      await server.remove()
      await ground.remove()
    },
  }
  return scene
}

async function plantGarden(scene: Scene, name: string, plant: Plant): Promise<Garden> {
  const { ground, client } = scene
  const log = join(ground.path, `${name}-judged`)
  writeFileSync(log, '')
  const files = {
    'gate.sh': `${plant.gate ?? ''}${gateScript(log)}`,
    flowers: 'lily\nrose\n',
    'beds-east': 'rose\n',
    ...plant.files,
  }
  const kept = Object.fromEntries(Object.entries(files).filter(([, text]) => text !== null)) as Record<string, string>
  const yaml = plant.whole ?? `gates:\n  beds: { run: sh gate.sh }\n${plant.yaml ?? ''}`
  const path = await plantProject({ ground, client }, name, { files: kept, yaml })
  await ground.git(path, 'config', 'user.name', 'Ada')
  await ground.git(path, 'config', 'user.email', 'ada@example.test')
  return gardenAt(scene, { name, path, log })
}

/** The tree comes first, so that a run that never ends is written down too. */
export const gateScript = (log: string): string => `git rev-parse 'HEAD^{tree}' >>'${log}'
while [ -e '${log}-hold' ]; do sleep 0.05; done
awk 'FILENAME == "flowers" { known[$0] = 1; next }
  !($0 in known) { print "no " $0 " for " FILENAME; bad = 1 }
  END { exit bad }' flowers beds-*
`

const ends: ReadonlySet<string> = new Set(['landed', 'merge_ejected', 'merge_conflicted', 'merge_cancelled'])

function gardenAt(scene: Scene, { name, path, log }: { name: string; path: string; log: string }): Garden {
  const { ground, client } = scene
  const git = (...args: string[]): Promise<string> => ground.git(path, ...args)
  const asBuilder = (): Client => scene.server().client('agent:builder')

  const commitIn = async (folder: string, files: Files, message: string): Promise<string> => {
    await writeFiles(folder, files)
    await ground.git(folder, 'add', '-A')
    await ground.git(folder, 'commit', '-q', '--allow-empty', '-m', message)
    return ground.git(folder, 'rev-parse', 'HEAD')
  }

  const garden: Garden = {
    name,
    path,
    git,
    tip: () => git('rev-parse', 'main'),
    commit: (files, message = 'By hand') => commitIn(path, files, message),
    branches: async (named, message = 'Work') => {
      const from = await garden.tip()
      const commits = Object.entries(named).map(
        ([branch, files]) =>
          `commit refs/heads/${branch}\n${committer}${data(message)}from ${from}\n${Object.entries(files).map(changeOf).join('')}\n`,
      )
      await fastImport(path, commits.join(''))
    },
    begun: async (text, settings = {}) => {
      const { briefId } = await client.call('brief.capture', { text, spec: text, project: name, ...settings })
      const made = await client.call('worktree.create', { briefId, wait })
      const { dispatchId } = await client.call('brief.dispatch', { briefId })
      const { token } = await asBuilder().call('dispatch.claim', { dispatchId })
      return { briefId, dispatchId, token, worktreeId: made.worktreeId, path: made.path, branch: made.branch ?? '' }
    },
    commits: (work, files, message = 'Work') => commitIn(work.path, files, `${message}\n\nBrief: #${work.briefId}`),
    completes: async ({ dispatchId, token }, summary = 'done') =>
      void (await asBuilder().call('dispatch.complete', { dispatchId, token, summary })),
    built: async (text, files, settings) => {
      const work = await garden.begun(text, settings)
      await garden.commits(work, files, text)
      await garden.completes(work)
      return work
    },
    claims: async briefId => {
      const { dispatches } = await client.call('recall.brief', { briefId })
      const waiting = dispatches.find(each => each.status === 'queued')
      if (!waiting) throw new Error(`nothing waits for #${briefId}`)
      return asBuilder().call('dispatch.claim', { dispatchId: waiting.id, wait })
    },
    ...toldOf(scene, name, () => garden.tip()),
    ...gateBy(log),
    text: file => readFileSync(join(path, file), 'utf8'),
  }
  return garden
}

/** What the house tells of submissions and Briefs. */
function toldOf(
  scene: Scene,
  name: string,
  tip: Garden['tip'],
): Pick<Garden, 'green' | 'settled' | 'submitted' | 'shown' | 'newest' | 'status' | 'errand' | 'trace'> {
  const { client } = scene
  const shown = async (mergeId: number): Promise<Merge> => (await client.call('merge.show', { mergeId })).merge
  /** The submission that came to its end after `since`. */
  const ended = async (since: number, fits: (event: { briefId?: number | null; mergeId: number }) => boolean) => {
    const live = await readLive(scene.server(), since)
    const mergeOf = (payload: unknown) => (payload as { mergeId: number }).mergeId
    const end = await live.until(
      each => ends.has(each.type) && fits({ briefId: each.briefId, mergeId: mergeOf(each.payload) }),
    )
    live.close()
    return shown(mergeOf(end.payload))
  }
  return {
    green: async () => {
      const live = await readLive(scene.server(), 0)
      const judged = await tip()
      const isGreen = (payload: unknown) => {
        const { commit, green } = payload as { commit?: string; green?: boolean }
        return commit === judged && green === true
      }
      await live.until(({ type, payload }) => type === 'line_judged' && isGreen(payload))
      live.close()
    },
    settled: async briefId => {
      const { items } = await client.call('trace.list', { briefId, types: ['completed'], limit: 1 })
      return ended(items[0]?.seq ?? 0, each => each.briefId === briefId)
    },
    submitted: async (branch, more = {}) => {
      const { mergeId } = await client.call('merge.submit', { branch, project: name, ...more })
      // Who waits wants to see its end, however long it takes on this machine.
      return 'wait' in more ? ended(0, each => each.mergeId === mergeId) : shown(mergeId)
    },
    shown,
    newest: async briefId => {
      const { items } = await client.call('merge.queue', { briefId, ended: true })
      return items[0] && shown(items[0].id)
    },
    status: async briefId => (await client.call('recall.brief', { briefId })).brief.status,
    errand: async worktreeId => (await client.call('worktree.show', { worktreeId })).worktree.errand,
    trace: async briefId => (await client.call('trace.list', { briefId })).items.map(each => each.type),
  }
}

/** The gate's own log, and its running under control. */
function gateBy(log: string): Pick<Garden, 'judged' | 'holdGate' | 'judging'> {
  const judged = (): string[] => readFileSync(log, 'utf8').split('\n').filter(Boolean)
  return {
    judged,
    holdGate: () => {
      writeFileSync(`${log}-hold`, '')
      return () => rmSync(`${log}-hold`, { force: true })
    },
    judging: async before => {
      for (let left = 120_000; judged().length <= before; left -= 50) {
        if (left <= 0) throw new Error(`the gate began ${before} times and never again`)
        await pause(50)
      }
    },
  }
}

/** One process, however many branches are made. */
async function fastImport(cwd: string, input: string): Promise<void> {
  const made = await run('git', ['fast-import', '--quiet'], { cwd, input, timeoutMs: 30_000, maxBytes: 100_000 })
  if (made.outcome !== 'ok') throw new Error(JSON.stringify(made))
}

const committer = 'committer Ada <ada@example.test> 1767319445 +0100\n'
const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`

const changeOf = ([path, text]: [string, string | null]): string =>
  text === null ? `D ${path}\n` : `M 100644 inline ${path}\n${data(text)}`
