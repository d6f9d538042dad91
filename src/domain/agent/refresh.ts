/** When a context is renewed, so that an agent is relieved before it forgets. */
import type { AgentPolicy } from './policy.ts'
import type { Run } from './run.ts'

/** Tokens that a model is taken to hold where its harness doesn't say. */
const usualWindow = 200_000
/** Beyond this share of the window nobody waits for a handoff any more. */
const hardShare = 0.8

export type Marks = { soft: number; hard: number }

/** In tokens. Where the project names tokens, the hard mark stands in the same ratio to the soft one as it usually does. */
export function marksOf(refreshAt: AgentPolicy['refreshAt'], window: number | null): Marks {
  const whole = window ?? usualWindow
  if ('share' in refreshAt) return { soft: refreshAt.share * whole, hard: Math.max(refreshAt.share, hardShare) * whole }
  const soft = Math.min(refreshAt.tokens, whole)
  return { soft, hard: Math.min(soft * (hardShare / 0.6), Math.max(soft, hardShare * whole)) }
}

export type RefreshStep = 'none' | 'ask_handoff' | 'want_successor'

/** `handedOff`: what its successor has to know is written since it was asked for. */
export function refreshStep(
  run: Pick<Run, 'contextTokens' | 'handoffAskedAt' | 'wantsSuccessor' | 'token'>,
  marks: Marks,
  handedOff: boolean,
): RefreshStep {
  if (run.token === null || run.wantsSuccessor || run.contextTokens === null) return 'none'
  if (run.contextTokens >= marks.hard || handedOff) return 'want_successor'
  if (run.contextTokens >= marks.soft && run.handoffAskedAt === null) return 'ask_handoff'
  return 'none'
}
