/** What `flower init` says at the end, and its exit code. */
import { quoted } from '#domain/words/quoted.ts'
import { harmless } from '#surface/terminal/harmless.ts'
import type { Ground } from './plan.ts'
import type { Planned } from './planned.ts'
import type { Step } from './steps.ts'

export type Ending = {
  ground: Ground
  undo: boolean
  /** The command with `--yes`. */
  agreed: string
  planned: readonly Planned[]
  steps: readonly Step[]
  done: readonly Step[]
  mayWrite: boolean
  isGuarded: boolean
  /** What was agreed to and went wrong. */
  failures: readonly Failure[]
}

export type Failure = { detail: string; next: string; exit: number }

/** Lines for a person, each of them whole. */
export function conclude(ending: Ending): { lines: string[]; exitCode: number } {
  const { planned, steps, mayWrite, failures } = ending
  const refused = planned.filter(each => each.outcome === 'refused')
  const told = [
    ...refused.map(each => ({ ...each, detail: `${each.shown} is left alone: ${each.problem}.`, exit: each.exitCode })),
    ...failures,
  ]
  const lines = told.flatMap(each => [`flower: ${harmless(each.detail)}`, `next: ${harmless(each.next)}`])
  const [first] = told
  if (first) return { lines: [...lines, ...outcomeOf(ending)], exitCode: first.exit }
  const isUnanswered = !mayWrite && steps.length > 0
  return { lines: outcomeOf(ending), exitCode: isUnanswered ? 2 : 0 }
}

function outcomeOf({ ground, undo, agreed, planned, steps, done, mayWrite, isGuarded }: Ending): string[] {
  if (steps.length === 0) {
    if (planned.some(each => each.outcome === 'refused')) return []
    if (!undo) return ['Nothing to do: all is as it should be.']
    return [
      planned.length === 0 ? 'Nothing to put back: flower init changed nothing here.' : 'Nothing is left to put back.',
    ]
  }
  if (!mayWrite) return ['flower: nothing is written without an answer.', `next: ${agreed}`]
  const count = `${done.length} of ${steps.length} ${steps.length === 1 ? 'change' : 'changes'} made.`
  return undo ? [count] : [count, ...toCommit(ground, done, isGuarded)]
}

/** The files that are for everybody are nowhere else before they are committed. */
function toCommit({ top, mainPath }: Ground, done: readonly Step[], isGuarded: boolean): string[] {
  const shared = done.flatMap(step =>
    'change' in step && isShared(step.change.kind) ? [step.change.path.slice(top.length + 1)] : [],
  )
  if (shared.length === 0) return []
  if (top === mainPath && isGuarded)
    return ['next: flower main rescue, which moves them into a worktree; commit them there, then: flower merge submit']
  const names = shared.map(quoted).join(' ')
  const git = `git -C ${quoted(top)}`
  const why =
    top === mainPath ? ['No worktree has these before they are committed, and nothing lands over changed ones.'] : []
  return [...why, `next: ${git} add ${names} && ${git} commit -m "Work through flower" -- ${names}`]
}

const isShared = (kind: string): boolean => kind === 'server' || kind === 'note'
