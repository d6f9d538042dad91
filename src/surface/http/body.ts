/** The input of a call: JSON, or a form with a file. Any other type is refused, so that no plain form of another site gets through. */
import type { OperationName } from '#contract/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'

/** Bytes. */
const mostBytes = 64 * 1024 * 1024

export async function bodyOf(request: Request, name: OperationName): Promise<unknown> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > mostBytes) throw new Refusal('input.too_large', { field: 'body', limit: mostBytes, unit: 'bytes' })
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type === 'multipart/form-data' && name === 'brief.attach') return formOf(request)
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > mostBytes)
    throw new Refusal('input.too_large', { field: 'body', limit: mostBytes, unit: 'bytes' })
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

/** Refuses what is no UTF-8: reading it with marks in its place would keep something that nobody wrote. */
function textOf(bytes: ArrayBuffer, name: OperationName): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal('input.invalid', { operation: name, problem: 'the body is not UTF-8' })
  }
}

/** `briefId` and `file`, as a browser sends a pasted picture; the bytes are never cut on the way. */
async function formOf(request: Request): Promise<unknown> {
  const form = await request.formData().catch(() => {
    throw new Refusal('attachment.damaged', { problem: 'the form ends too early' })
  })
  const file = form.get('file')
  if (!(file instanceof File))
    throw new Refusal('input.invalid', {
      operation: 'brief.attach',
      field: 'file',
      problem: 'the form has no file of this name',
    })
  const sha256 = form.get('sha256')
  return {
    briefId: Number(form.get('briefId')),
    name: String(form.get('name') ?? file.name),
    mediaType: file.type || 'application/octet-stream',
    content: Buffer.from(await file.arrayBuffer()).toString('base64'),
    ...(typeof sha256 === 'string' ? { sha256 } : {}),
  }
}
