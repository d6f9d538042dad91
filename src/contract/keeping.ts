/** What is kept beside Briefs: projects, scratchpads, templates, tokens, data, the system itself. */
import { z } from 'zod'
import { MainStatus } from '#domain/main/main.ts'
import { ProjectDefaults, slugPattern } from '#domain/project.ts'
import { grantableRoles, Role } from '#domain/role.ts'
import { authored, limits, line } from '#domain/text.ts'
import { briefId, cursor, limit, maxBytes, next, project, revision, scratchpadId, title, whole } from './fields.ts'
import { everyone, house, operation, operators, toolForAll, toolForWorkers, workers } from './operation.ts'
import { Complaint, ConfigurationView, ProjectView, ScratchpadRow, ScratchpadView } from './shapes.ts'

const slug = z.string().regex(slugPattern, 'may hold a–z, 0–9 and dash')
const templateRow = z.object({
  name: z.string(),
  version: z.int(),
  updatedBy: z.string(),
  updatedAt: z.string().nullable(),
  builtIn: z.boolean(),
})
const problems = z.array(z.object({ where: z.string(), problem: z.string() }))

export const projectOperations = {
  'project.register': operation({
    effect: 'write',
    summary: 'Register a git repository; nothing in it is changed.',
    input: z.strictObject({ path: authored(4_000).min(1), name: slug.optional(), primaryBranch: line(200).optional() }),
    output: z.object({ projectId: z.int(), project: z.string(), path: z.string(), primaryBranch: z.string(), next }),
    refuses: ['project.unready', 'project.taken'],
    roles: operators,
    cli: { positional: ['path'] },
    gathers: 'repository',
  }),
  'project.list': operation({
    effect: 'read',
    summary: 'The projects.',
    input: z.strictObject({}),
    output: z.object({ items: z.array(ProjectView) }),
    refuses: [],
    roles: everyone,
    cli: {},
  }),
  'project.show': operation({
    effect: 'read',
    summary: 'One project, with its flower.yaml as MAIN has it.',
    input: z.strictObject({ project }),
    output: z.object({ project: ProjectView.extend({ configuration: ConfigurationView }) }),
    refuses: ['project.missing', 'project.unclear'],
    roles: everyone,
    cli: { positional: ['project'] },
    gathers: 'configuration',
  }),
  'project.configure': operation({
    effect: 'write',
    summary: 'Set which branch is MAIN’s, and the defaults that new Briefs of a project begin with.',
    input: z.strictObject({
      project,
      defaults: ProjectDefaults.partial().strict().optional(),
      primaryBranch: authored(1_000).min(1).optional().describe('A local branch; what waits to land has to be done'),
    }),
    output: z.object({ project: z.string(), primaryBranch: z.string(), defaults: ProjectDefaults, next }),
    refuses: ['project.missing', 'project.unclear', 'project.unready'],
    roles: operators,
    cli: { positional: ['project'] },
    gathers: 'primaryBranch',
  }),
  'project.trust': operation({
    effect: 'write',
    summary: 'Let the commands of a flower.yaml run, by the hash of its exact content.',
    input: z.strictObject({
      project,
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'has to be a SHA-256 in hex, as project.show tells it')
        .describe('SHA-256 of the content, as project.show tells it'),
    }),
    output: z.object({ project: z.string(), hash: z.string(), next }),
    refuses: ['project.missing', 'project.unclear'],
    roles: operators,
    cli: { positional: ['hash'] },
  }),
  'project.remove': operation({
    effect: 'write',
    grave: true,
    summary: 'Take a project off the list; its Briefs, traces and files stay.',
    input: z.strictObject({ project: authored(60) }),
    output: z.object({ project: z.string(), next }),
    refuses: ['project.missing', 'project.busy'],
    roles: operators,
    cli: { positional: ['project'] },
  }),
}

