/** An attached file with its bytes. */
import { Refusal } from '#domain/refusal.ts'
import { findAttachment } from '#store/queries/keepsakes.ts'
import type { Read } from '../work.ts'

export const attachment: Read<'brief.attachment'> = async (input, work) => {
  const row = await findAttachment(work.tx, input.attachmentId)
  if (!row) throw new Refusal('attachment.missing', { attachmentId: input.attachmentId })
  const { name, bytes, sha256, actor, at } = row
  return {
    attachment: {
      attachmentId: row.id,
      briefId: row.brief_id,
      name,
      mediaType: row.media_type,
      bytes,
      sha256,
      url: `/api/attachments/${row.id}`,
      actor,
      at,
      content: Buffer.from(row.content).toString('base64'),
    },
  }
}
