/** Changes that a person asks for without a review. */
import type { Brief } from '../brief.ts'
import type { Change } from '../change.ts'
import { newEvent } from '../events/catalogue.ts'
import { Refusal } from '../refusal.ts'
import { type LineComment, reviewText } from './review-text.ts'

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
