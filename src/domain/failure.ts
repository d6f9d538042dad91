/** Why an attempt ended without its work: a closed list, each with who must act and what becomes of the dispatch. */
import { z } from 'zod'

export const failureReasons = [
  'agent_error', 'usage_limit', 'context_full', 'timeout', 'lost', 'prepare_failed', 'gate_failed', 'conflict', 'needs_decision', 'out_of_budget', 'cancelled', 'no_work', 'attached',
] as const // biome-ignore format: a list of words
export const FailureReason = z.enum(failureReasons)
export type FailureReason = z.infer<typeof FailureReason>

/** What an agent may give for itself; that somebody had its session in a terminal is the house's to say. */
export const OwnReason = FailureReason.exclude(['attached'])

/** counted: back to the queue until the attempts are spent; waits: back, uncounted, until its time or answer; never: the dispatch ends. */
export type Retry = 'counted' | 'waits' | 'never'

type Rule = {
  /** Who must act before it goes on. */
  acts: 'agent' | 'operator' | 'nobody'
  retry: Retry
}

const rules: Record<FailureReason, Rule> = {
  agent_error: { acts: 'agent', retry: 'counted' },
  usage_limit: { acts: 'nobody', retry: 'waits' },
  context_full: { acts: 'agent', retry: 'counted' },
  timeout: { acts: 'agent', retry: 'counted' },
  lost: { acts: 'agent', retry: 'counted' },
  prepare_failed: { acts: 'operator', retry: 'counted' },
  gate_failed: { acts: 'agent', retry: 'counted' },
  conflict: { acts: 'agent', retry: 'counted' },
  needs_decision: { acts: 'operator', retry: 'waits' },
  out_of_budget: { acts: 'operator', retry: 'counted' },
  cancelled: { acts: 'nobody', retry: 'never' },
  no_work: { acts: 'agent', retry: 'counted' },
  attached: { acts: 'nobody', retry: 'waits' },
}

export const failureRule = (reason: FailureReason): Rule => rules[reason]

/** As a sentence has it: `gate failed`. */
export const spokenFailure = (reason: string): string => reason.replaceAll('_', ' ')

/** Attempts that a Brief's leg has before its dispatch fails and an operator is asked. */
export const attemptsAllowed = 3
