/** A model on loopback for real harnesses: it answers what a test says, in the streams of Anthropic's and of OpenAI's protocols. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as read } from 'node:stream/consumers'
import { allOf, arrayOf, type Json, readJson, recordOf, textOf } from '#domain/agent/loose-json.ts'

/** What a harness asked, whichever protocol it speaks. */
export type Asked = {
  protocol: 'messages' | 'responses'
  /** How often the model has spoken in this conversation: retries and resumed sessions need no memory here. */
  turn: number
  /** Everything that was said to it, tools' answers not among it. */
  words: string
  lastWords: string
  /** What the newest tool answered; empty before the first. */
  result: string
  tools: string[]
  headers: IncomingHttpHeaders
}

export type Answer = {
  text?: string
  /** `namespace` is of the Responses protocol, where the tools of an MCP server have one. */
  calls?: { name: string; input: unknown; namespace?: string }[]
  usage?: { input?: number; cacheRead?: number; cacheWrite?: number; output?: number }
  /** An error instead. */
  status?: number
  error?: { type: string; message: string }
  headers?: Record<string, string>
  /** Begins and never ends. */
  hang?: true
}

export type MockModel = { url: string; asked: Asked[]; close: () => Promise<void> }

export async function startMockModel(answer: (asked: Asked) => Answer): Promise<MockModel> {
  const all: Asked[] = []
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', 'http://mock').pathname
    void read(incoming).then(body => {
      const protocol = path.endsWith('/messages') ? 'messages' : path.endsWith('/responses') ? 'responses' : undefined
      if (incoming.method !== 'POST' || protocol === undefined) return other(path, body, outgoing)
      const asked = understand(protocol, readJson(body), incoming.headers)
      all.push(asked)
      return reply(protocol, answer(asked), textOf(recordOf(readJson(body))['model']), outgoing)
    })
  })
  await new Promise<void>(done => void server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: all,
    close: async () => {
      server.closeAllConnections()
      await new Promise(done => void server.close(done))
    },
  }
}

/** Token counts, lists of models and signs of life. */
function other(path: string, body: string, outgoing: ServerResponse): void {
  const known = path.endsWith('count_tokens') ? { input_tokens: body.length } : { object: 'list', data: [], models: [] }
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(known))
}

function understand(protocol: Asked['protocol'], body: Json, headers: IncomingHttpHeaders): Asked {
  const asked = recordOf(body)
  const parts = protocol === 'messages' ? partsOfMessages(asked) : partsOfResponses(asked)
  const words = parts.flatMap(each => (each.by === 'user' ? [each.text] : []))
  const spoken = parts.filter((each, at) => each.by === 'model' && parts[at - 1]?.by !== 'model')
  const tools = arrayOf(asked['tools']).flatMap(each => {
    const { name, tools: inner } = recordOf(each)
    return inner === undefined
      ? [textOf(name)]
      : arrayOf(inner).map(one => `${textOf(name)}/${textOf(recordOf(one)['name'])}`)
  })
  return {
    protocol,
    turn: spoken.length,
    words: words.join('\n'),
    lastWords: words.at(-1) ?? '',
    result: parts.findLast(each => each.by === 'tool')?.text ?? '',
    tools,
    headers,
  }
}

type Part = { by: 'user' | 'model' | 'tool' | 'house'; text: string }

function partsOfMessages(asked: Record<string, Json>): Part[] {
  return arrayOf(asked['messages']).flatMap((message): Part[] => {
    const { role, content } = recordOf(message)
    if (role === 'assistant') return [{ by: 'model', text: allOf(content) }]
    if (typeof content === 'string') return [{ by: 'user', text: content }]
    return arrayOf(content).map(block => {
      const { type, text, content: inner } = recordOf(block)
      return type === 'tool_result' ? { by: 'tool', text: allOf(inner) } : { by: 'user', text: textOf(text) }
    })
  })
}

function partsOfResponses(asked: Record<string, Json>): Part[] {
  return arrayOf(asked['input']).map((item): Part => {
    const { type, role, content, output } = recordOf(item)
    if (textOf(type).endsWith('_output')) return { by: 'tool', text: allOf(output) }
    if (role === 'user') return { by: 'user', text: allOf(content) }
    if (role === undefined || role === 'assistant') return { by: 'model', text: allOf(content) }
    return { by: 'house', text: allOf(content) }
  })
}

function reply(protocol: Asked['protocol'], answer: Answer, model: string, outgoing: ServerResponse): void {
  if (answer.status !== undefined) {
    outgoing.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    return void outgoing.end(JSON.stringify({ type: 'error', error: answer.error }))
  }
  outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': `req_${randomUUID()}` })
  if (answer.hang) return void outgoing.write('event: ping\ndata: {"type":"ping"}\n\n')
  const events = protocol === 'messages' ? messageEvents(answer, model) : responseEvents(answer, model)
  for (const event of events) outgoing.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  return void outgoing.end()
}

type Event = { type: string } & Record<string, unknown>

const usageOf = (answer: Answer) => ({ input: 1_000, cacheRead: 0, cacheWrite: 0, output: 50, ...answer.usage })

function messageEvents(answer: Answer, model: string): Event[] {
  const used = usageOf(answer)
  const input = {
    input_tokens: used.input,
    cache_read_input_tokens: used.cacheRead,
    cache_creation_input_tokens: used.cacheWrite,
  }
  const message = { id: `msg_${randomUUID()}`, type: 'message', role: 'assistant', model, content: [] }
  const stop_reason = answer.calls ? 'tool_use' : 'end_turn'
  const words = answer.text === undefined ? [] : [textBlock(answer.text)]
  const blocks = [...words, ...(answer.calls ?? []).map(toolBlock)]
  return [
    { type: 'message_start', message: { ...message, stop_reason: null, usage: { ...input, output_tokens: 1 } } },
    ...blocks.flatMap(({ open, delta }, index) => [
      { type: 'content_block_start', index, content_block: open },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason }, usage: { ...input, output_tokens: used.output } },
    { type: 'message_stop' },
  ]
}

const textBlock = (text: string) => ({
  open: { type: 'text', text: '' } as object,
  delta: { type: 'text_delta', text } as object,
})

const toolBlock = ({ name, input }: { name: string; input: unknown }) => ({
  open: { type: 'tool_use', id: `toolu_${randomUUID()}`, name, input: {} } as object,
  delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) } as object,
})

function responseEvents(answer: Answer, model: string): Event[] {
  const used = usageOf(answer)
  const usage = {
    input_tokens: used.input + used.cacheRead,
    input_tokens_details: { cached_tokens: used.cacheRead },
    output_tokens: used.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: used.input + used.cacheRead + used.output,
  }
  const words = answer.text === undefined ? [] : [messageItem(answer.text)]
  const output = [...words, ...(answer.calls ?? []).map(callItem)]
  const response = { id: `resp_${randomUUID()}`, object: 'response', model, error: null }
  return [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } },
    ...output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item },
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response: { ...response, status: 'completed', output, usage } },
  ]
}

const messageItem = (text: string): object => ({
  type: 'message',
  id: `msg_${randomUUID()}`,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
})

const callItem = ({ name, input, namespace }: { name: string; input: unknown; namespace?: string }): object => ({
  type: 'function_call',
  id: `fc_${randomUUID()}`,
  call_id: `call_${randomUUID()}`,
  name,
  ...(namespace === undefined ? {} : { namespace }),
  arguments: JSON.stringify(input),
  status: 'completed',
})