export const scratchpadOperations = {
  'scratchpad.write': operation({
    effect: 'write',
    summary: 'Write a working note; with scratchpadId and revision a new revision of it.',
    input: z.strictObject({
      scratchpadId: scratchpadId.optional(),
      title,
      body: authored(limits.text),
      briefId: briefId.optional(),
      project,
      revision: revision.optional(),
    }),
    output: z.object({ scratchpadId: z.int(), revision: z.int(), next }),
    refuses: ['scratchpad.missing', 'scratchpad.changed', 'brief.missing', 'project.missing', 'project.unclear'],
    roles: workers,
    tool: toolForWorkers,
    cli: { positional: ['title'] },
  }),
  'scratchpad.append': operation({
    effect: 'write',
    summary: 'Append to a working note.',
    input: z.strictObject({ scratchpadId, body: authored(limits.text).min(1) }),
    output: z.object({ scratchpadId: z.int(), revision: z.int(), next }),
    refuses: ['scratchpad.missing', 'input.too_large'],
    roles: workers,
    cli: { positional: ['scratchpadId', 'body'] },
  }),
  'scratchpad.read': operation({
    effect: 'read',
    summary: 'Read a working note, now or at a revision.',
    input: z.strictObject({ scratchpadId, revision: whole.positive().optional(), cursor, maxBytes }),
    output: z.object({
      scratchpad: ScratchpadView,
      /** What of the text was left out to stay within the budget; absent when nothing was. */
      cut: z.object({ what: z.array(z.string()), how: z.string() }).optional(),
      nextCursor: z.string().optional(),
    }),
    refuses: ['scratchpad.missing'],
    roles: everyone,
    tool: toolForAll,
    cli: { positional: ['scratchpadId'] },
  }),
  'scratchpad.list': operation({
    effect: 'read',
    summary: 'Working notes, newest first.',
    input: z.strictObject({ project, briefId: briefId.optional(), limit: limit(200), cursor }),
    output: z.object({ items: z.array(ScratchpadRow), nextCursor: z.string().optional() }),
    refuses: ['project.missing', 'brief.missing'],
    roles: everyone,
    cli: {},
  }),
}

export const templateOperations = {
  'template.list': operation({
    effect: 'read',
    summary: 'The packet templates.',
    input: z.strictObject({}),
    output: z.object({ items: z.array(templateRow) }),
    refuses: [],
    roles: everyone,
    cli: {},
  }),
  'template.show': operation({
    effect: 'read',
    summary: 'A template with its versions.',
    input: z.strictObject({ name: line(60), version: whole.min(0).optional() }),
    output: z.object({
      template: templateRow.extend({ body: z.string(), words: z.array(z.string()) }),
      versions: z.array(templateRow),
    }),
    refuses: ['template.missing'],
    roles: everyone,
    cli: { positional: ['name'] },
  }),
  'template.update': operation({
    effect: 'write',
    summary: 'Write a new version of a template.',
    input: z.strictObject({
      name: line(60),
      body: authored(limits.template).min(1),
      version: whole.min(0).describe('The version you read'),
    }),
    output: z.object({ name: z.string(), version: z.int(), next }),
    refuses: ['template.missing', 'template.invalid', 'template.changed'],
    roles: operators,
    cli: { positional: ['name'] },
  }),
  'template.preview': operation({
    effect: 'read',
    summary: 'The packet that a template, or an unsaved text of it, gives for a Brief.',
    input: z.strictObject({ name: line(60), briefId, body: authored(limits.template).optional() }),
    output: z.object({ packet: z.string(), packetTokens: z.int() }),
    refuses: ['template.missing', 'template.invalid', 'brief.missing'],
    gathers: 'places',
    roles: everyone,
    cli: { positional: ['name', 'briefId'] },
  }),
  'template.revert': operation({
    effect: 'write',
    grave: true,
    summary: 'Make an older version the newest again; version 0 came with the house.',
    input: z.strictObject({ name: line(60), to: whole.min(0) }),
    output: z.object({ name: z.string(), version: z.int(), next }),
    refuses: ['template.missing'],
    roles: operators,
    cli: { positional: ['name', 'to'] },
  }),
}

export const tokenOperations = {
  'token.create': operation({
    effect: 'write',
    tellsSecret: true,
    summary: 'Make a token for a person, an agent or a script; its secret is told once.',
    input: z.strictObject({
      name: line(limits.name),
      role: z.enum(grantableRoles),
      actor: authored(100).optional().describe('operator:<name> or agent:<ref>'),
      expiresAt: z.iso.datetime().optional(),
    }),
    output: z.object({ tokenId: z.int(), secret: z.string(), next }),
    refuses: [],
    roles: operators,
    cli: { positional: ['name', 'role'] },
  }),
  'token.list': operation({
    effect: 'read',
    summary: 'The tokens, without their secrets.',
    input: z.strictObject({}),
    output: z.object({
      items: z.array(
        z.object({
          tokenId: z.int(),
          name: z.string(),
          role: Role,
          actor: z.string(),
          createdAt: z.string(),
          expiresAt: z.string().nullable(),
          revokedAt: z.string().nullable(),
        }),
      ),
    }),
    refuses: [],
    roles: operators,
    cli: {},
  }),
  'token.revoke': operation({
    effect: 'write',
    grave: true,
    summary: 'Revoke a token at once.',
    input: z.strictObject({ tokenId: whole.positive() }),
    output: z.object({ tokenId: z.int(), next }),
    refuses: ['token.missing'],
    roles: operators,
    cli: { positional: ['tokenId'] },
  }),
}

