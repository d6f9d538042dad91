/** A small agent of the Agent Client Protocol, as other makers' are: it works in a worktree, asks before it does, and uses flower's tools. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import {
  type AgentContext,
  agent,
  type McpServer,
  methods,
  ndJsonStream,
  type PromptResponse,
} from '@agentclientprotocol/sdk'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { numbersIn } from './numbers.ts'

/** `stdio`: it can't speak to MCP servers over HTTP. */
const hasHttp = !process.argv.includes('stdio')
const main = process.env['GARDEN'] ?? ''
const memory = join(process.env['HOME'] ?? '', 'session.json')

let servers: McpServer[] = []
let mode = 'auto'
let cancel = (): void => undefined
let turns = 0

const mcp = async (name: string, args: Record<string, unknown>): Promise<string> => {
  const server = servers[0]
  if (server === undefined) throw new Error('no tools of flower')
  const transport =
    'url' in server
      ? new StreamableHTTPClientTransport(new URL(server.url), {
          requestInit: { headers: Object.fromEntries(server.headers.map(each => [each.name, each.value])) },
        })
      : new StdioClientTransport({
          command: server.command,
          args: server.args,
          env: { ...process.env, ...Object.fromEntries(server.env.map(each => [each.name, each.value])) } as Record<
            string,
            string
          >,
        })
  const caller = new Client({ name: 'small-agent', version: '1' })
  await caller.connect(transport)
  const answer = await caller.callTool({ name, arguments: args })
  await caller.close()
  return JSON.stringify(answer.content)
}

type Told = { client: AgentContext; sessionId: string }

const say = ({ client, sessionId }: Told, text: string): Promise<void> =>
  client.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  })

let calls = 0

/** Asks first; answers whether it was done. */
async function use(
  told: Told,
  kind: 'edit' | 'execute' | 'other',
  rawInput: Record<string, string>,
  deed: () => void,
): Promise<boolean> {
  const { client, sessionId } = told
  const toolCallId = `call-${(calls += 1)}`
  const title = Object.values(rawInput)[0] ?? kind
  await client.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: 'tool_call', toolCallId, title, kind, status: 'pending', rawInput },
  })
  const { outcome } = await client.request(methods.client.session.requestPermission, {
    sessionId,
    toolCall: { toolCallId },
    options: [
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ],
  })
  const isDone = outcome.outcome === 'selected' && outcome.optionId === 'yes'
  if (isDone) deed()
  await client.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: 'tool_call_update', toolCallId, status: isDone ? 'completed' : 'failed' },
  })
  return isDone
}

async function work(told: Told, words: string): Promise<void> {
  const { briefId, dispatchId, token } = numbersIn(words)
  await say(told, `In mode ${mode} `)
  await say(told, (await mcp('recall_brief', { briefId })).includes('spec') ? 'I know my Brief.' : 'I know nothing.')
  const bed = `beds-${briefId}`
  await use(told, 'edit', { path: join(main, 'weeds') }, () => writeFileSync(join(main, 'weeds'), 'x'))
  await use(told, 'edit', { path: join(process.cwd(), bed) }, () => writeFileSync(bed, 'rose\n'))
  const command = `git add -A && git commit -q -m 'Plant a rose' -m 'Brief: #${briefId}'`
  await use(told, 'execute', { command }, () => void spawnSync('sh', ['-c', command]))
  await told.client.notify(methods.client.session.update, {
    sessionId: told.sessionId,
    update: { sessionUpdate: 'usage_update', used: 4_000, size: 200_000, cost: { amount: 0.02, currency: 'USD' } },
  })
  await mcp('dispatch_complete', { dispatchId, token, summary: 'Planted.' })
}

async function prompt(told: Told, words: string): Promise<PromptResponse> {
  turns += 1
  const usage = { inputTokens: 10, outputTokens: 5, cachedReadTokens: 100, totalTokens: 115 }
  if (words.includes('PLAY-LIMIT')) throw new Error('You have hit your usage limit, try again in 2 hours.')
  if (words.includes('PLAY-HANG')) {
    await say(told, 'Waiting.')
    await new Promise<void>(resolve => {
      cancel = resolve
    })
    return { stopReason: 'cancelled' }
  }
  if (words.includes('PLAY-ASK'))
    await use(told, 'other', { riddle: 'What is green?' }, () => writeFileSync('answered', ''))
  if (words.includes('PLAY-WORK')) await work(told, words)
  await say(told, ` Turn ${turns} is over: ${words.slice(0, 20)}`)
  return { stopReason: 'end_turn', usage } as PromptResponse
}

const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>
agent({ name: 'small-agent' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentInfo: { name: 'small-agent', version: '1' },
    agentCapabilities: { loadSession: true, mcpCapabilities: { http: hasHttp } },
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    servers = params.mcpServers
    writeFileSync(memory, 'session-7')
    const availableModes = ['auto', 'default'].map(id => ({ id, name: id }))
    return { sessionId: 'session-7', modes: { currentModeId: mode, availableModes } }
  })
  .onRequest(methods.agent.session.load, async ({ params, client }) => {
    servers = params.mcpServers
    if (!existsSync(memory) || readFileSync(memory, 'utf8') !== params.sessionId) throw new Error('no such session')
    await say({ client, sessionId: params.sessionId }, 'what was said before')
    return {}
  })
  .onRequest(methods.agent.session.setMode, ({ params }) => {
    mode = params.modeId
    return {}
  })
  .onNotification(methods.agent.session.cancel, () => cancel())
  .onRequest(methods.agent.session.prompt, ({ params, client }) => {
    const words = params.prompt.map(each => ('text' in each ? each.text : '')).join('\n')
    return prompt({ client, sessionId: params.sessionId }, words)
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), input))
