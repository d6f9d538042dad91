/** Builds the house: store, operations, live. The same for the server and for a command without one. */
import { randomBytes } from 'node:crypto'
import type { Input, OperationName, Output } from '#contract/catalogue.ts'
import { system } from '#domain/actor.ts'
import { type Execute, makeExecute } from '#service/execute.ts'
import type { MachineFacts } from '#service/facts.ts'
import { makeWatch, type Watch } from '#service/watch.ts'
import { livingInHand } from '#service/worktree/in-hand.ts'
import { StoreFault } from '#store/migrate.ts'
import { getDispatch } from '#store/queries/dispatches.ts'
import { openStore, type Store } from '#store/store.ts'
import { readSaid } from './agents/said-facts.ts'
import { CannotStart } from './cannot-start.ts'
import { fullDisk } from './full-disk.ts'
import { makeGather } from './gather.ts'
import type { Home } from './home.ts'
import { type BranchesKnown, lookAtBranch, lookAtChanges, lookAtHistory, makeReverse } from './landing/branch-facts.ts'
import { runningGate } from './landing/running-gate.ts'
import { backupTo, lookAtMachine } from './machine-facts.ts'
import { readServiceLog } from './serving/service-log.ts'
import { version } from './version.ts'
import {
  findBranch,
  type Known,
  knownProjects,
  lookAtWorktree,
  mismatchesOf,
  placesHere,
  readConfiguration,
} from './worktree-facts.ts'

export type House = { store: Store; execute: Execute; watch: Watch; now: () => string; close: () => Promise<void> }

type Options = {
  home: Home
  databaseUrl?: string | undefined
  reconciledAt?: () => string | null
  /** Of the sites, while this process serves them. */
  sitePort?: () => number | null
  /** Whoever waits for a log is let go once this is raised. */
  ending?: AbortSignal
}

export async function buildHouse(options: Options): Promise<House> {
  const { home, databaseUrl } = options
  const now = (): string => new Date().toISOString()
  const place = databaseUrl ? { url: databaseUrl } : { file: home.database }
  const store = await openStore(place, { now }).catch((reason: unknown) => {
    if (reason instanceof StoreFault) throw new CannotStart(reason.message, 'Once that is done, `flower up` starts it.')
    throw fullDisk(home, reason) ?? reason
  })
  const machine = async (): Promise<MachineFacts> => ({
    version,
    home: home.path,
    readOnly: store.readOnly(),
    reconciledAt: options.reconciledAt?.() ?? null,
    ...(await lookAtMachine(home, store)),
    backup: path => backupTo(home, place, path),
  })
  const watch = makeWatch(store)
  const keeper = { actor: system('runner'), role: 'system' } as const
  const known: Known = {
    node: home.node.id,
    home: { root: home.worktrees, pool: home.pool, trash: home.trash },
    now,
    items: async () => (await execute('worktree.errands', { node: home.node.id }, keeper)).items,
    item: worktreeId => store.read(tx => livingInHand(tx, home.node.id, worktreeId)),
    worktreeOf: async dispatchId => (await store.read(tx => getDispatch(tx, dispatchId))).worktreeId,
    projects: () => store.read(knownProjects),
  }
  const branches = branchesKnown((name, input) => execute(name, input, keeper), known)
  const execute: Execute = makeExecute({
    store,
    now,
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    secret: newSecret,
    gather: makeGather({
      machine,
      places: () => placesHere(known),
      worktree: input => lookAtWorktree(input, known),
      configuration: input => readConfiguration(input, known),
      isBranch: (name, input) => findBranch(name, input, known),
      log: input => readServiceLog(input, { ...known, services: home.services, ending: options.ending }),
      said: input => readSaid(input, { agents: home.agents, ending: options.ending, read: store.read }),
      branch: input => lookAtBranch(input, branches),
      running: ({ mergeId }) => runningGate(Number(mergeId), branches, home.checks),
      revert: input => makeReverse(input, branches),
      changes: input => lookAtChanges(input, branches),
      history: input => lookAtHistory(input, branches),
      mismatches: () => mismatchesOf(known),
    }),
    nextCommit: watch.nextCommit,
    sitePort: options.sitePort ?? (() => null),
  })
  const close = async (): Promise<void> => {
    watch.close()
    await store.close()
  }
  return { store, execute, watch, now, close }
}

/** What the gatherers of branches ask of the house itself. */
function branchesKnown(
  ask: <Name extends OperationName>(name: Name, input: Input<Name>) => Promise<Output<Name>>,
  { item, now, node }: Pick<Known, 'item' | 'now' | 'node'>,
): BranchesKnown {
  return {
    where: meant => ask('merge.where', meant),
    known: (projectId, commit) => ask('merge.known', { projectId, commit, trees: [] }),
    mains: async () => (await ask('main.errands', { node })).items,
    worktreePath: async id => (await item(id))?.worktree,
    now,
  }
}

export const newSecret = (): string => randomBytes(32).toString('base64url')
