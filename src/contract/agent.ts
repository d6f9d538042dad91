/** Agents: those that flower starts, feeds and stops, and whoever else checks in. */
import { z } from 'zod'
import { Digest } from '#domain/agent/digest.ts'
import { Order } from '#domain/agent/order.ts'
import { AgentPolicy } from '#domain/agent/policy.ts'
import { Liveness } from '#domain/agent/roster.ts'
import { Run, Usages } from '#domain/agent/run.ts'
import { AgentSaid } from '#domain/agent/said.ts'
import { agentRoles, Role } from '#domain/role.ts'
import { Leg } from '#domain/status.ts'
import { limits, line, reported } from '#domain/text.ts'
import { Worktree } from '#domain/worktree/worktree.ts'
import { briefId, dispatchId, next, project, whole } from './fields.ts'
import { everyone, house, operation, operators, planners, toolForLeads, toolForWorkers, workers } from './operation.ts'
import { DecisionView, MessageView, Place } from './shapes.ts'

const agent = line(limits.name).describe('As agent.list names it: builder-7, agent:builder-7 or r7')
const node = line(100)
const runId = whole.positive().describe('Run r')

const Told = z.object({
  messages: z.array(MessageView),
  decisions: z
    .array(DecisionView.pick({ id: true, header: true, answer: true, option: true }))
    .describe('Answered for you and not yet acknowledged'),
  /** What is asked of its context; left out when nothing is. */
  refresh: z.string().optional(),
  paused: z.boolean(),
})
export type Told = z.infer<typeof Told>

/** A run for the roster and the Brief: without what only flower's own runner needs. `usd` in US dollars. */
export const RunView = Run.omit({ projectId: true, heardTo: true, usages: true }).extend({
  attempt: z.int().nullable(),
  leg: Leg,
})
export type RunView = z.infer<typeof RunView>

export const AgentView = z.object({
  actor: z.string(),
  project: z.string(),
  role: Role,
  harness: z.string().nullable(),
  liveness: Liveness,
  /** Why it waits, or what it is about to do. */
  waits: z.string().optional(),
  run: RunView.nullable(),
  dispatchId: z.int().nullable(),
  briefId: z.int().nullable(),
  title: z.string().nullable(),
  leg: z.string().nullable(),
  worktreeId: z.int().nullable(),
  contextTokens: z.int().nullable(),
  contextWindow: z.int().nullable(),
  tokens: z.int(),
  usd: z.number(),
  seenAt: z.string(),
  lastWords: z.string().nullable(),
})
export type AgentView = z.infer<typeof AgentView>

const Amount = z.object({ tokens: z.int(), usd: z.number() })

/** What the runner found out about a run. */
export const RunFinding = z.discriminatedUnion('what', [
  z.object({ what: z.literal('launched') }),
  z.object({ what: z.literal('not_launched'), because: z.string() }),
  /** `heardTo`: bytes of what it said so far. */
  z.object({ what: z.literal('heard'), heardTo: z.int(), digest: Digest }),
  /** Its process lives; nothing new was said. */
  z.object({ what: z.literal('alive') }),
  z.object({ what: z.literal('obeyed'), order: Order }),
  z.object({
    what: z.literal('ended'),
    exitCode: z.int().nullable(),
    signal: z.string().nullable(),
    commits: z.int(),
    dirty: z.int(),
    /** Nothing of it was found, so nobody knows how it ended. */
    lost: z.boolean().optional(),
  }),
])
export type RunFinding = z.infer<typeof RunFinding>

const ofRun = z.object({ run: Run, project: Place, worktree: Worktree })

