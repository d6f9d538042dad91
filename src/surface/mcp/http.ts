/** MCP over streamable HTTP, for both generations of the protocol. It keeps no sessions, so a restart loses none. */
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import type { Client } from '#client/client.ts'
import type { Role } from '#domain/role.ts'
import { mcpServer } from './server.ts'

export type McpHttpOptions = {
  /** Whose calls a request brings; the door in front has checked its token, Host and Origin already. */
  callerOf: (request: Request) => { client: Client; role: Role }
  version: string
}

/** Bytes of a request: the longest spec with room for its escapes. */
const MOST_BYTES = 16 * 1_024 * 1_024

/** `fetch` answers POST, and 405 for the rest; `close` ends the exchanges in flight. Each request gets a server of its own. */
export function mcpHttpHandler({ callerOf, version }: McpHttpOptions): Pick<McpHttpHandler, 'fetch' | 'close'> {
  const callers = new WeakMap<object, ReturnType<McpHttpOptions['callerOf']>>()
  const { fetch, close } = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo && callers.get(authInfo)
      if (!caller) throw new Error('An MCP request came in past the door')
      return mcpServer({ clientFor: () => caller.client, role: caller.role, version })
    },
    { maxRequestBodySize: MOST_BYTES },
  )
  return {
    close,
    fetch: async request => {
      // We give no session ids: one that comes is from another server, and 404 makes its client begin anew.
      if (request.headers.has('mcp-session-id')) return unknownSession()
      const authInfo = { token: '', clientId: '', scopes: [] }
      callers.set(authInfo, callerOf(request))
      return fetch(request, { authInfo })
    },
  }
}

function unknownSession(): Response {
  const error = { code: -32_001, message: 'There is no such session; initialize again without Mcp-Session-Id.' }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 })
}
