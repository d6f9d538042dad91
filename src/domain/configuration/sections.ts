/** The sections of `flower.yaml` about a project's checkouts and what runs in them: main, worktrees, services, sites. */
import { z } from 'zod'
import { LandingStyle } from '../landing/submission.ts'
import { isolations } from '../worktree/worktree.ts'
import { runFields, withCommand } from './command-line.ts'
import { duration } from './duration.ts'
import { place } from './place.ts'

const text = (limit: number) =>
  z
    .string()
    .min(1)
    .max(limit)
    .refine(value => !value.includes('\0'), 'holds a NUL character')

/** A record by names that people choose: services, gates, checks, harnesses. */
export const named = <Value extends z.ZodType>(value: Value) =>
  z.record(
    z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, 'a name has letters, digits, `-` and `_`, 40 at most'),
    value,
  )

/** A list, or its only item by itself. `shorthand` is read by the JSON Schema, as are those below. */
const oneOrMore = <Item extends z.ZodType>(item: Item) =>
  z
    .preprocess(
      value => (value === undefined || Array.isArray(value) ? value : [value]),
      z.array(item).max(200).default([]),
    )
    .meta({ shorthand: 'items' })

/** One step of preparing or taking down. */
const step = z
  .preprocess(
    value => (typeof value === 'object' && !Array.isArray(value) ? value : { run: value }),
    z.strictObject({ ...runFields, timeout: duration('10m') }).transform(withCommand),
  )
  .meta({ shorthand: 'run' })
export type Step = z.output<typeof step>

export const main = z.strictObject({
  branch: text(1_000)
    .optional()
    .describe(
      'MAIN’s branch. Default: the one that was found at registering; where it is another, `doctor` and `project.show` say so, and `project.configure` makes it MAIN’s.',
    ),
  base: z
    .enum(['local', 'remote'])
    .default('local')
    .describe(
      'Where worktrees begin and what a sync brings in: the tip of MAIN’s own branch, or that of the remote, which is fetched first.',
    ),
  landing: LandingStyle.default('merge').describe('How a branch becomes part of MAIN.'),
  submit: z
    .enum(['auto', 'ask'])
    .default('auto')
    .describe('Whether a finished build enters the merge queue by itself or an operator is asked.'),
  push: z
    .enum(['never', 'after landing'])
    .default('never')
    .describe('Whether the primary branch is pushed to its remote after each landing. It is never forced.'),
})

/** Numbers and booleans are what YAML makes of `PORT: 3000`; the environment has only text. */
const variable = z
  .union([z.string().max(8_192), z.number(), z.boolean()], { error: 'has to be a text or a number' })
  .transform(String)
  .refine(value => !/[\0\r\n]/.test(value), 'has to be one line')

export const worktrees = z.strictObject({
  root: text(4_000)
    .optional()
    .describe(
      'Folder in which worktrees are made: absolute, or from MAIN’s, and not within it. Default: `worktrees/<project>` in the home of flower.',
    ),
  largeFiles: z
    .enum(['whole', 'pointers'])
    .default('whole')
    .describe('Whether a checkout fetches what git-lfs keeps apart, or leaves the small pointers to it.'),
  checkoutTimeout: duration('10m').describe(
    'Time for one checkout, filters for large files included; submodules have as long again.',
  ),
  prepare: oneOrMore(step).describe(
    'Commands that make a fresh worktree ready, in their order. Each has 10m unless `timeout` says so.',
  ),
  teardown: oneOrMore(step).describe('Commands that are run before a worktree is removed.'),
  copy: oneOrMore(place).describe(
    'Ignored files of MAIN that a worktree needs, such as .env.local or apps/*/.env. Not for isolation `code`.',
  ),
  link: oneOrMore(place).describe(
    'Heavy folders of MAIN, such as node_modules: cloned where the disk can, else linked, else copied.',
  ),
  env: z
    .record(
      z
        .string()
        .regex(
          /^(?!FLOWER_)[A-Za-z_][A-Za-z0-9_]{0,99}$/,
          'a variable has letters, digits and `_`, and does not begin with FLOWER_',
        ),
      variable,
    )
    .default({})
    .describe('Environment of everything that runs in a worktree; values are templates.'),
  isolation: z
    .enum(isolations)
    .default('isolated')
    .describe('isolated: own ports and database; shared: MAIN’s services; code: no services and no secrets.'),
})

/** A program's health: a path, an address, or a command that ends well. */
const health = z
  .preprocess(
    value => (typeof value === 'string' ? { http: value } : value),
    z
      .strictObject({
        http: text(2_000).optional().describe('A path of the service, or an address.'),
        run: runFields.run.optional(),
        shell: runFields.shell,
      })
      .transform(({ http, run, shell }, context) => {
        if (http !== undefined && run === undefined) return { kind: 'http' as const, url: http }
        if (run !== undefined && http === undefined) {
          return { kind: 'run' as const, ...withCommand({ run, shell }, context) }
        }
        context.addIssue({ code: 'custom', message: 'has to have one of http and run' })
        return z.NEVER
      }),
  )
  .meta({ shorthand: 'http' })

export const service = z
  .strictObject({
    ...runFields,
    port: z
      .int()
      .min(1)
      .max(65_535)
      .optional()
      .describe('The wanted port; the next free one is taken. The program gets it as PORT.'),
    health: health
      .optional()
      .describe('A path, {http} or {run}. Default: healthy once its port answers or, without one, while it runs.'),
    onlyMain: z.boolean().default(false).describe('Runs for MAIN and never for a worktree.'),
  })
  .transform(withCommand)

export const services = named(service).default({})

export const sites = z
  .record(
    z.string().regex(/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/, 'a site’s name is part of a host name: a-z, 0-9 and `-`'),
    text(40),
  )
  .default({})
  .describe(
    'Names of sites, each with the service that answers there. The first is at the plain address of its worktree or of MAIN, the others have their name in it. Without any, the only service with a port is the site.',
  )
