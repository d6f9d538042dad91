/** The telephone over HTTP, for other processes and for the page. */
import { Refusal, type RefusalCode, refusalCodes } from '#domain/refusal.ts'
import type { CallOptions, Client } from './client.ts'

export type HttpClientOptions = {
  /** `http://127.0.0.1:4747`, or empty in the page. */
  baseUrl: string
  /** Asked for each call, so that a token or an actor may change. */
  headers?: () => Record<string, string>
  fetch?: typeof globalThis.fetch
}

/** An answer that is no refusal: the server broke, or something else answered. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer'
  readonly status: number
  constructor(status: number, detail: string) {
    super(`The answer can't be used (${status}): ${detail}`)
    this.status = status
  }
}

/** `call` throws the Refusal of the house; `server.unreachable` when nobody answers. */
export function httpClient(options: HttpClientOptions): Client {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis)
  return {
    call: async (name, input, callOptions: CallOptions = {}) => {
      const headers: Record<string, string> = { 'content-type': 'application/json', ...options.headers?.() }
      if (callOptions.commandId) headers['idempotency-key'] = callOptions.commandId
      const init: RequestInit = { method: 'POST', headers, body: JSON.stringify(input) }
      if (callOptions.signal) init.signal = callOptions.signal
      const unreachable = (cause: unknown): never => {
        if (callOptions.signal?.aborted) throw cause
        throw new Refusal('server.unreachable', { url: options.baseUrl || 'flower' })
      }
      const response = await send(`${options.baseUrl}/api/${name}`, init).catch(unreachable)
      // An answer that breaks off is no answer: the call is sent again under its command id.
      const text = await response.text().catch(unreachable)
      if (!response.ok) throw refusalOf(response.status, text)
      return JSON.parse(text) as never
    },
  }
}

type Problem = { code?: string; detail?: string; data?: Record<string, unknown> }

function refusalOf(status: number, text: string): Error {
  const problem = readProblem(text)
  if (problem?.code && (refusalCodes as string[]).includes(problem.code))
    return new Refusal(problem.code as RefusalCode, problem.data ?? {})
  return new BrokenAnswer(status, problem?.detail ?? text.slice(0, 200))
}

function readProblem(text: string): Problem | undefined {
  try {
    return JSON.parse(text) as Problem
  } catch {
    return undefined
  }
}
