/** A file on this machine as what `brief.attach` takes. */
import { createHash } from 'node:crypto'
import { basename, extname } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import { mostOfFile } from '#domain/text.ts'
import type { CliDoor } from './door.ts'
import { Misuse } from './misuse.ts'
import { readFileOf } from './read-value.ts'

const mediaTypes: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.json': 'application/json',
  '.zip': 'application/zip',
  '.gz': 'application/gzip',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
}

/** Puts the file's bytes, name and kind into the input; what was said by a flag stays. */
export async function attachFile(input: Record<string, unknown>, door: CliDoor): Promise<Record<string, unknown>> {
  const { path, ...rest } = input
  const help = 'flower help brief attach'
  if (typeof path !== 'string') throw new Misuse('`flower brief attach` needs <path>.', help)
  const bytes = await readFileOf(path, { source: door, help })
  if (bytes.length > mostOfFile)
    throw new Refusal('input.too_large', { field: 'path', limit: mostOfFile, unit: 'bytes' })
  return {
    name: basename(path),
    mediaType: mediaTypes[extname(path).toLowerCase()] ?? 'application/octet-stream',
    content: Buffer.from(bytes).toString('base64'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...rest,
  }
}
