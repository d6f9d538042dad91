/** One run of an agent's program for a dispatch, from its start to its end. */
import { z } from 'zod'
import { FailureReason } from '../failure.ts'
import { Role } from '../role.ts'
import { Driver, Usage } from './said.ts'

export const runStatuses = ['starting', 'running', 'ended'] as const

/**
 * Whether it works, waits for words, for somebody who allows a tool, or for its provider's limit to pass. attached: its program
 * has ended, and somebody has its session in a terminal.
 */
export const runStates = ['working', 'input', 'permission', 'limit', 'attached'] as const
export const RunState = z.enum(runStates)
export type RunState = z.infer<typeof RunState>

/** By model: all that a run has used so far. `usd` is null where neither the harness nor the price table tells. */
export const Usages = z.record(z.string(), Usage.extend({ usd: z.number().nullable() }))
export type Usages = z.infer<typeof Usages>

/** What a run has used of a model on a day of the house's own calendar: `2026-03-02`. */
export const KeptSpending = Usage.extend({
  runId: z.int(),
  day: z.string(),
  model: z.string(),
  projectId: z.int(),
  briefId: z.int(),
  usd: z.number(),
})
export type KeptSpending = z.infer<typeof KeptSpending>

/** Why flower ends a run: what becomes of its attempt, that another relieved it, or that somebody takes its session into a terminal. */
export const StopWish = z.object({
  reason: z.union([FailureReason, z.literal('relieved')]),
  note: z.string().optional(),
  by: z.string(),
  at: z.string(),
})
export type StopWish = z.infer<typeof StopWish>

/** Times are ISO 8601 in UTC. */
export const Run = z.object({
  id: z.int(),
  projectId: z.int(),
  briefId: z.int(),
  dispatchId: z.int(),
  /** The fencing number of the attempt that it makes; null while it stands by to relieve another. */
  token: z.int().nullable(),
  /** The run whose lease it takes over. */
  relieves: z.int().nullable(),
  actor: z.string(),
  role: Role,
  harness: z.string(),
  driver: Driver,
  node: z.string(),
  worktreeId: z.int(),
  status: z.enum(runStatuses),
  state: RunState,
  /** The harness's own session, by which it can be gone on with. */
  session: z.string().nullable(),
  model: z.string().nullable(),
  contextTokens: z.int().nullable(),
  contextWindow: z.int().nullable(),
  /** When it was told to write down what its successor has to know. */
  handoffAskedAt: z.string().nullable(),
  wantsSuccessor: z.boolean(),
  /** How often it was told that it had stopped without an end to its dispatch. */
  reminded: z.int(),
  usages: Usages,
  tokens: z.int(),
  usd: z.number(),
  /** The decision in which somebody is asked whether it may use a tool. */
  asks: z.int().nullable(),
  limitUntil: z.string().nullable(),
  stop: StopWish.nullable(),
  /** Bytes of what it said that the house has heard. */
  heardTo: z.int(),
  lastWords: z.string().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  /** When it was last heard. */
  activeAt: z.string(),
  endedAt: z.string().nullable(),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  /** How it ended, in a word or a line. */
  reason: z.string().nullable(),
})
export type Run = z.infer<typeof Run>

/** As another installation takes it in: what worked there does not work here. */
export const leftBehind = (run: Run): Run =>
  run.status === 'ended' ? run : { ...run, status: 'ended', endedAt: run.activeAt, reason: 'left behind where it ran' }

export const runRef = (id: number): string => `r${id}`

/** Tokens of all kinds, of all models. */
export const tokensOf = (usages: Usages): number =>
  Object.values(usages).reduce(
    (sum, { input, cacheRead, cacheWrite, output }) => sum + input + cacheRead + cacheWrite + output,
    0,
  )

export const usdOf = (usages: Usages): number => Object.values(usages).reduce((sum, each) => sum + (each.usd ?? 0), 0)
