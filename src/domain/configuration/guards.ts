/** The sections of `flower.yaml` about what guards MAIN and who works: gates, afterLanding, checks, agents, policy. */
import { z } from 'zod'
import { plainCommand, runFields, withCommand } from './command-line.ts'
import { duration } from './duration.ts'
import { place } from './place.ts'
import { named } from './sections.ts'

const word = z.string().min(1).max(2_000)

const gate = z
  .strictObject({
    ...runFields,
    timeout: duration('10m').describe('Limit for the whole tree of processes.'),
    retries: z
      .int()
      .min(0)
      .max(5)
      .default(1)
      .describe('How often a red gate is run again to tell a flake from a fault.'),
  })
  .transform(withCommand)

export const gates = named(gate).default({}).describe('What every candidate has to pass before it lands.')

const afterLandingStep = z
  .strictObject({
    ...runFields,
    timeout: duration('10m'),
    approve: z.literal('operator').optional().describe('Waits for an operator’s decision, as migrations do.'),
  })
  .transform(withCommand)

export const afterLanding = named(afterLandingStep)
  .default({})
  .describe('What is run in MAIN after each landing, in its order.')

const probes = ['http', 'run', 'process', 'log'] as const

const check = z
  .strictObject({
    http: word.optional().describe('An address, or a path of MAIN’s site, that has to answer with 2xx or 3xx.'),
    run: runFields.run.optional(),
    shell: runFields.shell,
    process: word.optional().describe('A service of MAIN that has to run.'),
    log: z
      .strictObject({ service: word, pattern: word })
      .optional()
      .describe('A service of MAIN, and a regular expression that may not turn up in its log.'),
    every: duration('1m'),
    timeout: duration('30s'),
    failAfter: z.int().min(1).max(100).default(2).describe('Failures in a row until it is down.'),
    heal: z.enum(['restart', 'revert', 'dispatch']).optional().describe('What may be done about it without asking.'),
  })
  .transform(({ http, run, shell, process, log, ...rest }, context) => {
    const given = { http, run, process, log }
    const chosen = probes.filter(each => given[each] !== undefined)
    if (chosen.length !== 1) {
      const found = chosen.length === 0 ? 'has none' : `has ${chosen.join(' and ')}`
      context.addIssue({ code: 'custom', message: `has to have one of http, run, process and log; it ${found}` })
      return z.NEVER
    }
    if (run !== undefined) {
      const probe = withCommand({ run, shell }, context)
      return { ...rest, probe: { kind: 'run' as const, ...probe } }
    }
    if (http !== undefined) return { ...rest, probe: { kind: 'http' as const, url: http } }
    if (process !== undefined) return { ...rest, probe: { kind: 'process' as const, service: process } }
    return { ...rest, probe: { kind: 'log' as const, service: log?.service ?? '', pattern: log?.pattern ?? '' } }
  })

export const checks = named(check).default({}).describe('What is watched in MAIN.')

const drivers = ['claude', 'codex', 'acp', 'command', 'scripted'] as const

const ownProgram = z.union([z.literal(true), plainCommand], { error: 'has to be true, or how the program is called' })

const harness = z
  .strictObject({
    claude: ownProgram.optional().describe('true for Claude Code as it is installed, or how it is called.'),
    codex: ownProgram.optional().describe('true for Codex as it is installed, or how it is called.'),
    acp: plainCommand.optional().describe('A program that speaks the Agent Client Protocol.'),
    command: plainCommand.optional().describe('Any program: the packet comes on stdin, its end is its exit code.'),
    scripted: word.optional().describe('A file of MAIN with the steps that it follows; no model is asked.'),
    model: word.optional(),
    args: z.array(z.string().max(8_192)).default([]).describe('More words behind the program.'),
  })
  .transform(({ claude, codex, acp, command, scripted, ...rest }, context) => {
    const given = { claude, codex, acp, command, scripted }
    const [driver, ...others] = drivers.filter(each => given[each] !== undefined)
    const called = driver === undefined ? undefined : given[driver]
    if (driver === undefined || called === undefined || others.length > 0) {
      context.addIssue({ code: 'custom', message: `has to have one of ${drivers.join(', ')}` })
      return z.NEVER
    }
    if (typeof called === 'string') return { ...rest, driver: 'scripted' as const, script: called }
    const program = called === true ? { words: [driver] } : called
    return { ...rest, driver: driver as Exclude<typeof driver, 'scripted'>, command: program }
  })

/** When an agent is asked for its handoff: a share of the model's window, or a number of tokens. */
const refreshAt = z
  .union([z.string().regex(/^[1-9]\d?%$/), z.int().min(1_000)], {
    error: 'has to be a share such as 60%, or a number of tokens from 1000',
  })
  .default('60%')
  .transform(value => (typeof value === 'string' ? { share: Number.parseInt(value, 10) / 100 } : { tokens: value }))

export const agents = z.strictObject({
  default: word.optional().describe('The harness of a dispatch that names none.'),
  maxConcurrent: z.int().min(1).max(1_000).default(4).describe('Agents at work in this project at once.'),
  harnesses: named(harness)
    .default({})
    .describe('How agents are started: each has one of claude, codex, acp, command and scripted.'),
  refreshAt: refreshAt.describe('When a context is renewed: a share of its window, or tokens.'),
})

const budget = z.strictObject({
  tokens: z.int().positive().optional(),
  usd: z.number().positive().optional(),
})

export const policy = z.strictObject({
  approvals: z
    .array(z.enum(['dispatch', 'landing']))
    .default([])
    .describe('What waits for an operator’s approval.'),
  protectedPaths: z
    .array(place)
    .default([])
    .describe('A candidate that touches these needs an operator’s approval; patterns are allowed.'),
  budgets: z
    .strictObject({ brief: budget.optional(), project: budget.optional(), day: budget.optional() })
    .default({})
    .describe('Ceilings in tokens and US dollars: for one Brief, for the project, for a day of it.'),
})
