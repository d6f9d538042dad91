/** Tells the house what each project's flower.yaml says about agents, and which of them can't be started here: as soon as it is trusted and whenever it has changed. */
import { isAbsolute } from 'node:path'
import type { Client } from '#client/client.ts'
import { policyOf } from '#domain/agent/policy.ts'
import { needsTrust } from '#domain/configuration/commands-of.ts'
import type { Configuration } from '#domain/configuration/configuration.ts'
import { findProgram } from '#machine/agents/find-program.ts'
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
        if (configured.outcome !== 'read') continue
        const { configuration, hash, trusted } = configured
        if (!trusted && needsTrust(configuration)) continue
        const policy = { ...policyOf(configuration, hash), missing: missingHere(configuration, project) }
        const now = JSON.stringify([hash, policy.missing])
        if (told.get(project.id) === now) continue
        await client.call('agent.policy', { projectId: project.id, policy })
        told.set(project.id, now)
      }
    },
  }
}

/** What is not on our PATH, or not where it is named. A path below the worktree is seen once there is one. */
function missingHere({ agents, worktrees }: Configuration, { path }: { path: string }): Record<string, string> {
  if ('PATH' in worktrees.env) return {}
  const own = Object.entries(agents.harnesses).map(([name, harness]) => [name, programOf(harness)] as const)
  const programs = { claude: 'claude', codex: 'codex', ...Object.fromEntries(own) }
  const found = Object.entries(programs).flatMap(([name, program]) => {
    const isRelative = program?.includes('/') && !isAbsolute(program)
    const isThere = !program || isRelative || findProgram(program, process.env.PATH, path) !== undefined
    return isThere ? [] : [[name, program] as const]
  })
  return Object.fromEntries(found)
}

const programOf = (harness: Configuration['agents']['harnesses'][string]): string | undefined =>
  harness.driver === 'scripted' || 'shell' in harness.command ? undefined : harness.command.words[0]
