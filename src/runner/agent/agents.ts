/**
 * Runs the agents of this machine: starts whom the house wants started, attends to those that run, finds the living again
 * after flower itself was started anew, and settles the dead.
 */
import type { Client } from '#client/client.ts'
import type { Output } from '#contract/catalogue.ts'
import { findAgent } from '#machine/agents/find.ts'
import { makeTurns } from '../turns.ts'
import { Attended } from './attend.ts'
import type { AgentMachine, RunItem } from './ground.ts'
import { folderOf, leftBehind } from './place.ts'
import { makePolicies } from './policies.ts'
import { makeStarter } from './starter.ts'

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
const nudgeMs = 2

/** Events after which somebody may have to be started, told or ended. */
export const agentTypes: ReadonlySet<string> = new Set([
  'dispatched', 'worktree_prepared', 'completed', 'verdict_given', 'released', 'attempt_ended', 'lease_expired', 'dispatch_cancelled', 'approved', 'unblocked', 'configured',
  'decision_answered', 'decision_withdrawn', 'resumed', 'configuration_trusted', 'project_registered', 'landed', 'agent_ended', 'agent_messaged', 'agent_stop_asked', 'agent_attached', 'successor_wanted',
  'agent_refreshed', 'harness_named',
]) // biome-ignore format: a list of words

export function makeAgentRunner(
  client: Client,
  machine: AgentMachine,
  onFault: (reason: unknown) => void,
): AgentRunner {
  const attended = new Map<number, Attended>()
  const policies = makePolicies(client, machine)
  const starter = makeStarter(client, machine, attendTo)

  async function look(): Promise<Output<'agent.errands'>> {
    await policies.tell()
    const { node, most } = machine
    return client.call('agent.errands', { node, most })
  }

  async function act({ starts, runs }: Output<'agent.errands'>): Promise<void> {
    for (const item of runs) if (!starter.isLaunching(item.run.id)) await take(item)
    await starter.start(starts)
  }

  /** One that runs; where nobody attends to it yet it is from before we were started anew. */
  async function take(item: RunItem): Promise<void> {
    const { id: runId, status, state } = item.run
    if (state === 'attached') return item.order && seeOutAttached(item)
    const known = attended.get(runId)
    if (!known && status === 'starting' && findAgent(folderOf(machine.agents, runId)).is === 'living')
      await client.call('agent.settle', { runId, finding: { what: 'launched' } })
    const one = known ?? attendTo(item)
    one.look()
    if (item.order) one.obey(item.order)
  }

  /** Its program has ended long ago; its terminal is closed, or gone without a word. */
  async function seeOutAttached({ run, worktree }: RunItem): Promise<void> {
    const left = await leftBehind(folderOf(machine.agents, run.id), worktree.path)
    const finding = { what: 'ended' as const, exitCode: null, signal: null, ...left }
    await client.call('agent.settle', { runId: run.id, finding })
  }

  function attendTo(item: RunItem): Attended {
    const { id } = item.run
    const one = new Attended({ client, machine, item, onFault, onEnd: () => void attended.delete(id) })
    attended.set(id, one)
    return one
  }

  const turns = makeTurns({ look, act }, { everyMs: turnEveryMs, nudgeMs }, onFault)
  return {
    tick: turns.tick,
    nudge: turns.nudge,
    start: turns.start,
    stop: async () => {
      starter.close()
      await turns.stop()
      for (const each of attended.values()) each.close()
      await Promise.all([...attended.values()].map(each => each.settled()))
    },
  }
}
