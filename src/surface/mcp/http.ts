/** MCP over streamable HTTP, for both generations of the protocol. It keeps no sessions, so a restart loses none. */
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Client } from '#client/client.ts'
import type { Identity } from '#domain/caller.ts'
import { mcpServer } from './server.ts'

export type McpHttpOptions = {
  /** A client that speaks as that caller, whom the door in front has let in. Asked once for each request. */
  clientFor: (caller: Identity) => Client
  version: string
}

export type McpHttp = {
  /** Answers POST; 405 to the rest. Each request gets a server of its own, so no answer can go to another client. */
  fetch: (request: Request, caller: Identity) => Promise<Response>
  /** Ends the exchanges in flight. */
  close: () => Promise<void>
}

/** Bytes of a request: the longest spec with room for its escapes. */
const MOST_BYTES = 16 * 1_024 * 1_024

export function mcpHttpHandler({ clientFor, version }: McpHttpOptions): McpHttp {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo?.extra?.['caller'] as Identity
      const client = clientFor(caller)
      return mcpServer({ clientFor: () => client, role: caller.role, version })
    },
    { maxRequestBodySize: MOST_BYTES },
  )
  return {
    close: handler.close,
    fetch: async (request, caller) => {
      // We give no session ids: one that comes is another server's, and a 404 makes its client begin anew.
      if (request.headers.has('mcp-session-id')) return unknownSession()
      return handler.fetch(request, { authInfo: { token: '', clientId: '', scopes: [], extra: { caller } } })
    },
  }
}

function unknownSession(): Response {
  const error = { code: -32_001, message: 'There is no such session: initialize again, without Mcp-Session-Id.' }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 })
}
