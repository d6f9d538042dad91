/** What is known: the same value for a person and for an agent that starts cold. Reads cut to a budget say so. */
import { z } from 'zod'
import { Rollup } from '#domain/recall/rollup.ts'
import { authored, reported } from '#domain/text.ts'
import { briefOperations } from './brief.ts'
import { decisionOperations } from './decision.ts'
import { dispatchOperations } from './dispatch.ts'
import { briefId, cursor, limit, maxBytes, project, since, whole } from './fields.ts'
import { everyone, operation, toolForAll, toolForLeads, toolForPlanners } from './operation.ts'
import {
  Attachment,
  BriefHead,
  BriefMention,
  Complaint,
  DecisionView,
  DispatchView,
  Event,
  Link,
  MergeMention,
  Participant,
  WorktreeView,
} from './shapes.ts'

export const searchTypes = ['brief', 'trace', 'decision', 'scratchpad'] as const

/** The payload of `recall.brief`: what the page shows and what an agent gets. */
export const BriefRecall = z.object({
  brief: BriefHead,
  spec: z.string(),
  decisions: z.array(DecisionView),
  relationships: z.object({
    parent: BriefMention.nullable(),
    children: z.array(BriefMention.extend({ wave: z.int().nullable() })),
    rollup: Rollup.optional(),
    dependsOn: z.array(BriefMention),
    dependents: z.array(BriefMention),
    /** Edges among the children: [child, the child it depends on]. */
    edges: z.array(z.tuple([z.int(), z.int()])),
  }),
  participants: z.array(Participant),
  links: z.array(Link),
  attachments: z.array(Attachment),
  dispatches: z.array(DispatchView),
  /** Living ones first. */
  worktrees: z.array(WorktreeView),
  /** Its newest submission to the merge queue; null when there was none. */
  merge: MergeMention.nullable(),
  /** Of all that flower ran for it, in US dollars. */
  cost: z.object({ tokens: z.int(), usd: z.number() }),
  trace: z.array(Event),
  /** What was left out to stay within the budget; absent when nothing was. */
  cut: z.object({ what: z.array(z.string()), how: z.string() }).optional(),
  /** Leads to the events before these, with the head alone. */
  nextCursor: z.string().optional(),
  /** Of this answer as JSON, and its estimate in tokens (characters / 4). */
  size: z.object({ bytes: z.int(), tokens: z.int() }),
})
export type BriefRecall = z.infer<typeof BriefRecall>

