/** One MCP server for one caller: the tools of its role, answered by a Client. */
import { randomUUID } from 'node:crypto'
import { type CallToolResult, McpServer, type ServerContext } from '@modelcontextprotocol/server'
import type { Client } from '#client/client.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Role } from '#domain/role.ts'
import { coerceInput } from '../coerce.ts'
import { isOfFolder } from '../of-folder.ts'
import { bytesOf, fit, isList, withoutNulls } from './fit.ts'
import { newsFor } from './news.ts'
import { whileWaiting } from './progress.ts'
import { type Tool, toolsOf } from './tools.ts'
import { cutNote, refusalText, respellAnswer } from './wording.ts'

export type McpServerOptions = {
  /** Whose client a call goes through; `meta` is the `_meta` that came with the call. A rejection fails that call only. */
  clientFor: (meta: Record<string, unknown>) => Client | Promise<Client>
  role: Role
  version: string
  /** What the caller's folder belongs to, asked for each call; left out where a caller has none, as over HTTP. */
  folder?: CallersFolder
}

export type CallersFolder = {
  /** Its slug. */
  project: (client: Client) => Promise<string | undefined>
  worktree: (client: Client) => Promise<number | undefined>
}

/** Bytes of an answer, when the caller named no other budget: some 6,000 tokens. */
const BUDGET = 24_000
/** A packet is the work itself, so it may take what the strictest harness still shows whole: 25,000 tokens. */
const PACKET_BUDGET = 80_000
/** Kept free for the note on what was cut. */
const NOTE = 800
/** Fields that say which project is meant without naming it. */
const PLACING = ['briefId', 'parentId', 'dispatchId', 'decisionId', 'scratchpadId', 'worktreeId']

type Input = Record<string, unknown>

/** Cheap enough for each HTTP request: everything that follows from the contract is built once, by role. */
export function mcpServer(options: McpServerOptions): McpServer {
  const tools = toolsOf(options.role)
  const server = new McpServer(
    { name: 'flower', version: options.version },
    { capabilities: { tools: { listChanged: false } }, instructions: instructionsFor(tools) },
  )
  for (const tool of tools) {
    const { name, entry, open, annotations } = tool
    server.registerTool(name, { description: entry.summary, inputSchema: open, annotations }, (raw, context) =>
      callTool(tool, raw, context, options),
    )
  }
  return server
}

async function callTool(
  tool: Tool,
  raw: unknown,
  context: ServerContext,
  options: McpServerOptions,
): Promise<CallToolResult> {
  const tools = toolsOf(options.role)
  try {
    const given = coerceInput(tool.entry.input, raw) as Input
    refuseMissing(tool, given)
    const client = await options.clientFor(context.mcpReq._meta ?? {})
    const placed = await inWorktree(tool, given, () => options.folder?.worktree(client))
    const input = { ...placed, ...(await defaultsFor(tool, placed, () => options.folder?.project(client))) }
    const { signal } = context.mcpReq
    const call = client.call(tool.operation, input, {
      signal,
      // Makes it safe for the client to send a write again when the server went away in between.
      commandId: tool.entry.effect === 'write' ? randomUUID() : undefined,
    })
    const answer: unknown = await whileWaiting(call, input['wait'], context)
    const text = answerText(tool, respellAnswer(answer, tools), input['maxBytes'])
    return said(text, await newsFor(client, tool, options.role))
  } catch (reason) {
    return { ...said(reasonText(reason, tools)), isError: true }
  }
}

async function inWorktree(
  { entry }: Tool,
  given: Input,
  worktreeOfCaller: () => Promise<number | undefined> | undefined,
): Promise<Input> {
  const worktreeId = isOfFolder(entry, given) ? await worktreeOfCaller() : undefined
  return worktreeId === undefined ? given : { ...given, worktreeId }
}

async function defaultsFor(
  tool: Tool,
  given: Input,
  projectOfCaller: () => Promise<string | undefined> | undefined,
): Promise<Input> {
  const { shape } = tool.entry.input
  return {
    ...('maxBytes' in shape && given['maxBytes'] === undefined && { maxBytes: BUDGET }),
    ...('project' in shape && !namesProject(given) && { project: await projectOfCaller() }),
  }
}

function namesProject(input: Input): boolean {
  if (input['project'] !== undefined || input['scope'] === 'all') return true
  if (typeof input['query'] === 'string' && /\bproject:/.test(input['query'])) return true
  return PLACING.some(field => input[field] !== undefined)
}

/** Names all that is needed at once, with its kind: some clients drop every argument, and a model guesses one by one. */
function refuseMissing(tool: Tool, input: Input): void {
  const missing = (tool.schema.required ?? []).filter(field => input[field] === undefined)
  const [field, ...others] = missing
  if (!field) return
  const alone = others.length === 0 ? '' : `, and so is ${others.map(each => `\`${each}\``).join(', ')}`
  const nothing = Object.keys(input).length === 0 ? '; no arguments arrived' : ''
  throw new Refusal('input.invalid', {
    operation: tool.operation,
    field,
    problem: `is needed${alone}${nothing}`,
    needed: Object.fromEntries(missing.map(each => [each, tool.schema.properties[each]])),
  })
}

function answerText(tool: Tool, answer: unknown, asked: unknown): string {
  // What a Brief's page shows as the agent's view is this very value.
  const value = tool.operation === 'recall.brief' ? answer : withoutNulls(answer)
  const room = typeof asked === 'number' ? asked : tool.operation === 'dispatch.claim' ? PACKET_BUDGET : BUDGET
  if (bytesOf(value) <= room) return JSON.stringify(value)
  const fitted = fit(value, room - NOTE)
  const { nextCursor, ...rest } = fitted.value as Input
  // The cursor of a list that lost its end would pass over what was cut.
  const cursor = fitted.cuts.some(isList) ? undefined : nextCursor
  return JSON.stringify({ ...rest, nextCursor: cursor, cut: cutNote(tool, answer, fitted.cuts) })
}

function reasonText(reason: unknown, tools: readonly Tool[]): string {
  if (reason instanceof Refusal) return refusalText(reason, tools)
  const problem = reason instanceof Error ? reason.message : String(reason)
  const cure = reason instanceof Error && 'cure' in reason && typeof reason.cure === 'string' ? reason.cure : undefined
  return `flower could not answer: ${problem}\nNext: ${cure ?? 'Call it again; if that fails too, look with `flower doctor`.'}`
}

const said = (...texts: (string | undefined)[]): CallToolResult => ({
  content: texts.filter(text => text !== undefined).map(text => ({ type: 'text', text })),
})

/** What a model should know before its first call, about the tools that it has. */
function instructionsFor(tools: readonly Tool[]): string {
  const has = (name: string): boolean => tools.some(each => each.name === name)
  return [
    'flower keeps the work of many agents in one place. A Brief (#4) is a piece of work with its spec and trace, a dispatch (d7) hands it to one agent, a decision (q2) is a question, a scratchpad (s3) a note.',
    has('dispatch_claim') &&
      'Take work with dispatch_claim, keep it with dispatch_heartbeat every two minutes, end it with dispatch_complete or dispatch_release.',
    has('decision_ask') && 'Never wait at a prompt: decision_ask, and go on.',
    has('brief_dispatch') &&
      'Plan with brief_capture and brief_split, hand over with brief_dispatch, see recall_queue.',
    'An error says in Next which call helps.',
  ]
    .filter(each => each !== false)
    .join(' ')
}
