/** Briefs: captured, refined, related, handed over. */
import { z } from 'zod'
import { Budget } from '#domain/brief.ts'
import { BriefStatus, DispatchKind, Leg } from '#domain/status.ts'
import { authored, limits, line, reported, saysSomething } from '#domain/text.ts'
import {
  briefId,
  cursor,
  label,
  limit,
  maxBytes,
  next,
  priority,
  project,
  revision,
  title,
  whole,
  worktreeId,
} from './fields.ts'
import {
  everyone,
  house,
  operation,
  operators,
  planners,
  toolForLeads,
  toolForPlanners,
  toolForWorkers,
  workers,
} from './operation.ts'
import { Attachment, BriefRow } from './shapes.ts'

const settings = {
  autoDispatch: z.boolean().optional().describe('Hand over by itself once planned'),
  designLoop: z.boolean().optional().describe('A design leg first'),
  review: z.boolean().optional().describe('Another agent reviews'),
  priority: priority.optional(),
  labels: z.array(label).max(20).optional(),
}
const changed = z.object({ briefId: z.int(), next })
const relations = { parentId: briefId.optional().describe('Epic'), dependsOn: z.array(briefId).max(100).optional() }
const captured = authored(limits.text).refine(saysSomething, 'says nothing yet')
const child = z.strictObject({
  text: captured,
  title: title.optional(),
  spec: authored(limits.spec).optional(),
  dependsOn: z.array(briefId).max(100).optional(),
  after: z
    .array(whole.min(0))
    .max(50)
    .optional()
    .describe('Positions (from 0) of children in this call that it depends on'),
  ...settings,
})

