/** What a caller may do. A role comes with its token, or from FLOWER_ROLE for the operator's own programs. */
import { z } from 'zod'

export const roles = [
  'operator',
  'orchestrator',
  'lead',
  'builder',
  'designer',
  'reviewer',
  'ops',
  'viewer',
  'system',
] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** The roles that an agent can have. */
export const agentRoles = [
  'orchestrator',
  'lead',
  'builder',
  'designer',
  'reviewer',
  'ops',
] as const satisfies readonly Role[]

/** The agents that plan for others too. */
export const leads: readonly Role[] = ['lead', 'orchestrator', 'ops']

/** The roles that a person can hand out in a token; `system` is the house's own. */
export const grantableRoles = ['operator', ...agentRoles, 'viewer'] as const satisfies readonly Role[]
