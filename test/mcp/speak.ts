/** The official client, as tests use it. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** The revision before the present one, by its handshake, and the present one, which has none. */
export const revisions = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof revisions)[number]

export function newClient(revision: Revision): Client {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy'
  return new Client({ name: 'test', version: '0.0.0' }, { versionNegotiation: { mode } })
}

/** Connected to the door over HTTP as that caller. */
export async function overHttp(url: string, as: { actor: string; role?: string }, revision: Revision): Promise<Client> {
  const client = newClient(revision)
  const headers: Record<string, string> = { 'flower-actor': as.actor }
  if (as.role) headers['flower-role'] = as.role
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  return client
}

export type Said = { text: string; isError: boolean; json: () => Record<string, unknown> }

/** Calls a tool and takes its one text. */
export async function ask(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
  _meta: Record<string, unknown> = {},
): Promise<Said> {
  const result = await client.callTool({ name, arguments: input, _meta })
  const [first] = result.content
  if (result.content.length !== 1 || first?.type !== 'text') throw new Error(`${name} did not answer one text`)
  if (result.structuredContent !== undefined) throw new Error(`${name} answered structured content`)
  const { text } = first
  return { text, isError: result.isError ?? false, json: () => JSON.parse(text) as Record<string, unknown> }
}
