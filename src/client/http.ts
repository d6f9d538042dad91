/** The telephone over HTTP, for other processes and for the page. */
import { Refusal, type RefusalCode, refusalCodes } from '#domain/refusal.ts'
import type { CallOptions, Client } from './client.ts'

export type HttpClientOptions = {
  /** `http://127.0.0.1:4747`, or empty in the page. */
  baseUrl: string
  /** Asked for each call, so that a token or an actor may change. */
  headers?: () => Record<string, string>
  /** How a request goes out; `fetch` unless told otherwise. Rejects when no whole answer came back. */
  send?: Send
}

export type Request = {
  method: 'POST'
  headers: Record<string, string>
  body: string
  signal?: AbortSignal | undefined
}
export type Send = (url: string, request: Request) => Promise<{ status: number; text: string }>

const sendByFetch: Send = async (url, { signal, ...request }) => {
  const response = await fetch(url, { ...request, ...(signal && { signal }) })
  return { status: response.status, text: await response.text() }
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
  const send = options.send ?? sendByFetch
  return {
    call: async (name, input, callOptions: CallOptions = {}) => {
      const headers: Record<string, string> = { 'content-type': 'application/json', ...options.headers?.() }
      if (callOptions.commandId) headers['idempotency-key'] = callOptions.commandId
      const { signal } = callOptions
      const request: Request = { method: 'POST', headers, body: JSON.stringify(input), signal }
      // An answer that breaks off is no answer: the call is sent again under its command id.
      const { status, text } = await send(`${options.baseUrl}/api/${name}`, request).catch((cause: unknown) => {
        if (signal?.aborted) throw cause
        throw new Refusal('server.unreachable', { url: options.baseUrl || 'flower' })
      })
      if (status !== 200) throw refusalOf(status, text)
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
