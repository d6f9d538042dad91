/** Sending a file to a Brief, with its progress. */
import type { Output } from '#contract/catalogue.ts'
import { Refusal, type RefusalCode, refusalCodes } from '#domain/refusal.ts'
import { newCommandId } from './api.ts'

/** Bytes; the house takes no more. */
export const mostBytes = 10 * 1024 * 1024

/** A file that is sent to a Brief once more is the same thing done: it never hangs there twice. */
const ids = new WeakMap<File, Map<number, string>>()

function idOf(file: File, briefId: number): string {
  const ofFile = ids.get(file) ?? new Map<number, string>()
  const id = ofFile.get(briefId) ?? newCommandId()
  ids.set(file, ofFile.set(briefId, id))
  return id
}

/** `progress` is 0 to 1. Rejects with the Refusal of the house. */
export function attachFile(
  briefId: number,
  file: File,
  progress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Output<'brief.attach'>> {
  const form = new FormData()
  form.set('briefId', String(briefId))
  form.set('name', file.name)
  form.set('file', file)
  // Only this kind of request tells how much of it has been sent.
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', event => progress(event.total === 0 ? 0 : event.loaded / event.total))
    request.addEventListener('load', () => {
      const answer = answerOf(request)
      if (request.status === 200) resolve(answer as Output<'brief.attach'>)
      else reject(refusalOf(answer))
    })
    request.addEventListener('error', () => reject(new Refusal('server.unreachable', { url: 'flower' })))
    request.addEventListener('abort', () => reject(new Error('Taken back.')))
    signal?.addEventListener('abort', () => request.abort())
    request.open('POST', '/api/brief.attach')
    request.setRequestHeader('idempotency-key', idOf(file, briefId))
    request.send(form)
  })
}

function answerOf(request: XMLHttpRequest): unknown {
  try {
    return JSON.parse(request.responseText)
  } catch {
    return undefined
  }
}

function refusalOf(answer: unknown): Error {
  const {
    code = '',
    data = {},
    detail,
  } = (answer ?? {}) as { code?: string; data?: Record<string, unknown>; detail?: string }
  if ((refusalCodes as string[]).includes(code)) return new Refusal(code as RefusalCode, data)
  return new Error(detail ?? 'It did not arrive.')
}
