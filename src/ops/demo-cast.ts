/** Who plays in the demo, and how each of them calls the house. */
import type { Client } from '#client/client.ts'
import type { Input, OperationName, Output } from '#contract/catalogue.ts'
import type { Role } from '#domain/role.ts'

/** A client that calls as this actor (`agent:flower-builder`) in this role. */
export type CallAs = (actor: string, role: Role) => Client | Promise<Client>

const roles = {
  'operator:ada': 'operator',
  'operator:ben': 'operator',
  'agent:flower-orchestrator': 'orchestrator',
  'agent:flower-builder': 'builder',
  'agent:flower-designer': 'designer',
  'agent:flower-reviewer': 'reviewer',
} as const satisfies Record<string, Role>
export type Member = keyof typeof roles

export type Say = <Name extends OperationName>(who: Member, name: Name, input: Input<Name>) => Promise<Output<Name>>

export const ada = 'operator:ada'
export const ben = 'operator:ben'
export const orchestrator = 'agent:flower-orchestrator'
export const builder = 'agent:flower-builder'
export const designer = 'agent:flower-designer'
export const reviewer = 'agent:flower-reviewer'

/** Numbers the calls, so that each has the same command id in every run in this project. */
export function speaker(callAs: CallAs, projectId: number): Say {
  let calls = 0
  const clients = new Map<Member, Client | Promise<Client>>()
  return async (who, name, input) => {
    const client = clients.get(who) ?? callAs(who, roles[who])
    clients.set(who, client)
    calls += 1
    return (await client).call(name, input, { commandId: `demo-${projectId}-${calls}` })
  }
}
