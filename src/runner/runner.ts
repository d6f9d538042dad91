/**
 * Carries out what the house asks of worktrees. It asks for its errands at the start, soon after news, and every minute, so that
 * nothing is lost with a signal or with the process: what had begun is gone on with or undone, and said.
 */
import type { Client } from '#client/client.ts'
import { makeCarrier } from './carrier.ts'
import type { Item, Machine } from './errand.ts'
import { makePortBook } from './port-book.ts'
import { makeServiceHost, type ServiceHost } from './service/host.ts'
import { makeTurns } from './turns.ts'
import { makeBeginning } from './upkeep/begin.ts'
import { makeLookAround } from './upkeep/look-around.ts'

export type Runner = {
  /** One turn, to the end of every errand that it took up. */
  tick: () => Promise<void>
  /** Something was asked. */
  nudge: () => void
  start: () => void
  /** What is at a site now, for whoever serves them. */
  siteAt: ServiceHost['siteAt']
  /** Ends once what is under way has come to a point that a restart goes on from. */
  stop: () => Promise<void>
}

const turnEveryMs = 60_000
/** News of one commit come together. */
const nudgeMs = 2

/** Events after which there may be something to do. */
export const runnerTypes: ReadonlySet<string> = new Set([
  'worktree_requested', 'worktree_gone', 'service_requested', 'configuration_trusted', 'project_registered', 'project_removed',
]) // biome-ignore format: a list of words

export function makeRunner(client: Client, machine: Machine, onFault: (reason: unknown) => void): Runner {
  const ending = new AbortController()
  const serving = makeServiceHost(client, machine, makePortBook(), onFault)
  const beginning = makeBeginning(client, machine, onFault)
  const carrier = makeCarrier({ client, machine, serving, signal: ending.signal, onFault, onDone: () => turns.nudge() })
  const lookAround = makeLookAround(client, machine, ending.signal)

  async function look(): Promise<Item[]> {
    await beginning.begun()
    // First, as it knows which ports are given.
    await serving.takeUp()
    return (await client.call('worktree.due', { node: machine.node.id })).items
  }

  async function act(due: Item[]): Promise<void> {
    carrier.takeUp(due)
    await carrier.settled()
    // Services may have waited for a worktree to be ready.
    if (due.length > 0) await serving.takeUp()
    await serving.settled()
  }

  const turns = makeTurns({ look, act, regularly: lookAround }, { everyMs: turnEveryMs, nudgeMs }, onFault)
  return {
    tick: turns.tick,
    siteAt: serving.siteAt,
    nudge: turns.nudge,
    start: turns.start,
    stop: async () => {
      ending.abort()
      beginning.stop()
      await serving.close()
      await turns.stop()
    },
  }
}
