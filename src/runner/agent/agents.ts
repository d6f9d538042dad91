/**
 * Runs the agents of this machine: starts whom the house wants started, attends to those that run, finds the living again
 * after flower itself was started anew, and settles the dead.
 */
import type { Client } from '#client/client.ts'
import { Refusal } from '#domain/refusal.ts'
import { findAgent } from '#machine/agents/find.ts'
import { makeSlots } from '#machine/service/slots.ts'
import { type Attended, attend } from './attend.ts'
import type { AgentMachine, RunItem } from './ground.ts'
import { launch } from './launch.ts'
import { folderOf } from './place.ts'
import { makePolicies } from './policies.ts'

export type AgentRunner = {
  /** One turn, to the end of every start that it made. */
  tick: () => Promise<void>
  /** Something was asked. */
  nudge: () => void
  start: () => void
  /** Agents go on without us; what was heard of them is told. */
  stop: () => Promise<void>
}

const turnEveryMs = 15_000
/** News of one commit come together. */
const nudgeMs = 2
/** Starts at once: each is a second of a processor. */
const startsAtOnce = 4

/** Events after which somebody may have to be started, told or ended. */
export const agentTypes: ReadonlySet<string> = new Set([
  'dispatched', 'worktree_prepared', 'completed', 'verdict_given', 'released', 'attempt_ended', 'lease_expired', 'dispatch_cancelled', 'approved', 'unblocked', 'configured',
  'decision_answered', 'decision_withdrawn', 'resumed', 'configuration_trusted', 'project_registered', 'landed', 'agent_ended', 'agent_messaged', 'agent_stop_asked', 'successor_wanted',
  'agent_refreshed', 'harness_named',
]) // biome-ignore format: a list of words

export function makeAgentRunner(
  client: Client,
  machine: AgentMachine,
  onFault: (reason: unknown) => void,
): AgentRunner {
  const attended = new Map<number, Attended>()
  /** Dispatches that are being started, and runs that are being launched. */
  const starting = new Set<number>()
  const launching = new Set<number>()
  const slots = makeSlots(startsAtOnce)
  const policies = makePolicies(client, machine)
  const turns = new Set<Promise<void>>()
  let isOver = false
  let regular: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined

  async function turn(): Promise<void> {
    await policies.tell()
    const { node, most } = machine
    const { starts, runs } = await client.call('agent.errands', { node, most })
    for (const item of runs) if (!launching.has(item.run.id)) await take(item)
    const fresh = starts.filter(each => !starting.has(each.dispatchId))
    await Promise.all(fresh.map(each => slots(() => begin(each))))
  }

  async function begin({ dispatchId, relieves }: { dispatchId: number; relieves?: number | undefined }): Promise<void> {
    if (isOver || starting.has(dispatchId)) return
    starting.add(dispatchId)
    try {
      const { node, most } = machine
      const begun = await client.call('agent.begin', { dispatchId, relieves, node, most })
      launching.add(begun.run.id)
      const because = await launch(begun, machine).catch((reason: unknown) => wordsOf(reason))
      const finding =
        because === undefined ? ({ what: 'launched' } as const) : ({ what: 'not_launched', because } as const)
      const { run } = await client.call('agent.settle', { runId: begun.run.id, finding })
      launching.delete(begun.run.id)
      if (run.endedAt === null) attendTo({ ...begun, run })
    } catch (reason) {
      // Somebody else took it, or a place was filled, since it was asked for.
      if (!(reason instanceof Refusal)) throw reason
    } finally {
      starting.delete(dispatchId)
    }
  }

  /** One that runs and that nobody here attends to yet: from before we were started anew. */
  async function take(item: RunItem): Promise<void> {
    const known = attended.get(item.run.id)
    if (known) {
      known.look()
      if (item.order) known.obey(item.order)
      return
    }
    const isThere = findAgent(folderOf(machine.agents, item.run.id)).is === 'living'
    if (isThere && item.run.status === 'starting')
      await client.call('agent.settle', { runId: item.run.id, finding: { what: 'launched' } })
    const taken = attendTo(item)
    if (!isThere) taken.look()
    if (item.order) taken.obey(item.order)
  }

  function attendTo(item: RunItem): Attended {
    const one = attend(client, machine, item, onFault, () => void attended.delete(item.run.id))
    attended.set(item.run.id, one)
    return one
  }

  function keep(work: Promise<void>): void {
    const kept = work.catch(onFault).finally(() => turns.delete(kept))
    turns.add(kept)
  }

  return {
    tick: turn,
    nudge: () => {
      soon ??= setTimeout(() => {
        soon = undefined
        if (!isOver) keep(turn())
      }, nudgeMs)
      soon.unref()
    },
    start: () => {
      keep(turn())
      regular = setInterval(() => keep(turn()), turnEveryMs)
      regular.unref()
    },
    stop: async () => {
      isOver = true
      clearInterval(regular)
      clearTimeout(soon)
      await Promise.all(turns)
      for (const each of attended.values()) each.close()
      await Promise.all([...attended.values()].map(each => each.settled()))
    },
  }
}

const wordsOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason))
