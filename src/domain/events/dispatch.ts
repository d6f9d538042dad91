/** What happens to a hand-over, its claims and its review. */
import { z } from 'zod'
import { spokenFailure } from '../failure.ts'
import { dispatchRef } from '../ref.ts'
import { event } from './definition.ts'

const attempt = { dispatchId: z.int(), attempt: z.int() }

const withComments = (count: number): string =>
  count > 0 ? `with ${count} ${count === 1 ? 'comment' : 'comments'}` : ''

export const dispatchEvents = {
  dispatched: event({
    noun: 'dispatch',
    payload: z.object({
      dispatchId: z.int(),
      leg: z.string(),
      kind: z.string(),
      harness: z.string().optional(),
      branch: z.string(),
      note: z.string().optional(),
    }),
    tone: 'house',
    words: p => `${dispatchRef(p.dispatchId)} ${p.leg}, ${p.kind}${p.harness ? `, ${p.harness}` : ''}`,
    body: p => p.note,
  }),
  claimed: event({
    noun: 'dispatch',
    payload: z.object({ ...attempt, token: z.int(), leaseExpiresAt: z.string() }),
    tone: 'house',
    words: p => `${dispatchRef(p.dispatchId)}, attempt ${p.attempt}, token ${p.token}`,
  }),
  released: event({
    noun: 'dispatch',
    payload: z.object({ ...attempt, reason: z.string(), note: z.string().optional() }),
    tone: 'house',
    words: p => `${dispatchRef(p.dispatchId)}, attempt ${p.attempt}: ${spokenFailure(p.reason)}`,
    body: p => p.note,
  }),
  lease_expired: event({
    noun: 'dispatch',
    payload: z.object({ ...attempt, holder: z.string(), next: z.int().optional() }),
    tone: 'bad',
    words: p =>
      `${dispatchRef(p.dispatchId)}, attempt ${p.attempt} of ${p.holder}${p.next ? `; back in the queue as attempt ${p.next}` : ''}`,
  }),
  attempt_ended: event({
    noun: 'dispatch',
    payload: z.object({ ...attempt, outcome: z.string(), reason: z.string(), note: z.string().optional() }),
    tone: 'bad',
    words: p => `${dispatchRef(p.dispatchId)}, attempt ${p.attempt}: ${p.outcome}, ${spokenFailure(p.reason)}`,
    body: p => p.note,
  }),
  completed: event({
    noun: 'dispatch',
    payload: z.object({
      ...attempt,
      leg: z.string(),
      summary: z.string(),
      evidence: z.array(z.string()),
      /** Files that lay in its worktree without a commit. */
      uncommitted: z.int().optional(),
    }),
    tone: 'good',
    words: p =>
      [
        `${dispatchRef(p.dispatchId)} ${p.leg}, attempt ${p.attempt}`,
        p.evidence.length > 0 && `with ${p.evidence.join(', ')}`,
        p.uncommitted && `${p.uncommitted} ${p.uncommitted === 1 ? 'file' : 'files'} not committed`,
      ]
        .filter(Boolean)
        .join(', '),
    body: p => p.summary,
  }),
  dispatch_cancelled: event({
    noun: 'dispatch',
    payload: z.object({ dispatchId: z.int(), holder: z.string().optional(), note: z.string().optional() }),
    tone: 'house',
    words: p => `${dispatchRef(p.dispatchId)}${p.holder ? `, held by ${p.holder}` : ''}`,
    body: p => p.note,
  }),
  attempts_spent: event({
    noun: 'dispatch',
    payload: z.object({ dispatchId: z.int(), leg: z.string(), attempts: z.int() }),
    tone: 'bad',
    words: p => `${dispatchRef(p.dispatchId)} ${p.leg}, after ${p.attempts} attempts; an operator is asked`,
  }),
  lease_kept: event({
    noun: 'dispatch',
    payload: z.object({ dispatchId: z.int(), holder: z.string(), leaseExpiresAt: z.string() }),
    tone: 'house',
    quiet: true,
    words: p => `${dispatchRef(p.dispatchId)} of ${p.holder}: flower was away, so no lease was taken`,
  }),
  review_requested: event({
    noun: 'review',
    payload: z.object({ dispatchId: z.int() }),
    tone: 'house',
    words: p => dispatchRef(p.dispatchId),
  }),
  changes_asked: event({
    noun: 'review',
    payload: z.object({ body: z.string(), comments: z.int() }),
    tone: 'text',
    words: p => withComments(p.comments),
    body: p => p.body,
  }),
  verdict_given: event({
    noun: 'review',
    payload: z.object({
      dispatchId: z.int(),
      verdict: z.enum(['pass', 'changes']),
      body: z.string(),
      comments: z.int(),
    }),
    tone: 'text',
    words: p => [`${p.verdict} on ${dispatchRef(p.dispatchId)}`, withComments(p.comments)].filter(Boolean).join(', '),
    body: p => p.body,
  }),
}
