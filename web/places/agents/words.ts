/** What is said of an agent and of a run. Pure. */
import type { AgentView, RunView } from '#contract/agent.ts'
import { runRef } from '#domain/agent/run.ts'
import type { Tone, WorkState } from '../../bloom/glyph.tsx'

export type Liveness = AgentView['liveness']

type Shown = { state: WorkState; words: string; tone?: Exclude<Tone, 'petal' | 'leaf'> }

const states: Record<Liveness, Shown> = {
  starting: { state: 'claimed', words: 'starting' },
  working: { state: 'running', words: 'working' },
  waiting_input: { state: 'waits', words: 'waits for words', tone: 'amber' },
  waiting_permission: { state: 'asks', words: 'waits for a permission', tone: 'amber' },
  waiting_limit: { state: 'waits', words: 'at its provider’s limit', tone: 'amber' },
  idle: { state: 'idle', words: 'idle' },
  parked: { state: 'parked', words: 'parked' },
  stale: { state: 'waits', words: 'stale', tone: 'amber' },
  gone: { state: 'gone', words: 'gone' },
}

export const stateOf = ({ liveness }: Pick<AgentView, 'liveness'>): Shown => states[liveness]

/** At work, or held up at it: it takes a place. */
export const isAtWork = ({ liveness, dispatchId }: Pick<AgentView, 'liveness' | 'dispatchId'>): boolean =>
  dispatchId !== null || liveness === 'starting' || liveness === 'working'

export const agentKey = ({ project, actor }: Pick<AgentView, 'project' | 'actor'>): string => `${project} ${actor}`

/** By which the house finds it, whatever else it is called elsewhere. */
export const named = ({ run, actor }: AgentView): string => (run === null ? actor : runRef(run.id))

type Context = { contextTokens: number | null; contextWindow: number | null }

/** 0 to 1 of the window; null where nobody measured it. */
export const shareOf = ({ contextTokens, contextWindow }: Context): number | null =>
  contextTokens === null || contextWindow === null ? null : contextTokens / contextWindow

/** `builder, claude`. */
export const trade = ({ role, harness }: Pick<AgentView, 'role' | 'harness'>): string =>
  harness === null ? role : `${role}, ${harness}`

type Ended = Pick<RunView, 'stop' | 'reason'>
type Became = { outcome: string | null; reason: string | null }

/** How a run stands or ended, in a word or a line; `became` is its attempt, which says more than its program did. */
export function runState(run: RunView, became: Became | undefined): Shown {
  const { status, stop, state, token, relieves } = run
  if (status === 'ended') return endOf(run, became)
  if (state === 'attached') return { state: 'running', words: 'is open in a terminal' }
  if (stop) return { state: 'waits', words: `is being ended: ${spoken(stop.reason)}` }
  if (token === null && relieves !== null) return { state: 'claimed', words: `takes over from ${runRef(relieves)}` }
  if (status === 'starting') return states.starting
  return state === 'working' ? states.working : states[`waiting_${state}`]
}

const outcomes: Record<string, WorkState> = {
  done: 'done',
  failed: 'failed',
  released: 'changes',
  lost: 'gone',
  cancelled: 'cancelled',
  relieved: 'done',
}

function endOf({ stop, reason }: Ended, became: Became | undefined): Shown {
  if (became?.outcome)
    return {
      state: outcomes[became.outcome] ?? 'gone',
      words: became.reason === null ? became.outcome : `${became.outcome}: ${spoken(became.reason)}`,
    }
  if (stop) return { state: 'cancelled', words: spoken(stop.reason) }
  return { state: 'gone', words: spoken(reason ?? 'ended') }
}

const spoken = (word: string): string => word.replaceAll('_', ' ')