export const dataOperations = {
  'data.export': operation({
    effect: 'read',
    long: true,
    summary: 'Everything in an open format: JSONL whole, or Markdown to read.',
    input: z.strictObject({ format: z.enum(['jsonl', 'markdown']), project }),
    output: z.object({ format: z.string(), text: z.string(), briefs: z.int(), events: z.int() }),
    refuses: ['project.missing'],
    roles: everyone,
    cli: {},
  }),
  'data.import': operation({
    effect: 'write',
    grave: true,
    summary:
      'Take Briefs in from beads, Backlog.md, task-master, GitHub or our own export; the same file twice changes nothing.',
    input: z.strictObject({
      format: z.enum(['flower', 'beads', 'backlog', 'taskmaster', 'github']),
      path: authored(4_000).optional().describe('A file or folder on the machine that flower runs on'),
      content: z.string().max(50_000_000).optional(),
      project,
      dryRun: z.boolean().optional(),
    }),
    output: z.object({
      made: z.int(),
      unchanged: z.int(),
      conflicts: z.int(),
      briefIds: z.array(z.int()),
      problems,
      dryRun: z.boolean(),
      next,
    }),
    refuses: ['import.unreadable', 'project.missing', 'project.unclear'],
    roles: operators,
    bringsFile: true,
    cli: { positional: ['path'] },
    gathers: 'files',
  }),
  'data.backup': operation({
    effect: 'read',
    summary: 'Write everything into one SQLite file, while work goes on.',
    input: z.strictObject({ path: authored(4_000).optional() }),
    output: z.object({ path: z.string(), bytes: z.int() }),
    refuses: ['input.invalid'],
    roles: operators,
    cli: { positional: ['path'] },
    gathers: 'machine',
  }),
}

export const systemOperations = {
  'system.doctor': operation({
    effect: 'read',
    summary: 'Look at everything and name the cure for each complaint.',
    input: z.strictObject({}),
    output: z.object({ ok: z.boolean(), complaints: z.array(Complaint), looked: z.array(z.string()) }),
    refuses: [],
    roles: everyone,
    cli: { short: 'doctor' },
    gathers: 'checkup',
  }),
  'system.info': operation({
    effect: 'read',
    summary: 'Version, store, where data lives, who you are, whether it is paused.',
    input: z.strictObject({}),
    output: z.object({
      version: z.string(),
      store: z.enum(['sqlite', 'postgres']),
      home: z.string(),
      /** Where sites are: the address of a worktree's, with its names left to fill in. Null where none are served. */
      sites: z.string().nullable(),
      actor: z.string(),
      role: Role,
      seq: z.int(),
      paused: z.object({ since: z.string(), by: z.string(), note: z.string().nullable() }).nullable(),
      readOnly: z.string().nullable(),
      briefs: z.int(),
      openDecisions: z.int(),
      inFlight: z.int(),
      queued: z.int(),
      /** In the merge queues; and the first of them that is tested. */
      landing: z.int(),
      testing: z.int().nullable(),
      /** `red`: its tip is red by itself. */
      mains: z.array(
        z.object({ project: z.string(), status: MainStatus, tip: z.string().nullable(), red: z.boolean() }),
      ),
    }),
    refuses: [],
    roles: everyone,
    cli: {},
    gathers: 'machine',
  }),
  'system.pause': operation({
    effect: 'write',
    summary: 'Stop all starting: nothing is handed over or claimed until resumed.',
    input: z.strictObject({ note: line(limits.line).optional() }),
    output: z.object({ paused: z.boolean(), next }),
    refuses: [],
    roles: operators,
    cli: {},
  }),
  'system.resume': operation({
    effect: 'write',
    summary: 'Go on after a pause.',
    input: z.strictObject({}),
    output: z.object({ paused: z.boolean(), next }),
    refuses: [],
    roles: operators,
    cli: {},
  }),
  'system.openLink': operation({
    effect: 'write',
    tellsSecret: true,
    summary: 'A one-time link that opens the page signed in.',
    input: z.strictObject({}),
    output: z.object({ code: z.string(), path: z.string(), expiresAt: z.string(), next }),
    refuses: [],
    roles: operators,
  }),
  'system.enter': operation({
    effect: 'write',
    tellsSecret: true,
    summary: 'Trade a one-time code for the token of a page.',
    input: z.strictObject({ code: z.string().max(200) }),
    output: z.object({ secret: z.string(), expiresAt: z.string() }),
    refuses: ['access.link_used'],
    roles: house,
  }),
}
