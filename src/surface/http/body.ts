/** The input of a call: JSON, or a form with a file. Any other type is refused, so that no plain form of another site gets through. */
import { createHash } from 'node:crypto'
import type { OperationName } from '#contract/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { mostOfFile } from '#domain/text.ts'

/** Bytes. */
const mostBytes = 64 * 1024 * 1024

export async function bodyOf(request: Request, name: OperationName): Promise<unknown> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const bytes = await bytesOf(request)
  if (type === 'multipart/form-data' && name === 'brief.attach') return formOf(bytes, request)
  const text = textOf(bytes, name)
  if (text === '' && !type) return {}
  if (type !== 'application/json')
    throw new Refusal('input.invalid', {
      operation: name,
      field: 'content-type',
      problem: 'has to be application/json',
    })
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Refusal('input.invalid', { operation: name, problem: 'the body is not JSON' })
  }
}

/** A body that says how long it is has that length and no more; one that doesn't is counted while it comes. */
async function bytesOf(request: Request): Promise<ArrayBuffer> {
  const declared = request.headers.get('content-length')
  if (Number(declared) > mostBytes) throw tooLarge()
  return declared === null && request.body ? counted(request.body) : request.arrayBuffer()
}

async function counted(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<ArrayBuffer> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.byteLength
    if (length > mostBytes) throw tooLarge()
    pieces.push(piece)
  }
  return new Blob(pieces).arrayBuffer()
}

const tooLarge = (): Refusal => new Refusal('input.too_large', { field: 'body', limit: mostBytes, unit: 'bytes' })

/** Refuses what is no UTF-8: reading it with marks in its place would keep something that nobody wrote. */
function textOf(bytes: ArrayBuffer, name: OperationName): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal('input.invalid', { operation: name, problem: 'the body is not UTF-8' })
  }
}

/** `briefId` and `file`, as a browser sends a pasted picture. A form tells where its file ends, so what came is whole: only text from a model may have lost its end. */
async function formOf(bytes: ArrayBuffer, request: Request): Promise<unknown> {
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const form = await new Response(bytes, { headers }).formData().catch(() => {
    throw new Refusal('attachment.damaged', { problem: 'the form ends too early' })
  })
  const file = form.get('file')
  if (!(file instanceof File))
    throw new Refusal('input.invalid', {
      operation: 'brief.attach',
      field: 'file',
      problem: 'the form has no file of this name',
    })
  if (file.size > mostOfFile) throw new Refusal('input.too_large', { field: 'file', limit: mostOfFile, unit: 'bytes' })
  // A field that is not known is for the house to name.
  const { file: _, briefId, ...others } = Object.fromEntries(form)
  const content = Buffer.from(await file.arrayBuffer())
  return {
    name: file.name,
    sha256: createHash('sha256').update(content).digest('hex'),
    ...others,
    briefId: briefId === undefined ? undefined : Number(briefId),
    mediaType: file.type || 'application/octet-stream',
    content: content.toString('base64'),
  }
}
