/** What becomes of an attempt when its agent's program has ended without saying so. */
import type { FailureReason } from '../failure.ts'
import type { Run } from './run.ts'

/** What was found when the program had ended. */
export type Ended = {
  exitCode: number | null
  signal: string | null
  /** Commits on the branch that were not there when the run began. */
  commits: number
  /** Files changed and not committed. */
  dirty: number
}

export type Outcome =
  | { is: 'done'; summary: string }
  | { is: 'given_up'; reason: FailureReason; note: string; until?: string | undefined }

const contextFull = /context (window|length)|prompt is too long|maximum context|too many tokens/i

/**
 * Only a program that can't speak to us is taken at its exit code. Everybody else says when the work is done; without that,
 * and without a commit, nothing was done.
 */
export function outcomeOf(
  run: Pick<Run, 'driver' | 'stop' | 'state' | 'limitUntil' | 'lastWords'>,
  ended: Ended,
): Outcome {
  const words = run.lastWords ?? ''
  const { stop } = run
  if (stop && stop.reason !== 'relieved')
    return { is: 'given_up', reason: stop.reason, note: stop.note ?? `stopped by ${stop.by}` }
  if (run.state === 'limit')
    return { is: 'given_up', reason: 'usage_limit', note: words, until: run.limitUntil ?? undefined }
  const how = ended.signal ? `ended by ${ended.signal}` : `ended with exit code ${ended.exitCode ?? 'unknown'}`
  if (run.driver === 'command' && ended.exitCode === 0 && ended.commits > 0)
    return { is: 'done', summary: words || 'done' }
  if (contextFull.test(words)) return { is: 'given_up', reason: 'context_full', note: words }
  const clean = ended.signal === null && ended.exitCode === 0
  if (clean && ended.commits === 0)
    return {
      is: 'given_up',
      reason: 'no_work',
      note: `It ${how}, without a commit and without a summary. ${words}`.trim(),
    }
  const left = ended.commits > 0 ? ` Its ${ended.commits} commits are on the branch.` : ''
  const lying = ended.dirty > 0 ? ` ${ended.dirty} changed files lie in the worktree.` : ''
  return {
    is: 'given_up',
    reason: 'agent_error',
    note: `It ${how} without dispatch_complete.${left}${lying} ${words}`.trim(),
  }
}
