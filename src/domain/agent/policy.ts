/** What a project's trusted flower.yaml says about agents, as the house keeps it: commands stay in the file. */
import { z } from 'zod'
import { Budget } from '../brief.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Dispatch } from '../dispatch.ts'
import { Driver } from './said.ts'

export const AgentPolicy = z.object({
  /** The SHA-256 of the flower.yaml that it is from. */
  hash: z.string(),
  /** The harness of a dispatch that names none; null: nobody is started for it. */
  default: z.string().nullable(),
  harnesses: z.record(z.string(), z.object({ driver: Driver, model: z.string().optional() })),
  /** Harnesses that can't be started on the project's machine, each with the program that is not there. */
  missing: z.record(z.string(), z.string()).default({}),
  /** Agents at work in the project at once. */
  maxConcurrent: z.int(),
  refreshAt: z.union([z.object({ share: z.number() }), z.object({ tokens: z.int() })]),
  budgets: z.object({ brief: Budget.optional(), project: Budget.optional(), day: Budget.optional() }),
  approvals: z.array(z.enum(['dispatch', 'landing'])),
})
export type AgentPolicy = z.infer<typeof AgentPolicy>

/** Known by their names in every project: the person's own programs, as they are installed. */
const installed: AgentPolicy['harnesses'] = { claude: { driver: 'claude' }, codex: { driver: 'codex' } }

/** Before anything is trusted nobody is started by himself. */
export const usualPolicy: AgentPolicy = {
  hash: '',
  default: null,
  harnesses: installed,
  missing: {},
  maxConcurrent: 4,
  refreshAt: { share: 0.6 },
  budgets: {},
  approvals: [],
}

export function policyOf({ agents, policy }: Configuration, hash: string): AgentPolicy {
  const own = Object.entries(agents.harnesses).map(([name, { driver, model }]) => [name, { driver, model }] as const)
  return {
    hash,
    default: agents.default ?? null,
    harnesses: { ...installed, ...Object.fromEntries(own) },
    missing: {},
    maxConcurrent: agents.maxConcurrent,
    refreshAt: agents.refreshAt,
    budgets: policy.budgets,
    approvals: policy.approvals,
  }
}

export type ChosenHarness =
  | { outcome: 'chosen'; name: string; driver: Driver }
  /** Nobody said that flower shall start it: whoever claims it does it. */
  | { outcome: 'nobody' }
  | { outcome: 'unknown'; name: string; known: string[] }

/** Who is started for a dispatch: the harness that it names, else the project's own. */
export function harnessFor(dispatch: Pick<Dispatch, 'harness'>, policy: AgentPolicy): ChosenHarness {
  const name = dispatch.harness ?? policy.default
  if (name === null) return { outcome: 'nobody' }
  const harness = policy.harnesses[name]
  if (!harness) return { outcome: 'unknown', name, known: Object.keys(policy.harnesses).sort() }
  return { outcome: 'chosen', name, driver: harness.driver }
}