export const agentOperations = {
  'agent.list': operation({
    effect: 'read',
    summary: 'Who works: role, harness, liveness, Brief, context, cost, last words. Living ones first.',
    input: z.strictObject({ project, gone: z.boolean().optional().describe('Those who are gone too') }),
    output: z.object({
      items: z.array(AgentView),
      /** By project: agents that flower runs there, and the most. */
      caps: z.array(z.object({ project: z.string(), running: z.int(), most: z.int() })),
    }),
    refuses: ['project.missing'],
    roles: everyone,
    cli: { short: 'agents' },
  }),
  'agent.checkin': operation({
    effect: 'write',
    summary: 'Say that you are here; answers your messages, answered decisions, and what landed since.',
    input: z.strictObject({
      role: z.enum(agentRoles).optional(),
      harness: line(limits.name).optional(),
      cadence: z.int().min(5).max(86_400).optional().describe('Seconds until your next one'),
      contextTokens: whole.min(0).optional(),
      note: reported(limits.note).optional(),
      project,
    }),
    output: Told.extend({
      landed: z.array(z.object({ briefIds: z.array(z.int()), commit: z.string(), at: z.string() })),
      next,
    }),
    refuses: ['project.missing', 'project.unclear'],
    roles: workers,
    tool: toolForWorkers,
    cli: {},
  }),
  'agent.message': operation({
    effect: 'write',
    summary: 'Tell an agent something; it reads it with the answer of its next tool.',
    input: z.strictObject({ agent, body: reported(limits.note).min(1), project }),
    output: z.object({ messageId: z.int(), to: z.string(), next }),
    refuses: ['agent.missing', 'project.missing', 'project.unclear'],
    roles: workers,
    tool: toolForLeads,
    cli: { short: 'tell', positional: ['agent', 'body'] },
  }),
  'agent.start': operation({
    effect: 'write',
    summary: 'Have flower start an agent for a dispatch that waits, once the caps allow it.',
    input: z.strictObject({ dispatchId, harness: line(limits.name).optional() }),
    output: z.object({
      dispatchId: z.int(),
      harness: z.string(),
      waits: z.string().optional().describe('Why nobody is started yet'),
      next,
    }),
    refuses: ['dispatch.missing', 'dispatch.ended', 'dispatch.taken', 'agent.not_due', 'input.invalid'],
    roles: planners,
    cli: { positional: ['dispatchId', 'harness'] },
    gathers: 'places',
  }),
  'agent.stop': operation({
    effect: 'write',
    grave: true,
    summary: 'Stop an agent, to the last of its processes; its hand-over is cancelled, its work stays.',
    input: z.strictObject({ agent, note: reported(limits.note).optional(), project }),
    output: z.object({ runId: z.int(), dispatchId: z.int(), next }),
    refuses: ['agent.missing', 'agent.not_running', 'project.missing', 'project.unclear'],
    roles: planners,
    cli: { positional: ['agent'] },
  }),
  'agent.attach': operation({
    effect: 'write',
    summary: 'Take the session of an agent into a terminal: its program ends in good order, its lease is kept.',
    input: z.strictObject({
      agent,
      project,
      keep: z.boolean().optional().describe('Only say that your terminal is still open'),
    }),
    output: ofRun.extend({
      /** ending: its program still ends what it is at; ask again. */
      is: z.enum(['ending', 'attached']),
      /** The bearer of this run, told once: to whoever opens the terminal. */
      secret: z.string().optional(),
      next,
    }),
    refuses: ['agent.missing', 'agent.not_running', 'agent.not_attachable', 'project.missing', 'project.unclear'],
    roles: operators,
    tellsSecret: true,
    cli: { positional: ['agent'] },
  }),
  'agent.detach': operation({
    effect: 'write',
    summary: 'Give the session of an agent back: flower starts its program again, which goes on with it.',
    input: z.strictObject({ agent, project }),
    output: z.object({ runId: z.int(), dispatchId: z.int(), next }),
    refuses: ['agent.missing', 'agent.not_running', 'agent.not_attachable', 'project.missing', 'project.unclear'],
    roles: operators,
    cli: { positional: ['agent'] },
  }),
  'agent.refresh': operation({
    effect: 'write',
    summary: 'Have an agent relieved by a fresh one that goes on with its dispatch; yourself when you name nobody.',
    input: z.strictObject({ agent: agent.optional(), project }),
    output: z.object({ runId: z.int(), next }),
    refuses: ['agent.missing', 'agent.not_running', 'project.missing', 'project.unclear'],
    roles: workers,
    cli: { positional: ['agent'] },
  }),
  'agent.park': operation({
    effect: 'write',
    summary: 'Say that somebody on the roster rests on purpose, or wake them again.',
    input: z.strictObject({ agent, parked: z.boolean(), project }),
    output: z.object({ agent: z.string(), parked: z.boolean(), next }),
    refuses: ['agent.missing', 'project.missing', 'project.unclear'],
    roles: planners,
    cli: { positional: ['agent'] },
  }),
  'agent.log': operation({
    effect: 'read',
    summary: 'What an agent said and did, as its harness told it; the newest, or from a place on.',
    input: z.strictObject({
      agent,
      project,
      after: whole.min(0).optional().describe('`after` of the answer before'),
      lines: z.int().min(1).max(2_000).optional().describe('The last so many; default 200'),
      wait: z.int().min(0).max(25).optional().describe('Seconds to wait for the first'),
    }),
    output: z.object({
      runId: z.int(),
      items: z.array(z.object({ at: z.string(), said: AgentSaid })),
      after: z.int(),
      ended: z.boolean(),
    }),
    refuses: ['agent.missing', 'project.missing', 'project.unclear'],
    roles: everyone,
    cli: { positional: ['agent'] },
    gathers: 'said',
  }),
  'agent.runs': operation({
    effect: 'read',
    summary: "The chain of a Brief's agents: attempts, how their contexts filled, tokens, US dollars.",
    input: z.strictObject({ briefId }),
    output: z.object({
      items: z.array(RunView.extend({ usages: Usages, curve: z.array(z.object({ at: z.string(), tokens: z.int() })) })),
    }),
    refuses: ['brief.missing'],
    roles: everyone,
    cli: { positional: ['briefId'] },
  }),
  'agent.costs': operation({
    effect: 'read',
    summary: 'Tokens and US dollars, by day, Brief and model; with the budgets.',
    input: z.strictObject({ project, days: z.int().min(1).max(366).optional().describe('Default 30') }),
    output: z.object({
      project: z.string(),
      total: Amount,
      today: Amount,
      days: z.array(Amount.extend({ day: z.string() })),
      briefs: z.array(Amount.extend({ briefId: z.int(), title: z.string() })),
      models: z.array(Amount.extend({ model: z.string() })),
      budgets: AgentPolicy.shape.budgets,
      /** When the price table was made, which is asked where a harness names no price. */
      pricesOf: z.string(),
    }),
    refuses: ['project.missing', 'project.unclear'],
    roles: everyone,
    cli: {},
  }),
  'agent.inbox': operation({
    effect: 'read',
    summary: 'What waits for the caller: messages, answers, what is asked of its context, the pause.',
    input: z.strictObject({}),
    output: Told,
    refuses: [],
    roles: workers,
    cli: {},
  }),
  'agent.delivered': operation({
    effect: 'write',
    summary: 'Messages up to this one were told to the caller.',
    input: z.strictObject({ through: whole.positive() }),
    output: z.object({ through: z.int(), next }),
    refuses: [],
    roles: workers,
    cli: {},
  }),
  'agent.policy': operation({
    effect: 'write',
    summary: 'Keeps what the trusted flower.yaml of a project says about agents; the house does it by itself.',
    input: z.strictObject({ projectId: whole, policy: AgentPolicy }),
    output: z.object({ changed: z.boolean() }),
    refuses: ['project.missing'],
    roles: house,
  }),
  'agent.errands': operation({
    effect: 'read',
    summary:
      'Which agents a node has to start, and those that it runs, with what is asked of each; the house turns it.',
    input: z.strictObject({ node, most: whole.min(0).describe('Agents at once on this node') }),
    output: z.object({
      starts: z.array(z.object({ dispatchId: z.int(), relieves: z.int().optional() })),
      runs: z.array(ofRun.extend({ order: Order.optional() })),
    }),
    refuses: [],
    roles: house,
  }),
  'agent.begin': operation({
    effect: 'write',
    summary: 'Claims a dispatch for an agent that is about to be started, or makes its successor; the house does it.',
    input: z.strictObject({ dispatchId, relieves: whole.optional(), node, most: whole.min(0) }),
    output: ofRun.extend({
      /** The bearer of this run, told once. */
      secret: z.string(),
      prompt: z.string(),
      /** Put into its context again when the harness has compacted it. */
      reminder: z.string(),
      branch: z.string(),
      leg: Leg,
      attempt: z.int(),
      /** The harness's session to go on with. */
      resume: z.string().optional(),
    }),
    refuses: ['agent.not_due', 'dispatch.missing'],
    roles: house,
    tellsSecret: true,
    gathers: 'places',
  }),
  'agent.settle': operation({
    effect: 'write',
    summary: 'Keeps what the runner found out about a run, and answers what is asked of it now; the house does it.',
    input: z.strictObject({ runId, finding: RunFinding }),
    output: z.object({ run: Run, order: Order.optional() }),
    refuses: ['agent.missing'],
    roles: house,
    gathers: 'places',
  }),
}
