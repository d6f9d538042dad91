/** MCP over stdin and stdout: one process for one agent session, which ends with it. */
import { PassThrough, type Readable, type Writable } from 'node:stream'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Client } from '#client/client.ts'
import { actorName } from '#domain/actor.ts'
import { callerFrom, type Environment, type Identity, sessionOfCall } from '#domain/caller.ts'
import type { Role } from '#domain/role.ts'
import { type CallersFolder, mcpServer } from './server.ts'

export type McpStdioOptions = {
  env: Environment
  version: string
  /** A client that speaks as that caller; it starts the server when there is none, and finds it again after a restart. */
  connect: (identity: Identity) => Promise<Client>
  /** The slug of the project that a folder belongs to. Asked for each call, since a project may be registered meanwhile. */
  projectOf: (folder: string, client: Client) => Promise<string | undefined>
  /** The id of the worktree that a folder lies in; `unknown` for one that the house doesn't have. */
  worktreeOf: (folder: string, client: Client) => Promise<number | 'unknown' | undefined>
  /** The caller's folder, for each call. */
  folder: () => string
  stdin: Readable
  /** From `guardStdout()`. */
  stdout: Writable
  /** Words for a person, on stderr. */
  complain: (words: string) => void
}

/** Bytes of one message: the longest spec with room for its escapes. */
const MOST_BYTES = 32 * 1_024 * 1_024
/** How often we look whether our parent is still there. */
const LOOK_MS = 2_000
/** How long calls in flight may go on once stdin has ended; the first of them may have to start the server. */
const ANSWER_MS = 10_000

/**
 * Resolves when the session is over: stdin ended, the parent is gone, or a signal came. The caller then ends the process.
 * Rejects when `FLOWER_ACTOR` or `FLOWER_ROLE` holds nonsense (a Refusal).
 */
export async function serveMcpStdio(options: McpStdioOptions): Promise<void> {
  const identity = callerFrom(options.env, { otherwise: 'agent' })
  const clientFor = clientsByActor(options)
  const role = roleOnce(options, identity, clientFor)
  // The SDK drops what is unanswered as soon as its input ends, so it never sees the end of ours.
  const input = new PassThrough()
  options.stdin.pipe(input, { end: false })
  const transport = new StdioServerTransport(input, options.stdout, { maxBufferSize: MOST_BYTES })
  const handle = serveStdio(
    async () => mcpServer({ clientFor, role: await role(), version: options.version, folder: callersFolder(options) }),
    { transport, onerror: reason => options.complain(reason.message) },
  )
  const calls = followCalls(transport)
  await sessionEnd(options, calls)
  await handle.close()
}

/** One client for each actor that speaks through this process: Codex names its thread only with each call. */
function clientsByActor(options: McpStdioOptions) {
  const clients = new Map<string, Promise<Client>>()
  return (meta: Record<string, unknown>): Promise<Client> => {
    const identity = callerFrom(options.env, { otherwise: 'agent', session: sessionOfCall(meta) })
    const name = actorName(identity.actor)
    const known = clients.get(name)
    if (known) return known
    const client = options.connect(identity)
    clients.set(name, client)
    // What failed once is tried anew by the next call.
    client.catch(() => clients.delete(name))
    return client
  }
}

/** With a token the server knows the role. It is asked once, and not at all without a token: the list comes at once then. */
function roleOnce(
  options: McpStdioOptions,
  identity: Identity,
  clientFor: (meta: Record<string, unknown>) => Promise<Client>,
): () => Promise<Role> {
  let asked: Promise<Role> | undefined
  const ask = async (): Promise<Role> => {
    if (!options.env['FLOWER_TOKEN']) return identity.role
    try {
      const client = await clientFor({})
      return (await client.call('system.info', {})).role
    } catch {
      // The calls will say what is wrong; a session without tools would not.
      asked = undefined
      return identity.role
    }
  }
  return () => (asked ??= ask())
}

/** A worktree may be removed under its agent, and the server may be away: then the house asks for the project by name. */
function callersFolder({ projectOf, worktreeOf, folder }: McpStdioOptions): CallersFolder {
  const ask = async <Found>(look: (folder: string, client: Client) => Promise<Found>, client: Client) => {
    try {
      return await look(folder(), client)
    } catch {
      return undefined
    }
  }
  return {
    project: client => ask(projectOf, client),
    worktree: async client => {
      const found = await ask(worktreeOf, client)
      return found === 'unknown' ? undefined : found
    },
  }
}

/** Follows which requests have no answer yet. Has to come after the SDK has taken the transport over. */
function followCalls(transport: StdioServerTransport): { idle: () => Promise<void> } {
  const open = new Set<unknown>()
  let onIdle: (() => void) | undefined
  const settle = (id: unknown): void => {
    open.delete(id)
    if (open.size === 0) onIdle?.()
  }
  const deliver = transport.onmessage
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a field of the SDK's, which has no other way in
  transport.onmessage = (message: JSONRPCMessage) => {
    if ('method' in message && 'id' in message) open.add(message.id)
    deliver?.(message)
    // What is cancelled gets no answer any more.
    if ('method' in message && message.method === 'notifications/cancelled') settle(message.params?.['requestId'])
  }
  const send = transport.send.bind(transport)
  transport.send = async message => {
    await send(message)
    if (!('method' in message)) settle(message.id)
  }
  return { idle: () => new Promise(resolve => (open.size === 0 ? resolve() : (onIdle = resolve))) }
}

async function sessionEnd({ stdin, stdout }: McpStdioOptions, calls: { idle: () => Promise<void> }): Promise<void> {
  const parent = process.ppid
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = (): void => resolve()
  const orphaned = setInterval(() => process.ppid !== parent && end(), LOOK_MS)
  orphaned.unref()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, end)
  for (const event of ['error', 'close'] as const) stdout.once(event, end)
  // Whoever pipes a few requests in and closes wants their answers still.
  const answerFirst = (): void => {
    setTimeout(end, ANSWER_MS).unref()
    setImmediate(() => void calls.idle().then(end))
  }
  for (const event of ['end', 'close', 'error'] as const) stdin.once(event, answerFirst)
  if (stdin.readableEnded || stdin.destroyed) answerFirst()
  await promise
  clearInterval(orphaned)
}
