/** What waits for an agent, told with the answer of whatever tool it calls next: nobody has to type into its terminal. */
import type { Client } from '#client/client.ts'
import type { OperationName } from '#contract/catalogue.ts'
import { agentRoles, type Role } from '#domain/role.ts'
import type { Tool } from './tools.ts'

/** These tell it themselves. */
const tellers: ReadonlySet<OperationName> = new Set(['agent.checkin', 'dispatch.heartbeat'])

/** Undefined when nothing waits. A house that can't tell spoils no answer. */
export async function newsFor(client: Client, tool: Tool, role: Role): Promise<string | undefined> {
  if (!(agentRoles as readonly string[]).includes(role) || tellers.has(tool.operation)) return undefined
  try {
    const { messages, refresh, paused } = await client.call('agent.inbox', {})
    const newest = messages.at(-1)?.id
    if (newest !== undefined) await client.call('agent.delivered', { through: newest })
    const lines = [
      ...messages.map(each => `Message from ${each.from}: ${each.body}`),
      ...(refresh ? [refresh] : []),
      ...(paused ? ['flower is paused: finish what you hold, start nothing.'] : []),
    ]
    return lines.length === 0 ? undefined : `From flower, beside the answer:\n${lines.join('\n')}`
  } catch {
    return undefined
  }
}
