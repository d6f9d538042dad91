/** A house that starts agents, with the runner's part played by hand. */
import type { Input, OperationName, Output } from '#contract/catalogue.ts'
import { readActor, system } from '#domain/actor.ts'
import { type AgentPolicy, usualPolicy } from '#domain/agent/policy.ts'
import { Refusal } from '#domain/refusal.ts'
import { openHouse, type TestHouse } from '../house.ts'
import { handOver, makeWorktreeReady } from '../work.ts'

export const node = 'node-1'

export type Started = Output<'agent.begin'>

export type AgentHouse = {
  house: TestHouse
  policy: (policy: Partial<AgentPolicy>) => Promise<void>
  runner: <Name extends OperationName>(name: Name, input: Input<Name>) => Promise<Output<Name>>
  /** A Brief that was handed over, in a prepared worktree. */
  handedOver: (text: string, settings?: object) => Promise<{ briefId: number; dispatchId: number }>
  /** Every worktree that something is asked of is ready. */
  prepared: () => Promise<void>
  begin: (dispatchId: number, more?: { relieves?: number; most?: number }) => Promise<Started>
  /** Why nobody is started for it now; fails when somebody is. */
  whyNot: (dispatchId: number, most?: number) => Promise<string>
  /** Claimed, started and heard of. */
  started: (dispatchId: number) => Promise<Started>
  /** As the agent, with its run's own token. */
  as: <Name extends OperationName>(begun: Started, name: Name, input: Input<Name>) => Promise<Output<Name>>
  refusedAs: (begun: Started, name: OperationName, input: object) => Promise<Refusal>
  heard: (
    begun: Started,
    digest: Extract<Input<'agent.settle'>['finding'], { what: 'heard' }>['digest'],
  ) => Promise<Output<'agent.settle'>>
  ended: (
    begun: Started,
    how?: { exitCode?: number; signal?: string; commits?: number; lost?: boolean },
  ) => Promise<void>
  order: (begun: Started) => Promise<Output<'agent.errands'>['runs'][number]['order']>
  starts: () => Promise<number[]>
}

async function prepareAll(house: TestHouse, runner: AgentHouse['runner']): Promise<void> {
  for (const { worktree } of (await runner('worktree.errands', { node })).items)
    if (worktree.errand) await makeWorktreeReady(house, worktree.id)
}

export async function openAgentHouse(
  database: 'sqlite' | 'postgres',
  given: Partial<AgentPolicy> = {},
  zone = 'UTC',
): Promise<AgentHouse> {
  const house = await openHouse(database, { zone })
  const runner: AgentHouse['runner'] = (name, input) =>
    house.execute(name, input, { actor: system('runner'), role: 'system' })
  const policy: AgentHouse['policy'] = async more =>
    void (await runner('agent.policy', {
      projectId: 1,
      policy: { ...usualPolicy, hash: 'h', default: 'claude', ...more },
    }))
  await policy(given)
  const as = asAgentIn(house)
  const begin: AgentHouse['begin'] = (dispatchId, more = {}) =>
    runner('agent.begin', { dispatchId, node, most: 8, ...more })
  const settle = ({ run }: Started, finding: Input<'agent.settle'>['finding']) =>
    runner('agent.settle', { runId: run.id, finding })
  const prepared = () => prepareAll(house, runner)
  return {
    house,
    policy,
    runner,
    handedOver: async (text, settings) => {
      const handed = await handOver(house, text, settings)
      await prepared()
      return handed
    },
    prepared,
    begin,
    whyNot: async (dispatchId, most) => {
      const { code, data } = await refusal(begin(dispatchId, { ...(most !== undefined && { most }) }))
      if (code !== 'agent.not_due') throw new Error(code)
      return String(data['because'])
    },
    started: async dispatchId => {
      const begun = await begin(dispatchId)
      await settle(begun, { what: 'launched' })
      return begun
    },
    as,
    refusedAs: (begun, name, input) => refusal(as(begun, name, input as never)),
    heard: (begun, digest) => settle(begun, { what: 'heard', heardTo: 1, digest }),
    ended: async (begun, { exitCode, signal, commits, lost } = {}) =>
      void (await settle(begun, {
        what: 'ended',
        exitCode: signal ? null : (exitCode ?? 0),
        signal: signal ?? null,
        commits: commits ?? 0,
        dirty: 0,
        ...(lost && { lost }),
      })),
    order: async ({ run }) =>
      (await runner('agent.errands', { node, most: 8 })).runs.find(each => each.run.id === run.id)?.order,
    starts: async () => (await runner('agent.errands', { node, most: 8 })).starts.map(each => each.dispatchId),
  }
}

/** With the run's own token, whose scope it has. */
const asAgentIn =
  (house: TestHouse): AgentHouse['as'] =>
  ({ run }, name, input) => {
    const actor = readActor(run.actor)
    if (!actor) throw new Error(`${run.actor} is no actor`)
    const scope = { runId: run.id, briefId: run.briefId, dispatchId: run.dispatchId }
    return house.execute(name, input, { actor, role: run.role, scope })
  }

async function refusal(call: Promise<unknown>): Promise<Refusal> {
  const outcome = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (outcome instanceof Refusal) return outcome
  throw new Error('it was not refused', { cause: outcome })
}
