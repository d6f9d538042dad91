// Any agent of the Agent Client Protocol, in version 1: JSON-RPC on its standard input and output.

import { setTimeout as pass } from 'node:timers/promises'
import {
  type AnyMessage,
  type ClientContext,
  client,
  methods,
  type PromptRequest,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
} from '@agentclientprotocol/sdk'
import { updateReader } from '#domain/agent/acp-updates.ts'
import { type Json, readJson, recordOf } from '#domain/agent/loose-json.ts'
import { readUsageLimit } from '#domain/agent/usage-limit.ts'
import { decidePermission } from './acp-permission.ts'
import { openSession } from './acp-session.ts'
import type { Begin, Child, Conversation, Host } from './driver.ts'

/** From the end of its input to SIGTERM, and from that to SIGKILL: some heed neither of the first two. */
const LEAVES_MS = 3_000

export const beginAcp: Begin = async host => {
  const { harness, prompt } = host.start
  let heard: ReadableStreamDefaultController<AnyMessage> | undefined
  const readable = new ReadableStream<AnyMessage>({ start: controller => void (heard = controller) })
  const child = await host.launch({
    words: [...harness.words, ...harness.args],
    hear: line => {
      const message = readJson(line)
      if (recordOf(message)['jsonrpc'] !== '2.0') return
      turns.hearResult(message)
      heard?.enqueue(message as unknown as AnyMessage)
    },
  })
  const writable = new WritableStream<AnyMessage>({ write: message => child.write(`${JSON.stringify(message)}\n`) })
  const turns = new Turns(host, child)
  const connection = client({ name: 'flower' })
    .onNotification(methods.client.session.update, ({ params }) => turns.hear(params.update as unknown as Json))
    .onRequest(methods.client.session.requestPermission, ({ params }) => turns.permit(params))
    .connect({ readable, writable })
  const gone = child.ended.then(end => {
    if (turns.isOpen) return turns.leave(end)
    throw new Error(`it ended before it had a session: ${host.lastWords(5)}`)
  })
  gone.catch(() => undefined)
  const session = await Promise.race([openSession(host, connection.agent), gone])
  turns.open(connection.agent, session as string)
  turns.send(prompt)
  return turns
}

/** One session, turn after turn. */
class Turns implements Conversation {
  readonly #host: Host
  readonly #child: Child
  readonly #reader: ReturnType<typeof updateReader>
  readonly #waiting: string[] = []
  /** Who waits for a person's word on a tool. */
  readonly #asking: ((isAllowed: boolean | undefined) => void)[] = []
  #agent: ClientContext | undefined
  #session = ''
  #isAtWork = false
  #isFinishing = false

  constructor(host: Host, child: Child) {
    this.#host = host
    this.#child = child
    this.#reader = updateReader(host.start.harness.model ?? 'unknown')
  }

  get isOpen(): boolean {
    return this.#agent !== undefined
  }

  open(agent: ClientContext, session: string): void {
    this.#agent = agent
    this.#session = session
  }

  send(text: string): boolean {
    if (this.#isAtWork) this.#waiting.push(text)
    else void this.#play(text)
    return true
  }

  interrupt(): void {
    if (!this.#isAtWork) return
    this.#waiting.length = 0
    for (const answer of this.#asking.splice(0)) answer(undefined)
    void this.#agent?.notify(methods.agent.session.cancel, { sessionId: this.#session })
  }

  answer(isAllowed: boolean): boolean {
    const waits = this.#asking.shift()
    waits?.(isAllowed)
    return waits !== undefined
  }

  finish(): void {
    this.#isFinishing = true
    if (!this.#isAtWork) void this.#close()
  }

  /** What is told of a session that is loaded again was told before. */
  hear(update: Json): void {
    if (!this.isOpen) return
    for (const said of this.#reader.update(update)) this.#host.say(said)
  }

  /** The usage of a turn is in its answer, and not yet in the protocol that the library knows. */
  hearResult(message: Json): void {
    const { usage } = recordOf(recordOf(message)['result'])
    if (usage === undefined || !this.isOpen) return
    for (const said of this.#reader.used(usage)) this.#host.say(said)
  }

  async permit({ toolCall, options }: RequestPermissionRequest): Promise<RequestPermissionResponse> {
    const call = this.#reader.callOf(toolCall as unknown as Json)
    const decided = await decidePermission(this.#host, call)
    let isAllowed: boolean | undefined = decided.answer === 'allow'
    if (decided.answer === 'deny') this.#host.say({ kind: 'denied', tool: call.name, reason: decided.reason })
    if (decided.answer === 'ask') isAllowed = await this.#askPerson(call.name)
    if (isAllowed === undefined) return { outcome: { outcome: 'cancelled' } }
    const wanted = isAllowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always']
    const option = wanted.flatMap(kind => options.find(each => each.kind === kind) ?? [])[0]
    if (option === undefined) return { outcome: { outcome: 'cancelled' } }
    return { outcome: { outcome: 'selected', optionId: option.optionId } }
  }

  leave(end: Awaited<Child['ended']>): void {
    if (this.#isAtWork && end.signal === null) {
      const words = this.#host.lastWords(20)
      this.#host.say({ kind: 'error', words })
      this.#host.say({ kind: 'turn_ended', outcome: 'failed', words })
    }
    this.#host.leave(end)
  }

  async #askPerson(tool: string): Promise<boolean | undefined> {
    const { promise, resolve } = Promise.withResolvers<boolean | undefined>()
    this.#asking.push(resolve)
    this.#host.say({ kind: 'permission', tool })
    return promise
  }

  async #play(text: string): Promise<void> {
    this.#isAtWork = true
    const outcome = await this.#turn(text)
    this.#isAtWork = false
    const next = this.#waiting.shift()
    if (next !== undefined) {
      if (outcome.outcome !== 'done') this.#host.say({ kind: 'turn_ended', ...outcome })
      return this.#play(next)
    }
    this.#host.say({ kind: 'turn_ended', ...outcome })
    if (this.#isFinishing) await this.#close()
  }

  async #turn(text: string): Promise<{ outcome: 'done' | 'interrupted' | 'failed'; words: string }> {
    try {
      const asked: PromptRequest = { sessionId: this.#session, prompt: [{ type: 'text', text }] }
      const answer = await this.#agent?.request(methods.agent.session.prompt, asked)
      for (const said of this.#reader.flush()) this.#host.say(said)
      const words = this.#reader.lastWords()
      if (answer?.stopReason === 'end_turn') return { outcome: 'done', words }
      if (answer?.stopReason === 'cancelled') return { outcome: 'interrupted', words }
      return { outcome: 'failed', words: `it stopped: ${answer?.stopReason ?? 'no answer'}` }
    } catch (error) {
      const words = wordsOf(error)
      const limit = readUsageLimit(words, new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone)
      this.#host.say(limit ? { kind: 'limit', ...limit, words } : { kind: 'error', words })
      return { outcome: 'failed', words }
    }
  }

  async #close(): Promise<void> {
    this.#child.process.stdin.end()
    await Promise.race([this.#child.ended, pass(LEAVES_MS)])
    this.#child.signal('SIGTERM')
    await Promise.race([this.#child.ended, pass(LEAVES_MS)])
    this.#child.signal('SIGKILL')
  }
}

/** Of an error of JSON-RPC its details too. */
function wordsOf(error: unknown): string {
  const { message } = error instanceof Error ? error : { message: String(error) }
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined
  return data === undefined ? message : `${message}: ${typeof data === 'string' ? data : JSON.stringify(data)}`
}
