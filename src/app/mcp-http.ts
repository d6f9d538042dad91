/** MCP over HTTP for callers whom the door has let in. */
import { localClient } from '#client/local.ts'
import type { Caller, Execute } from '#service/execute.ts'
import { mcpHttpHandler } from '#surface/mcp/http.ts'
import { version } from './version.ts'

export function mcpOverHttp(execute: Execute): (request: Request, caller: Caller) => Promise<Response> {
  const callers = new WeakMap<Request, Caller>()
  const handler = mcpHttpHandler({
    callerOf: request => {
      const caller = callers.get(request)
      if (!caller) throw new Error('an MCP request came past the door')
      return { client: localClient(execute, { actor: caller.actor, role: caller.role }), role: caller.role }
    },
    version,
  })
  return async (request, caller) => {
    callers.set(request, caller)
    return handler.fetch(request)
  }
}
