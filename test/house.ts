/** A house for tests: a real store, the real operations, and a clock that stands still until it is moved. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperationName, Output } from '#contract/catalogue.ts'
import { readActor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Role } from '#domain/role.ts'
import { type Execute, makeExecute } from '#service/execute.ts'
import type { BranchFacts, Facts, Gather, Places, WorktreeFacts } from '#service/facts.ts'
import { openStore, type Store, type StorePlace } from '#store/store.ts'
import { freshDatabase, hasPostgres } from './postgres.ts'

export type TestHouse = {
  store: Store
  execute: Execute
  /** Calls as `operator:ada` unless told otherwise. */
  call: <Name extends OperationName>(
    name: Name,
    input?: unknown,
    as?: string,
    role?: Role,
    commandId?: string,
  ) => Promise<Output<Name>>
  /** The refusal that a call is answered with; fails when it is not refused. */
  refused: (name: OperationName, input?: unknown, as?: string, role?: Role) => Promise<Refusal>
  now: () => string
  /** Moves the clock forward, in milliseconds. */
  pass: (ms: number) => void
  close: () => Promise<void>
}

/** The databases that every suite of store and service runs on. */
export const databases = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)

const usualRoot = '/home/ada/.flower/worktrees'
const start = Date.parse('2026-03-02T09:00:00.000Z')

type Options = {
  /** Left out, one project, `garden`, is registered. */
  project?: boolean
  /** Whose days are counted by; left out, UTC. */
  zone?: string
  /** A place that the caller keeps. */
  at?: StorePlace
  /** Where worktrees are made, and on which node; or the whole of it. */
  worktrees?: string
  node?: string
  places?: () => Promise<Places>
  /** What is found in the folder that an input names. */
  folder?: (input: Record<string, unknown>) => Promise<WorktreeFacts>
  /** The text of the flower.yaml of the project that an input names; left out, it is empty. */
  configuration?: (input: Record<string, unknown>) => string | Promise<string>
  /** What is found of a branch that shall land. */
  branch?: () => BranchFacts
}

export async function openHouse(database: 'sqlite' | 'postgres', options: Options = {}): Promise<TestHouse> {
  const place = options.at ? { at: options.at, drop: async () => undefined } : await freshPlace(database)
  let time = start
  const now = (): string => new Date(time).toISOString()
  const store = await openStore(place.at, { now })
  let secrets = 0
  const execute = makeExecute({
    store,
    now,
    zone: options.zone ?? 'UTC',
    secret: () => `secret-${++secrets}`,
    gather: async (kind, input) => {
      if (kind === 'worktree' || kind === 'places') return gatherPlaces(options, input)
      if (kind === 'repository') return { ...(await gatherForTests(kind, input)), ...(await gatherPlaces(options, {})) }
      if (kind === 'configuration' && options.configuration)
        return { configuration: await options.configuration(input) }
      if ((kind === 'branch' || kind === 'revert') && options.branch) return { branch: options.branch() }
      return gatherForTests(kind, input)
    },
    sitePort: () => 4748,
    nextCommit: () => new Promise(resolve => void store.onBell(resolve)),
  })
  const call: TestHouse['call'] = (name, input = {}, as = 'operator:ada', role, commandId) => {
    const actor = readActor(as)
    if (!actor) throw new Error(`no actor: ${as}`)
    return execute(name, input, { actor, role: role ?? (actor.kind === 'agent' ? 'builder' : actor.kind), commandId })
  }
  const house: TestHouse = {
    store,
    execute,
    call,
    refused: async (name, input, as, role) => {
      const outcome = await call(name, input, as, role).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (outcome instanceof Refusal) return outcome
      throw new Error(`${name} was not refused`, { cause: outcome })
    },
    now,
    pass: ms => void (time += ms),
    close: async () => {
      await store.close()
      await place.drop()
    },
  }
  if (options.project !== false) await call('project.register', { path: '/srv/garden' })
  return house
}

const gatherPlaces = async (
  { places, worktrees, node, folder }: Options,
  input: Record<string, unknown>,
): Promise<Facts> => ({
  worktree: (await folder?.(input)) ?? {},
  places: (await places?.()) ?? {
    node: node ?? 'node-1',
    of: slug => ({ outcome: 'fit', root: `${worktrees ?? usualRoot}/${slug}`, isolation: 'isolated' }),
  },
})

/** A place for a store that nobody else uses; `drop` deletes it. */
export async function freshPlace(
  database: 'sqlite' | 'postgres',
): Promise<{ at: StorePlace; drop: () => Promise<void> }> {
  if (database === 'postgres') {
    const { url, drop } = await freshDatabase()
    return { at: { url }, drop }
  }
  const folder = mkdtempSync(join(tmpdir(), 'flower-house-'))
  return { at: { file: join(folder, 'flower.db') }, drop: async () => rmSync(folder, { recursive: true, force: true }) }
}

/** What the outside world says in tests that are not about it. */
const gatherForTests: Gather = async (kind, input) => {
  if (kind === 'repository') {
    const path = String(input.path)
    return {
      repository: {
        outcome: 'found',
        gitDir: `${path}/.git`,
        primaryPath: path,
        primaryBranch: 'main',
        remoteUrl: null,
        name: path.split('/').at(-1) ?? 'project',
      },
    }
  }
  if (kind === 'branch' || kind === 'revert')
    return { branch: { outcome: 'found', tip: 'b'.repeat(40), style: 'merge' } }
  if (kind === 'changes') return { changes: { reason: 'there is no such branch' } }
  if (kind === 'configuration') return { configuration: '' }
  if (kind === 'running') return {}
  if (kind === 'primaryBranch') return { isBranch: input.primaryBranch !== 'gone' }
  if (kind === 'log') return { log: { lines: ['ready'], after: 6, cut: 0 } }
  if (kind === 'files')
    return { files: typeof input.content === 'string' ? [{ path: 'input', text: input.content }] : [] }
  return {
    machine: {
      version: '0.0.0',
      home: '/home/ada/.flower',
      readOnly: null,
      reconciledAt: null,
      complaints: [],
      looked: ['store'],
      backup: async () => ({ path: '/tmp/backup', bytes: 1 }),
    },
  }
}
