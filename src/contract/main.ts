/** MAIN: how its checkout stands, what guards it, and what came into it from outside. */
import { z } from 'zod'
import { Late, Main } from '#domain/main/main.ts'
import { MainFinding } from '#domain/main/moves.ts'
import { limits, line, reported } from '#domain/text.ts'
import { briefId, next, project, whole } from './fields.ts'
import { everyone, house, operation, operators } from './operation.ts'
import { MainView, Place } from './shapes.ts'

const wait = z
  .int()
  .min(0)
  .max(50)
  .optional()
  .describe('Seconds to wait until it is done; 30 on the command line where none are named')

/** What a write about MAIN answers: what is still to be done, or how it went. */
export const MainAnswer = z.object({
  project: z.string(),
  errand: z.string().nullable(),
  reason: z.string().optional(),
  /** Of a rescue that is done: the worktree that holds it now. */
  moved: z
    .object({ worktreeId: z.int(), name: z.string(), path: z.string(), ref: z.string(), late: Late.optional() })
    .optional(),
  next,
})
export type MainAnswer = z.infer<typeof MainAnswer>

export const mainOperations = {
  'main.status': operation({
    effect: 'read',
    summary:
      'MAIN of a project: how it stands, its guard layer by layer, what was saved, the newest landings with proofs.',
    input: z.strictObject({ project }),
    output: z.object({ main: MainView }),
    refuses: ['project.missing', 'project.unclear'],
    roles: everyone,
    cli: {},
  }),
  'main.verify': operation({
    effect: 'read',
    long: true,
    summary: "Walk MAIN's own commits since flower knows it, and name each whose exact tree has no green record.",
    input: z.strictObject({ project }),
    output: z.object({
      ok: z.boolean(),
      project: z.string(),
      branch: z.string(),
      /** MAIN's tip, and where the walk ended: how it was when flower saw it first. */
      tip: z.string(),
      since: z.string(),
      commits: z.int(),
      /** Newest first. */
      unproven: z.array(z.object({ commit: z.string(), tree: z.string(), subject: z.string(), at: z.string() })),
      next,
    }),
    refuses: ['project.missing', 'project.unclear', 'main.unread'],
    roles: everyone,
    cli: { short: 'verify --main' },
    gathers: 'history',
  }),
  'main.guard': operation({
    effect: 'write',
    grave: true,
    summary:
      "Put git's hooks in place that let only the merge queue move MAIN's branch, or take them away without a trace.",
    input: z.strictObject({
      project,
      install: z.boolean().optional().describe('Default true; false takes them away'),
      wait,
    }),
    output: MainAnswer,
    refuses: ['project.missing', 'project.unclear', 'main.busy'],
    roles: operators,
    cli: { waits: 30 },
    awaits: 'main',
  }),
  'main.rescue': operation({
    effect: 'write',
    grave: true,
    summary:
      'Move what came into MAIN from outside, untracked files too, into a worktree of its own, and bring MAIN back to its commit. Ignored files stay.',
    input: z.strictObject({ project, name: line(limits.name).optional().describe('Of the worktree'), wait }),
    output: MainAnswer,
    refuses: ['project.missing', 'project.unclear', 'main.busy', 'main.nothing_to_rescue'],
    roles: operators,
    cli: { waits: 30 },
    awaits: 'main',
  }),
  'main.reportRefusal': operation({
    effect: 'write',
    summary: "What the agents' guard refused before it happened; the house takes it up by itself.",
    input: z.strictObject({
      mainPath: z.string(),
      actor: z.string().optional(),
      briefId: briefId.optional(),
      tool: z.string(),
      path: z.string(),
      reason: reported(limits.note),
    }),
    output: z.object({ taken: z.boolean() }),
    refuses: [],
    roles: house,
  }),
  'main.errands': operation({
    effect: 'read',
    summary: 'What the runner has to know of every MAIN; the house turns it by itself.',
    input: z.strictObject({ node: line(100) }),
    output: z.object({ items: z.array(z.object({ main: Main, project: Place })) }),
    refuses: [],
    roles: house,
  }),
  'main.settle': operation({
    effect: 'write',
    summary: 'What the runner found out about a MAIN; the house tells it by itself.',
    input: z.strictObject({ projectId: whole, finding: MainFinding }),
    output: z.object({ main: Main }),
    refuses: ['project.missing'],
    roles: house,
  }),
}