export const recallOperations = {
  'recall.brief': operation({
    effect: 'read',
    summary: 'All of a Brief: spec, decisions, relationships, dispatches, links, newest trace.',
    input: z.strictObject({ briefId, cursor, maxBytes }),
    output: BriefRecall,
    refuses: ['brief.missing'],
    roles: everyone,
    tool: toolForAll,
    cli: { short: 'show', positional: ['briefId'] },
  }),
  'recall.briefs': operation({
    ...briefOperations['brief.list'],
    summary: 'Briefs by words and filters.',
    tool: toolForAll,
    cli: { positional: ['query'] },
  }),
  'recall.queue': operation({ ...dispatchOperations['dispatch.queue'], tool: toolForAll }),
  'recall.decisions': operation({
    ...decisionOperations['decision.list'],
    // A builder has those of its Brief in recall.brief.
    tool: toolForPlanners,
    cli: { short: 'decisions' },
  }),
  'recall.search': operation({
    effect: 'read',
    summary: 'Search Briefs, traces, decisions and scratchpads.',
    input: z.strictObject({
      query: reported(500),
      project,
      scope: z.enum(['project', 'all']).optional(),
      types: z.array(z.enum(searchTypes)).max(4).optional(),
      since,
      limit: limit(100),
      cursor,
    }),
    output: z.object({
      items: z.array(
        z.object({
          type: z.enum(searchTypes),
          ref: z.string(),
          briefId: z.int().nullable(),
          project: z.string(),
          title: z.string(),
          snippet: z.string(),
          at: z.string(),
          score: z.number(),
        }),
      ),
      /** Newest matches only were ranked, because the words are very common. */
      partial: z.boolean(),
      nextCursor: z.string().optional(),
    }),
    refuses: ['project.missing', 'project.unclear'],
    roles: everyone,
    tool: toolForAll,
    cli: { short: 'search', positional: ['query'] },
  }),
  'recall.active': operation({
    effect: 'read',
    summary: 'Who holds what now, and who was here lately.',
    input: z.strictObject({ project, limit: limit(500), cursor }),
    output: z.object({
      items: z.array(
        z.object({
          actor: z.string(),
          /** gone: its run has ended. */
          liveness: z.enum(['starting', 'working', 'stale', 'idle', 'gone']),
          dispatchId: z.int().nullable(),
          briefId: z.int().nullable(),
          title: z.string().nullable(),
          leg: z.string().nullable(),
          contextTokens: z.int().nullable(),
          lastSeenAt: z.string(),
          lastWords: z.string().nullable(),
        }),
      ),
      nextCursor: z.string().optional(),
    }),
    refuses: ['project.missing'],
    roles: everyone,
    tool: toolForLeads,
    cli: { short: 'active' },
  }),
  'recall.openLoops': operation({
    effect: 'read',
    summary: 'What was begun and has no end: open decisions, dispatches without end, Briefs in silence.',
    input: z.strictObject({ project, limit: limit(200), cursor }),
    output: z.object({
      items: z.array(
        z.object({
          kind: z.enum(['decision', 'dispatch', 'failed', 'unlanded', 'silent', 'blocker_ended', 'unread_answer']),
          ref: z.string(),
          briefId: z.int().nullable(),
          what: z.string(),
          since: z.string(),
          who: z.string(),
          next: z.string(),
        }),
      ),
      nextCursor: z.string().optional(),
    }),
    refuses: ['project.missing'],
    roles: everyone,
    tool: toolForLeads,
    cli: {},
  }),
  'recall.health': operation({
    effect: 'read',
    summary: 'What of flower itself is not working.',
    input: z.strictObject({}),
    output: z.object({
      ok: z.boolean(),
      complaints: z.array(Complaint),
      reconciledAt: z.string().nullable(),
      readOnly: z.string().nullable(),
    }),
    refuses: [],
    roles: everyone,
    tool: toolForLeads,
    cli: {},
    gathers: 'machine',
  }),
  'trace.list': operation({
    effect: 'read',
    summary: 'Events of a Brief or of everything, newest first.',
    input: z.strictObject({
      briefId: briefId.optional(),
      project,
      before: whole.positive().optional().describe('Only events with a smaller seq'),
      types: z.array(authored(40)).max(40).optional(),
      actor: authored(100).optional(),
      limit: limit(500),
      maxBytes,
    }),
    output: z.object({ items: z.array(Event), nextCursor: z.string().optional() }),
    refuses: ['brief.missing', 'project.missing'],
    roles: everyone,
    cli: { positional: ['briefId'] },
  }),
  'room.feed': operation({
    effect: 'read',
    summary: 'What happened in a project or in all of them, newest first.',
    input: z.strictObject({
      project,
      after: whole.min(0).optional().describe('Only events with a greater seq'),
      before: whole.positive().optional().describe('Only events with a smaller seq'),
      noise: z.boolean().default(false).describe('Also what only leads up to what matters'),
      limit: limit(500),
      maxBytes,
    }),
    output: z.object({ items: z.array(Event), nextCursor: z.string().optional() }),
    refuses: ['project.missing'],
    roles: everyone,
    cli: {},
  }),
  'trace.verify': operation({
    effect: 'read',
    long: true,
    summary: 'Walk the hash chain and name the first bad event.',
    input: z.strictObject({ briefId: briefId.optional() }),
    output: z.object({
      ok: z.boolean(),
      events: z.int(),
      head: z.string(),
      fault: z.object({ seq: z.int(), briefId: z.int().nullable(), problem: z.string() }).optional(),
    }),
    refuses: ['brief.missing'],
    roles: everyone,
    cli: { short: 'verify' },
  }),
  'trace.prove': operation({
    effect: 'read',
    summary: 'What an outsider needs to check one event by hand.',
    input: z.strictObject({ seq: whole.positive() }),
    output: z.object({ event: Event, hashed: z.string(), payloadHash: z.string(), algorithm: z.string() }),
    refuses: ['event.missing'],
    roles: everyone,
    cli: { positional: ['seq'] },
  }),
}
