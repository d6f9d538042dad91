/** Tells the house what each project's flower.yaml says about agents, as soon as that is trusted and whenever it has changed. */
import type { Client } from '#client/client.ts'
import { policyOf } from '#domain/agent/policy.ts'
import { needsTrust } from '#domain/configuration/commands-of.ts'
import { configurationOf } from '../configured.ts'
import type { AgentMachine } from './ground.ts'

export function makePolicies(client: Client, machine: Pick<AgentMachine, 'node'>): { tell: () => Promise<void> } {
  const told = new Map<number, string>()
  return {
    tell: async () => {
      const { items } = await client.call('main.errands', { node: machine.node })
      for (const { project } of items) {
        const configured = await configurationOf({ project })
        // What is not trusted, or can't be read, leaves what was trusted last in force.
        if (configured.outcome !== 'read' || told.get(project.id) === configured.hash) continue
        const { configuration, hash, trusted } = configured
        if (!trusted && needsTrust(configuration)) continue
        await client.call('agent.policy', { projectId: project.id, policy: policyOf(configuration, hash) })
        told.set(project.id, hash)
      }
    },
  }
}
