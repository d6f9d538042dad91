/** MCP over HTTP for callers whom the door has let in. */
import { localClient } from '#client/local.ts'
import type { Execute } from '#service/execute.ts'
import { type McpHttp, mcpHttpHandler } from '#surface/mcp/http.ts'
import { version } from './version.ts'

export const mcpOverHttp = (execute: Execute): McpHttp['fetch'] =>
  mcpHttpHandler({ clientFor: caller => localClient(execute, caller), version }).fetch
