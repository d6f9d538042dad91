/** Keeps a file with a Brief. Size and hash are checked, so that a cut file is refused and never kept. */
import { createHash } from 'node:crypto'
import { isPicture } from '#domain/brief.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { mostOfFile } from '#domain/text.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { addAttachment, findSameAttachment } from '#store/queries/keepsakes.ts'
import { commit, type Write, type WriteWork } from '../work.ts'

export const attach: Write<'brief.attach'> = async (input, work) => {
  const { briefId, name, mediaType } = input
  await getBrief(work.tx, briefId)
  const content = Buffer.from(input.content, 'base64')
  if (content.length === 0) throw new Refusal('attachment.damaged', { problem: 'it is empty' })
  if (content.length > mostOfFile)
    throw new Refusal('input.too_large', { field: 'content', limit: mostOfFile, unit: 'bytes' })
  const sha256 = createHash('sha256').update(content).digest('hex')
  if (input.sha256 && input.sha256 !== sha256)
    throw new Refusal('attachment.damaged', { problem: `its SHA-256 is ${sha256}, not ${input.sha256}` })
  if (!input.sha256 && mediaType === 'image/png' && !isWholePng(content))
    throw new Refusal('attachment.damaged', { problem: 'it is no PNG, or its end is missing' })
  const known = await findSameAttachment(work.tx, briefId, sha256, name)
  const attachmentId = known ?? (await keep(work, { briefId, name, mediaType, content, sha256 }))
  const url = `/api/attachments/${attachmentId}`
  const alt = name.replace(/[[\]\\]/g, '')
  return {
    briefId,
    attachmentId,
    url,
    sha256,
    markdown: isPicture(mediaType) ? `![${alt}](${url})` : `[${alt}](${url})`,
    next: 'Put `markdown` into a note or the spec to show it there.',
  }
}

const pngBegins = Buffer.from('89504e470d0a1a0a', 'hex')

/** A screenshot that came as text without its hash may have been cut: a PNG says how long its parts are and which is the last. */
function isWholePng(content: Buffer): boolean {
  if (!content.subarray(0, pngBegins.length).equals(pngBegins)) return false
  for (let at = pngBegins.length; at + 12 <= content.length; at += 12 + content.readUInt32BE(at))
    if (content.toString('latin1', at + 4, at + 8) === 'IEND') return true
  return false
}

type File = { briefId: number; name: string; mediaType: string; content: Buffer; sha256: string }

async function keep(work: WriteWork, file: File): Promise<number> {
  const { briefId, name, mediaType, content, sha256 } = file
  const attachmentId = await addAttachment(work.tx, {
    brief_id: briefId,
    name,
    media_type: mediaType,
    bytes: content.length,
    sha256,
    content,
    actor: work.name,
    at: work.now,
  })
  await commit(work, {
    events: [newEvent('attachment_added', briefId, { attachmentId, name, mediaType, bytes: content.length })],
  })
  return attachmentId
}
