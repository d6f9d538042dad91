/** What one operation is. Every surface, its help, its checks and its documentation follow from these entries. */
import type { z } from 'zod'
import type { RefusalCode } from '#domain/refusal.ts'
import { agentRoles, type Role } from '#domain/role.ts'

export type Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> = {
  effect: 'read' | 'write'
  /** One sentence for help, tool lists and the reference. */
  summary: string
  input: Input
  output: Output
  /** The refusals that belong to it, besides those that every operation has. */
  refuses: readonly RefusalCode[]
  /** Who may call it. */
  roles: readonly Role[]
  /** In whose MCP tool list it stands; left out where it is no tool. */
  tool?: readonly Role[]
  /** Its answer holds a secret that is told once: no receipt keeps it, so a repeated command makes another. */
  tellsSecret?: boolean
  /** A file comes with it, which is taken as it is: nothing in it is redacted. */
  bringsFile?: true
  /** Takes something away from somebody, or can't be taken back by a press: a person is asked once more. */
  grave?: true
  /** Reads everything there is: nobody else's read may wait for it. */
  long?: boolean
  cli?: {
    /** A short form for daily use: `flower <short>`. */
    short?: string
    /** Input fields that are given by place, in this order. The last takes all the words that are left when it is a text. */
    positional?: readonly string[]
    /** Seconds of `wait` where the command line names none: what is said to be done is done when it answers. */
    waits?: number
  }
  /** Called from a worktree's folder it is about that worktree, where nothing else was named. */
  here?: true
  /** Facts of the outside world that are gathered before the transaction and handed in. */
  gathers?:
    | 'repository'
    | 'machine'
    | 'files'
    | 'places'
    | 'worktree'
    | 'checkup'
    | 'configuration'
    | 'primaryBranch'
    | 'running'
    | 'log'
    | 'said'
    | 'branch'
    | 'revert'
    | 'changes'
    | 'history'
  /**
   * `wait` waits until the runner has done what was asked, and the answer tells how it went: of the worktree that it is about,
   * of the services, of the worktree that it says to work in, of MAIN, or of the submission.
   */
  awaits?: 'errand' | 'service' | 'worktree' | 'main' | 'merge'
}

export const operation = <Input extends z.ZodObject, Output extends z.ZodType>(
  entry: Operation<Input, Output>,
): Operation<Input, Output> => entry

/** Everybody with a token. */
export const everyone: readonly Role[] = ['operator', ...agentRoles, 'viewer', 'system']
/** Those who work: operators and agents. */
export const workers: readonly Role[] = ['operator', ...agentRoles, 'system']
/** Those who plan: operators and the agents that lead. */
export const planners: readonly Role[] = ['operator', 'orchestrator', 'lead', 'designer', 'ops', 'system']
export const operators: readonly Role[] = ['operator', 'system']
/** The house itself; on no surface. */
export const house: readonly Role[] = ['system']

/** Tool lists. The orchestrator and the operator see every tool. */
export const toolForAll: readonly Role[] = ['operator', ...agentRoles, 'viewer']
export const toolForWorkers: readonly Role[] = ['operator', ...agentRoles]
export const toolForPlanners: readonly Role[] = ['operator', 'orchestrator', 'lead', 'designer', 'ops']
export const toolForLeads: readonly Role[] = ['operator', 'orchestrator', 'lead', 'ops']
export const toolForReviewers: readonly Role[] = ['operator', 'orchestrator', 'reviewer']
