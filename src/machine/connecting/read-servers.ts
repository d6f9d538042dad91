// The MCP servers in Codex's configuration.

import { parse, TomlError } from 'smol-toml'
import { Unreadable } from '#domain/connecting/json-text.ts'

/** Throws `Unreadable`. */
export function readServers(toml: string): Record<string, unknown> {
  const text = toml.replace(/^\uFEFF/, '')
  try {
    const { mcp_servers: servers } = parse(text)
    return typeof servers === 'object' ? Object.fromEntries(Object.entries(servers)) : {}
  } catch (reason) {
    if (!(reason instanceof TomlError)) throw reason
    const lines = text.split('\n').slice(0, reason.line - 1)
    const [problem = ''] = reason.message.split('\n')
    throw new Unreadable(text, lines.join('\n').length + (lines.length > 0 ? 1 : 0), problem)
  }
}
