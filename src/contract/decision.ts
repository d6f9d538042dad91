/** Questions, asked asynchronously. */
import { z } from 'zod'
import { DecisionGroup } from '#domain/decision.ts'
import { authored, limits, line } from '#domain/text.ts'
import { briefId, cursor, decisionId, limit, next, project, title, whole } from './fields.ts'
import { everyone, operation, toolForWorkers, workers } from './operation.ts'
import { ListedDecision } from './shapes.ts'

const option = z.union([
  line(limits.title),
  z.strictObject({ label: line(limits.title), detail: authored(limits.line).optional() }),
])
const released = z.object({ decisionId: z.int(), released: z.array(z.int()), next })

export const decisionOperations = {
  'decision.ask': operation({
    effect: 'write',
    summary: 'Ask a decision and go on; never wait at a prompt.',
    input: z.strictObject({
      header: title,
      body: authored(limits.note).optional(),
      options: z.array(option).max(9).optional(),
      briefId: briefId.optional(),
      project,
      assignee: line(100).optional().describe('operator:ada or agent:builder-1; default the operator'),
      blocking: z.boolean().optional().describe('Hold the Brief until answered'),
      group: DecisionGroup.extend({ name: line(limits.name) })
        .strict()
        .optional(),
    }),
    output: z.object({ decisionId: z.int(), next }),
    refuses: ['brief.missing', 'project.missing', 'project.unclear'],
    roles: workers,
    tool: toolForWorkers,
    cli: { short: 'ask', positional: ['header'] },
  }),
  'decision.answer': operation({
    effect: 'write',
    summary: 'Answer a decision in words, by an option, or both.',
    input: z.strictObject({
      decisionId,
      answer: authored(limits.note).optional(),
      option: z
        .union([whole.positive(), line(limits.title)])
        .optional()
        .describe('Label, or number from 1'),
    }),
    output: released,
    refuses: ['decision.missing', 'decision.closed', 'decision.option_unknown', 'role.denied'],
    roles: workers,
    cli: { short: 'answer', positional: ['decisionId', 'answer'] },
    gathers: 'places',
  }),
  'decision.withdraw': operation({
    effect: 'write',
    grave: true,
    summary: 'Withdraw a question that no longer needs an answer.',
    input: z.strictObject({ decisionId, reason: line(limits.line).optional() }),
    output: released,
    refuses: ['decision.missing', 'decision.closed', 'role.denied'],
    roles: workers,
    cli: { positional: ['decisionId'] },
  }),
  'decision.discuss': operation({
    effect: 'write',
    summary: 'Say something to an open decision without answering it.',
    input: z.strictObject({ decisionId, body: authored(limits.note).min(1) }),
    output: z.object({ decisionId: z.int(), next }),
    refuses: ['decision.missing', 'decision.closed'],
    roles: workers,
    tool: toolForWorkers,
    cli: { positional: ['decisionId', 'body'] },
  }),
  'decision.ack': operation({
    effect: 'write',
    summary: 'Say that you have read an answer.',
    input: z.strictObject({ decisionId }),
    output: z.object({ decisionId: z.int(), next }),
    refuses: ['decision.missing'],
    roles: workers,
    tool: toolForWorkers,
    cli: { positional: ['decisionId'] },
  }),
  'decision.list': operation({
    effect: 'read',
    summary: 'Decisions, open ones first.',
    input: z.strictObject({
      project,
      briefId: briefId.optional(),
      status: z.enum(['open', 'answered', 'withdrawn', 'all']).optional(),
      mine: z.boolean().optional().describe('Asked by you or of you'),
      limit: limit(200),
      cursor,
    }),
    output: z.object({ items: z.array(ListedDecision), nextCursor: z.string().optional() }),
    refuses: ['project.missing', 'brief.missing'],
    roles: everyone,
    cli: {},
  }),
}
