/** What a review says of lines, and changes that a person asks for without one. */
import type { Brief } from './brief.ts'
import type { Change } from './change.ts'
import { newEvent } from './events/catalogue.ts'
import { Refusal } from './refusal.ts'

export type LineComment = { file: string; line?: number | undefined; body: string }

/** The verdict as one text: what was said of all, then of each place. */
export function reviewText(body: string, comments: readonly LineComment[]): string {
  const places = comments.map(each => `- \`${each.file}${each.line ? `:${each.line}` : ''}\` ${each.body}`)
  return [body, places.join('\n')].filter(Boolean).join('\n\n')
}

/** Changes asked for by whoever looked at the work. The fix leg is queued by the caller. */
export function askChanges(
  brief: Brief,
  ask: { body: string; comments: readonly LineComment[] },
): Change & { briefs: [Brief] } {
  const body = reviewText(ask.body, ask.comments)
  if (body.trim() === '')
    throw new Refusal('input.invalid', {
      operation: 'review.comment',
      field: 'body',
      problem: 'says nothing: write a body or comment on a line',
    })
  return {
    briefs: [{ ...brief, reviewed: 'changes' }],
    events: [newEvent('changes_asked', brief.id, { body, comments: ask.comments.length })],
  }
}