export const briefOperations = {
  'brief.capture': operation({
    effect: 'write',
    summary: 'Capture a Brief from a text; its first line becomes the title.',
    input: z.strictObject({
      text: captured,
      project,
      title: title.optional(),
      spec: authored(limits.spec).optional(),
      ...relations,
      ...settings,
    }),
    output: z.object({ briefId: z.int(), title: z.string(), project: z.string(), next }),
    refuses: ['project.missing', 'project.unclear', 'brief.missing', 'brief.cycle'],
    roles: workers,
    tool: toolForWorkers,
    cli: { short: 'add', positional: ['text'] },
  }),
  'brief.append': operation({
    effect: 'write',
    summary: 'Append a note, comment, progress or refinement to the trace.',
    input: z.strictObject({
      briefId,
      body: reported(limits.note).refine(saysSomething, 'says nothing yet'),
      kind: z.enum(['note', 'comment', 'progress', 'refinement']).optional(),
    }),
    output: z.object({ briefId: z.int(), seq: z.int(), next }),
    refuses: ['brief.missing'],
    roles: workers,
    tool: toolForWorkers,
    cli: { short: 'note', positional: ['briefId', 'body'] },
  }),
  'brief.writeSpec': operation({
    effect: 'write',
    summary: 'Write the spec, from the revision that you read.',
    input: z.strictObject({ briefId, spec: authored(limits.spec), revision }),
    output: z.object({ briefId: z.int(), revision: z.int(), next }),
    refuses: ['brief.missing', 'spec.changed'],
    roles: workers,
    tool: toolForWorkers,
    cli: { positional: ['briefId'] },
  }),
  'brief.specHistory': operation({
    effect: 'read',
    summary: 'The revisions of a spec, newest first; with `revision` its text and the diff to the one before.',
    input: z.strictObject({ briefId, revision: whole.positive().optional() }),
    output: z.object({
      items: z.array(
        z.object({
          revision: z.int(),
          at: z.string(),
          actor: z.string(),
          characters: z.int(),
          plus: z.int(),
          minus: z.int(),
        }),
      ),
      spec: z.string().optional(),
      diff: z.string().optional(),
    }),
    refuses: ['brief.missing'],
    roles: everyone,
    cli: { positional: ['briefId'] },
  }),
  'brief.setStatus': operation({
    effect: 'write',
    summary: 'Set a status by hand: idea, refining, planned, deferred, cancelled, abandoned, complete.',
    input: z.strictObject({ briefId, status: BriefStatus, reason: line(limits.line).optional() }),
    output: z.object({ briefId: z.int(), status: BriefStatus, next }),
    refuses: ['brief.missing', 'brief.status_kept', 'merge.landing'],
    roles: workers,
    tool: toolForPlanners,
    cli: { positional: ['briefId', 'status'] },
  }),
  'brief.relate': operation({
    effect: 'write',
    summary: 'Set the epic and what a Brief depends on; circles are refused.',
    input: z.strictObject({
      briefId,
      parentId: briefId.nullable().optional().describe('Epic, or null for none'),
      addDependsOn: z.array(briefId).max(100).optional(),
      removeDependsOn: z.array(briefId).max(100).optional(),
    }),
    output: changed,
    refuses: ['brief.missing', 'brief.cycle'],
    roles: workers,
    tool: toolForPlanners,
    cli: { positional: ['briefId'] },
  }),
  'brief.configure': operation({
    effect: 'write',
    summary: 'Set title, switches, priority, labels and budget of a Brief.',
    input: z.strictObject({
      briefId,
      title: title.optional(),
      ...settings,
      needsApproval: z.boolean().optional(),
      integration: z
        .boolean()
        .optional()
        .describe('Of an epic: children land on its own branch, which then lands in MAIN once'),
      budget: Budget.strict().nullable().optional(),
    }),
    output: changed,
    refuses: ['brief.missing', 'brief.integrating', 'brief.unapproved'],
    roles: planners,
    cli: { positional: ['briefId'] },
  }),
  'brief.approve': operation({
    effect: 'write',
    summary: 'Approve a Brief that waits for an operator.',
    input: z.strictObject({ briefId }),
    output: changed,
    refuses: ['brief.missing'],
    roles: operators,
    cli: { positional: ['briefId'] },
  }),
  'brief.link': operation({
    effect: 'write',
    summary: 'Tie a commit, branch, session, scratchpad, site or address to a Brief.',
    input: z.strictObject({
      briefId,
      type: z.enum(['commit', 'branch', 'session', 'scratchpad', 'site', 'pull_request', 'file', 'url']),
      ref: line(500),
      url: z
        .url({ protocol: /^https?$/ })
        .max(2_000)
        .optional(),
      title: title.optional(),
      relation: line(40).describe('made, mentions, proves …'),
    }),
    output: z.object({ briefId: z.int(), linkId: z.int(), next }),
    refuses: ['brief.missing'],
    roles: workers,
    tool: toolForPlanners,
    cli: { positional: ['briefId', 'type', 'ref', 'relation'] },
  }),
  'brief.linkCommits': operation({
    effect: 'write',
    summary: 'Tie commits to the Briefs that their trailers name; the house does it by itself.',
    input: z.strictObject({
      projectId: whole,
      commits: z
        .array(
          z.strictObject({
            briefId: whole.positive(),
            commit: z.string(),
            title: z.string(),
            /** Linked commits that it is another form of: rebased, or squashed into it. */
            again: z.array(z.string()),
          }),
        )
        .max(1_000),
    }),
    output: z.object({ linked: z.int() }),
    refuses: [],
    roles: house,
  }),
  'brief.commitLinks': operation({
    effect: 'read',
    summary: 'Which commits are linked to Briefs of a project; the house asks it by itself.',
    input: z.strictObject({ projectId: whole }),
    output: z.object({ links: z.array(z.object({ briefId: z.int(), commit: z.string() })) }),
    refuses: [],
    roles: house,
  }),
  'brief.attach': operation({
    effect: 'write',
    summary: 'Attach a file (a screenshot); over HTTP as multipart with the field `file`.',
    input: z.strictObject({
      briefId,
      name: line(200),
      mediaType: z
        .string()
        .max(120)
        .regex(/^[\w.+-]+\/[\w.+-]+$/, 'has to be a media type such as image/png'),
      content: z.base64().max(14_000_000).describe('Bytes in base64, 10 MB at most'),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'has to be 64 hexadecimal digits')
        .optional()
        .describe('Checked when given'),
    }),
    output: z.object({
      briefId: z.int(),
      attachmentId: z.int(),
      url: z.string(),
      markdown: z.string(),
      sha256: z.string(),
      next,
    }),
    refuses: ['brief.missing', 'attachment.damaged'],
    roles: workers,
    bringsFile: true,
    cli: { positional: ['briefId'] },
  }),
  'brief.attachment': operation({
    effect: 'read',
    summary: 'An attached file; over HTTP it lies at its url.',
    input: z.strictObject({ attachmentId: whole.positive() }),
    output: z.object({ attachment: Attachment.extend({ briefId: z.int(), content: z.string().describe('Base64') }) }),
    refuses: ['attachment.missing'],
    roles: everyone,
    cli: { positional: ['attachmentId'] },
  }),
  'brief.similar': operation({
    effect: 'read',
    summary: 'Open Briefs that are about the same.',
    input: z.strictObject({ text: reported(limits.text), project, limit: limit(20) }),
    output: z.object({
      items: z.array(
        BriefRow.pick({ id: true, title: true, status: true, project: true, parentId: true }).extend({
          words: z.array(z.string()),
          score: z.number(),
        }),
      ),
    }),
    refuses: ['project.missing'],
    roles: everyone,
    cli: { positional: ['text'] },
  }),
  'brief.fold': operation({
    effect: 'write',
    grave: true,
    summary: 'Fold a duplicate into another Brief: both say so, the source is cancelled.',
    input: z.strictObject({ briefId, into: briefId }),
    output: z.object({ briefId: z.int(), into: z.int(), next }),
    refuses: ['brief.missing', 'brief.closed', 'brief.status_kept', 'merge.landing'],
    roles: planners,
    cli: { positional: ['briefId', 'into'] },
  }),
  'brief.split': operation({
    effect: 'write',
    summary: 'Make an epic in one call: children with dependencies among them.',
    input: z.strictObject({ briefId, children: z.array(child).min(1).max(50) }),
    output: z.object({ briefId: z.int(), children: z.array(z.int()), next }),
    refuses: ['brief.missing', 'brief.cycle', 'brief.closed'],
    roles: workers,
    tool: toolForPlanners,
    cli: { positional: ['briefId'] },
  }),
  'brief.dispatch': operation({
    effect: 'write',
    summary: 'Hand a Brief over: renders the packet and queues it for one agent.',
    input: z.strictObject({
      briefId,
      leg: Leg.optional(),
      kind: DispatchKind.optional(),
      harness: line(60).optional(),
      worktreeId: worktreeId.optional(),
      branch: z
        .string()
        .regex(/^[a-z0-9][a-z0-9._/-]{0,120}$/, 'may hold a–z, 0–9, dot, dash, underscore and slash')
        .optional(),
      note: authored(limits.note).optional(),
      wave: z.boolean().optional().describe('Of an epic: each child that is planned, approved and not blocked'),
    }),
    output: z.object({
      dispatchId: z.int(),
      briefId: z.int(),
      leg: Leg,
      branch: z.string(),
      packet: z.string(),
      packetTokens: z.int(),
      worktreeId: z.int().optional(),
      /** With `wave`; the other fields are the first one's. */
      wave: z
        .object({
          handedOver: z.array(z.object({ briefId: z.int(), dispatchId: z.int(), branch: z.string() })),
          waiting: z.array(z.object({ briefId: z.int(), because: z.string() })),
        })
        .optional(),
      next,
    }),
    refuses: [
      'brief.missing',
      'project.missing',
      'brief.closed',
      'brief.blocked',
      'brief.unapproved',
      'brief.no_wave',
      'dispatch.live',
      'dispatch.spent',
      'system.paused',
      'worktree.missing',
      'worktree.ended',
    ],
    gathers: 'places',
    roles: planners,
    tool: toolForLeads,
    cli: { short: 'dispatch', positional: ['briefId'] },
  }),
  'brief.why': operation({
    effect: 'read',
    summary: 'In one line why a Brief is not moving, since when, and who can change it.',
    input: z.strictObject({ briefId }),
    output: z.object({ briefId: z.int(), why: z.string(), since: z.string(), who: z.string(), next }),
    refuses: ['brief.missing'],
    roles: everyone,
    cli: { short: 'why', positional: ['briefId'] },
  }),
  'brief.list': operation({
    effect: 'read',
    summary: 'Briefs by filter, newest move first; the same as recall.briefs.',
    input: z.strictObject({
      project,
      query: reported(500)
        .optional()
        .describe('Words, and is:open is:blocked is:dispatchable is:epic status: label: origin: project: by:'),
      sort: z.enum(['moved', 'created', 'priority']).optional(),
      limit: limit(500),
      cursor,
      maxBytes,
    }),
    output: z.object({ items: z.array(BriefRow), total: z.int(), nextCursor: z.string().optional() }),
    refuses: ['project.missing'],
    roles: everyone,
    cli: { short: 'ls', positional: ['query'] },
  }),
}
