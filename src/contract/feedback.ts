/** The operations of *feedback*: what was noticed, kept until somebody makes a Brief of it. */
import { z } from 'zod'
import { Feedback, feedbackKinds } from '#domain/feedback.ts'
import { authored, limits, line } from '#domain/text.ts'
import { cursor, limit, next, project, whole } from './fields.ts'
import { everyone, operation, operators, toolForWorkers, workers } from './operation.ts'

const FeedbackView = Feedback.omit({ projectId: true }).extend({ project: z.string().nullable() })

export const feedbackOperations = {
  'feedback.file': operation({
    effect: 'write',
    summary: 'File what you noticed beside your work: a bug, an idea, a note, a word on a tool.',
    input: z.strictObject({
      kind: z.enum(feedbackKinds),
      summary: line(limits.line),
      detail: authored(limits.text).optional(),
      project,
    }),
    output: z.object({ feedbackId: z.int(), next }),
    refuses: ['project.missing'],
    roles: workers,
    tool: toolForWorkers,
    cli: { positional: ['kind', 'summary'] },
  }),
  'feedback.list': operation({
    effect: 'read',
    summary: 'What was filed, newest first.',
    input: z.strictObject({
      project,
      kind: z.enum(feedbackKinds).optional(),
      state: z.enum(['open', 'promoted', 'all']).default('open').describe('promoted: a Brief was made of it'),
      limit: limit(200),
      cursor,
    }),
    output: z.object({ items: z.array(FeedbackView), total: z.int(), nextCursor: z.string().optional() }),
    refuses: ['project.missing'],
    roles: everyone,
    cli: {},
  }),
  'feedback.promote': operation({
    effect: 'write',
    summary: 'Make a Brief of what was filed.',
    input: z.strictObject({ feedbackId: whole.positive(), project }),
    output: z.object({ feedbackId: z.int(), briefId: z.int(), next }),
    refuses: ['feedback.missing', 'project.missing', 'project.unclear'],
    roles: operators,
    cli: { positional: ['feedbackId'] },
  }),
}
