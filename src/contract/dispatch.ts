/** Hand-overs: claimed by one agent under a lease, kept alive, ended. And the review that is told to refute. */
import { z } from 'zod'
import { OwnReason } from '#domain/failure.ts'
import { BriefStatus, Leg } from '#domain/status.ts'
import { limits, line, reported } from '#domain/text.ts'
import { worktreeStatuses } from '#domain/worktree/worktree.ts'
import { briefId, cursor, dispatchId, limit, next, project, token, whole } from './fields.ts'
import {
  everyone,
  house,
  operation,
  planners,
  toolForPlanners,
  toolForReviewers,
  toolForWorkers,
  workers,
} from './operation.ts'
import { BriefRow, DecisionView, DispatchMention, DispatchView, MessageView } from './shapes.ts'

const worktree = z
  .object({
    project: z.string(),
    path: z
      .string()
      .describe('Where to work; where there is no worktree yet, the repository, in which nothing is to be changed'),
    mainPath: z.string().describe('Never to be changed'),
    primaryBranch: z.string(),
    worktreeId: z.int().optional(),
    worktreePath: z.string().optional(),
    state: z.enum([...worktreeStatuses, 'none']),
    reason: z.string().optional(),
  })
  .describe('The repository, and the worktree to work in once its state is `ready`; `none`: make your own on `branch`')

const answers = z.array(DecisionView.pick({ id: true, header: true, answer: true, option: true }))
const held = { dispatchId, token }
const note = reported(limits.note).optional()
const lateWriter = ['dispatch.missing', 'dispatch.stale_token', 'dispatch.not_yours'] as const
/** On lines of files; a comment without a line is on the file. */
const comments = z
  .array(z.strictObject({ file: line(500), line: whole.positive().optional(), body: reported(8_000).min(1) }))
  .max(200)
const gaveUp = z.object({
  dispatchId: z.int(),
  status: z.string(),
  attemptsLeft: z.int(),
  decisionId: z.int().optional(),
  next,
})

const QueueRow = DispatchMention.extend({
  briefId: z.int(),
  title: z.string(),
  project: z.string(),
  priority: z.int(),
  meantFor: z.string().nullable(),
  waits: z.string().optional(),
  since: z.string(),
})

