/** Starts what runs the agents of this machine. */
import { availableParallelism } from 'node:os'
import { localClient } from '#client/local.ts'
import { system } from '#domain/actor.ts'
import { type AgentRunner, agentTypes, makeAgentRunner } from '#runner/agent/agents.ts'
import { CannotStart } from '../cannot-start.ts'
import type { Home } from '../home.ts'
import type { House } from '../house.ts'
import type { makeLog } from '../log.ts'

type Around = {
  env: Readonly<Record<string, string | undefined>>
  url: string
  sitePort: number
}

export function startAgents(
  house: House,
  home: Home,
  log: ReturnType<typeof makeLog>,
  { env, url, sitePort }: Around,
): AgentRunner {
  const client = localClient(house.execute, { actor: system('runner'), role: 'system' })
  const machine = {
    node: home.node.id,
    most: mostAgents(env),
    home: home.path,
    agents: home.agents,
    worktrees: home.worktrees,
    url,
    program: [process.execPath, ...process.execArgv, process.argv[1] ?? ''],
    sitePort: () => sitePort,
  }
  const agents = makeAgentRunner(client, machine, reason =>
    log.error({ err: reason }, 'an agent could not be attended to'),
  )
  void house.watch.follow(undefined, {
    deliver: events => {
      if (events.some(event => agentTypes.has(event.type))) agents.nudge()
    },
    reset: agents.nudge,
  })
  agents.start()
  return agents
}

/** FLOWER_MAX_AGENTS, or as many as this machine is likely to bear beside their builds: each is a program of 200 MB. */
function mostAgents(env: Around['env']): number {
  const asked = env.FLOWER_MAX_AGENTS
  if (!asked) return Math.max(4, 2 * availableParallelism())
  if (/^\d{1,4}$/.test(asked)) return Number(asked)
  throw new CannotStart(`FLOWER_MAX_AGENTS is ${asked}.`, 'It has to be a number: agents that run here at once.')
}
