/** What happened in a project or in all of them, newest first; without noise only what somebody would want to be told. */
import { feedTypes } from '#domain/events/feed.ts'
import { list } from '../trace/list.ts'
import type { Read } from '../work.ts'

export const feed: Read<'room.feed'> = async ({ noise, after, ...input }, work) => {
  const { items, nextCursor } = await list({ ...input, ...(!noise && { types: [...feedTypes] }) }, work)
  if (after === undefined) return { items, nextCursor }
  const newer = items.filter(each => each.seq > after)
  return { items: newer, nextCursor: newer.length === items.length ? nextCursor : undefined }
}