export const dispatchOperations = {
  'dispatch.claim': operation({
    effect: 'write',
    summary: 'Claim a dispatch, or the next one that waits; exactly one caller gets it, under a lease of five minutes.',
    input: z.strictObject({
      dispatchId: dispatchId.optional(),
      project,
      leg: Leg.optional(),
      wait: z.int().min(0).max(50).optional().describe('Seconds to wait for one, and until its worktree is ready'),
    }),
    output: z.object({
      dispatchId: z.int(),
      briefId: z.int(),
      leg: Leg,
      attempt: z.int(),
      token: z.int(),
      leaseExpiresAt: z.string(),
      branch: z.string(),
      packet: z.string(),
      decided: answers.describe('Answered since the packet was written'),
      worktree,
      next,
    }),
    refuses: [
      'dispatch.missing',
      'dispatch.none',
      'dispatch.taken',
      'dispatch.ended',
      'dispatch.waiting',
      'review.own_work',
      'system.paused',
      'brief.blocked',
      'brief.unapproved',
    ],
    gathers: 'places',
    awaits: 'worktree',
    roles: workers,
    tool: toolForWorkers,
    cli: { short: 'claim', positional: ['dispatchId'] },
  }),
  'dispatch.heartbeat': operation({
    effect: 'write',
    summary: 'Keep the lease alive; answers what waits for you.',
    input: z.strictObject({ ...held, contextTokens: whole.min(0).optional(), note }),
    output: z.object({
      leaseExpiresAt: z.string(),
      decisions: answers.describe('Answered for you and not yet acknowledged'),
      messages: z.array(MessageView),
      refresh: z.string().optional().describe('What is asked of your context'),
      overlaps: z
        .array(z.object({ path: z.string(), otherPath: z.string(), holder: z.string() }))
        .describe('Paths that you have claimed and somebody else too'),
      worktree,
      paused: z.boolean(),
      next,
    }),
    refuses: lateWriter,
    roles: workers,
    tool: toolForWorkers,
    cli: { positional: ['dispatchId', 'token'] },
  }),
  'dispatch.complete': operation({
    effect: 'write',
    summary: 'Finish: what you did, how you checked it, what is left.',
    input: z.strictObject({
      ...held,
      summary: reported(limits.note).min(1),
      evidence: z.array(reported(500)).max(50).optional().describe('Commits, logs, addresses'),
    }),
    output: z.object({
      dispatchId: z.int(),
      briefId: z.int(),
      status: z.string(),
      nextDispatchId: z.int().optional(),
      next,
    }),
    refuses: [...lateWriter, 'dispatch.verdict_needed'],
    gathers: 'worktree',
    roles: workers,
    tool: toolForWorkers,
    cli: { short: 'done', positional: ['dispatchId', 'token', 'summary'] },
  }),
  'dispatch.release': operation({
    effect: 'write',
    summary: 'Give a dispatch back with a reason; it returns to the queue.',
    input: z.strictObject({
      ...held,
      reason: OwnReason,
      note,
      until: z.iso.datetime().optional().describe('When a usage limit resets'),
    }),
    output: gaveUp,
    refuses: lateWriter,
    roles: workers,
    tool: toolForWorkers,
    cli: { positional: ['dispatchId', 'token', 'reason'] },
  }),
  'dispatch.fail': operation({
    effect: 'write',
    summary: 'Say that the attempt failed, with the reason.',
    input: z.strictObject({ ...held, reason: OwnReason, note }),
    output: gaveUp,
    refuses: lateWriter,
    roles: workers,
    cli: { positional: ['dispatchId', 'token', 'reason'] },
  }),
  'dispatch.cancel': operation({
    effect: 'write',
    grave: true,
    summary: 'Take a hand-over back; its holder is refused by name from then on.',
    input: z.strictObject({ dispatchId, note }),
    output: z.object({ dispatchId: z.int(), briefId: z.int(), next }),
    refuses: ['dispatch.missing', 'dispatch.ended'],
    roles: planners,
    cli: { positional: ['dispatchId'] },
  }),
  'dispatch.show': operation({
    effect: 'read',
    summary: 'A dispatch with its packet and attempts.',
    input: z.strictObject({ dispatchId }),
    output: z.object({ dispatch: DispatchView.required({ packet: true }) }),
    refuses: ['dispatch.missing'],
    roles: everyone,
    cli: { positional: ['dispatchId'] },
  }),
  'dispatch.reconcile': operation({
    effect: 'write',
    summary:
      'Return lost leases to the queue, hand over what is due, ask anew for worktrees that went; the house turns it by itself.',
    input: z.strictObject({
      wasAway: z.boolean().describe('The house could hear nobody for a while, so no lease is taken'),
    }),
    output: z.object({ expired: z.array(z.int()), kept: z.array(z.int()), dispatched: z.array(z.int()) }),
    gathers: 'places',
    refuses: [],
    roles: house,
  }),
  'dispatch.queue': operation({
    effect: 'read',
    summary: 'In flight, queued, dispatchable, and waiting with reasons.',
    input: z.strictObject({ project, limit: limit(200), cursor }),
    output: z.object({
      inFlight: z.array(QueueRow),
      queued: z.array(QueueRow),
      dispatchable: z.array(BriefRow.pick({ id: true, title: true, project: true, priority: true })),
      waiting: z.array(
        z.object({ id: z.int(), title: z.string(), project: z.string(), status: BriefStatus, why: z.string() }),
      ),
      nextCursor: z.string().optional(),
    }),
    refuses: ['project.missing'],
    roles: everyone,
    cli: {},
  }),
  'review.request': operation({
    effect: 'write',
    summary: 'Ask for a review by another agent, who is told to refute "done".',
    input: z.strictObject({ briefId, note }),
    output: z.object({ dispatchId: z.int(), briefId: z.int(), next }),
    refuses: [
      'brief.missing',
      'brief.closed',
      'dispatch.live',
      'dispatch.spent',
      'brief.unapproved',
      'brief.blocked',
      'system.paused',
    ],
    gathers: 'places',
    roles: workers,
    tool: toolForPlanners,
    cli: { positional: ['briefId'] },
  }),
  'review.comment': operation({
    effect: 'write',
    summary: 'Ask for changes yourself: comments on lines become a fix leg for the agent that built it.',
    input: z.strictObject({
      briefId,
      body: reported(limits.note).optional(),
      comments: comments.optional(),
    }),
    output: z.object({ briefId: z.int(), fixDispatchId: z.int(), next }),
    refuses: [
      'brief.missing',
      'brief.closed',
      'brief.blocked',
      'brief.unapproved',
      'dispatch.live',
      'input.invalid',
      'system.paused',
    ],
    roles: planners,
    cli: { positional: ['briefId', 'body'] },
    gathers: 'places',
  }),
  'review.verdict': operation({
    effect: 'write',
    summary: 'End a review: pass, or changes with comments that become a fix leg.',
    input: z.strictObject({
      ...held,
      verdict: z.enum(['pass', 'changes']),
      body: reported(limits.note).min(1),
      comments: comments.optional(),
    }),
    output: z.object({ dispatchId: z.int(), briefId: z.int(), fixDispatchId: z.int().optional(), next }),
    refuses: [...lateWriter, 'review.none_needed', 'review.own_work'],
    gathers: 'places',
    roles: workers,
    tool: toolForReviewers,
    cli: { positional: ['dispatchId', 'token', 'verdict', 'body'] },
  }),
}
