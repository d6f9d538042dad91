/** MCP over HTTP for callers whom the door has let in. Its library is loaded by the first of them: a house without needs neither its memory nor its time. */
import { localClient } from '#client/local.ts'
import type { Execute } from '#service/execute.ts'
import type { McpHttp } from '#surface/mcp/http.ts'
import { version } from './version.ts'

export function mcpOverHttp(execute: Execute): McpHttp['fetch'] {
  let handler: Promise<McpHttp> | undefined
  const load = async (): Promise<McpHttp> => {
    const { mcpHttpHandler } = await import('#surface/mcp/http.ts')
    return mcpHttpHandler({ clientFor: caller => localClient(execute, caller), version })
  }
  return async (request, caller) => (await (handler ??= load())).fetch(request, caller)
}
