/**
 * Carries out what the house asks of worktrees. It asks for its errands at the start, soon after news, and every minute, so that
 * nothing is lost with a signal or with the process: what had begun is gone on with or undone, and said.
 */
import type { Client } from '#client/client.ts'
import { makeCarrier } from './carrier.ts'
import type { Machine } from './errand.ts'
import { makePortBook } from './port-book.ts'
import { makeServiceHost, type ServiceHost } from './service/host.ts'
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
  const carrier = makeCarrier(client, machine, serving, ending.signal, onFault)
  const lookAround = makeLookAround(client, machine, ending.signal)
  /** Turns overlap, as a long errand of one is no reason for the next to wait. */
  const turns = new Set<Promise<void>>()
  let regular: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined

  async function turn(): Promise<void> {
    await beginning.begun()
    // First, as it knows which ports are given.
    await serving.takeUp()
    const { items } = await client.call('worktree.errands', { node: machine.node.id })
    carrier.takeUp(items)
    await carrier.settled()
    await serving.settled()
  }

  function keep(work: Promise<void>): void {
    const kept = work.catch(onFault).finally(() => turns.delete(kept))
    turns.add(kept)
  }

  return {
    tick: turn,
    siteAt: serving.siteAt,
    nudge: () => {
      soon ??= setTimeout(() => {
        soon = undefined
        keep(turn())
      }, nudgeMs)
      soon.unref()
    },
    start: () => {
      const round = (): void => keep(turn().then(lookAround))
      round()
      regular = setInterval(round, turnEveryMs)
      regular.unref()
    },
    stop: async () => {
      ending.abort()
      clearInterval(regular)
      clearTimeout(soon)
      beginning.stop()
      await serving.close()
      await Promise.all(turns)
    },
  }
}
