/** What is said of a submission. Pure. */
import type { MergeView } from '#contract/shapes.ts'
import { ref } from '#domain/ref.ts'
import type { WorkState } from '../../bloom/glyph.tsx'

export const mergeRef = (id: number): string => ref('merge', id)

/** A commit as it is spoken of. */
export const short = (commit: string): string => commit.slice(0, 7)

type Standing = Pick<MergeView, 'status' | 'guarded' | 'approvedBy'>

/** It may still land. */
export const isLive = ({ status }: Pick<MergeView, 'status'>): boolean =>
  status === 'queued' || status === 'testing' || status === 'landing'

/** It was sent back, or somebody took it out: it can be put in again. */
export const isOut = ({ status }: Pick<MergeView, 'status'>): boolean =>
  status === 'conflict' || status === 'ejected' || status === 'cancelled'

/** Nobody takes it out any more once its landing is under way. */
export const isCancellable = ({ status }: Pick<MergeView, 'status'>): boolean =>
  status === 'queued' || status === 'testing'

export const waitsForWord = (merge: Standing): boolean =>
  isCancellable(merge) && merge.guarded.length > 0 && merge.approvedBy === null

/** `1st`, `2nd`, `23rd`. */
export function ordinal(count: number): string {
  const tens = count % 100
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${ending}`
}

const ended = {
  testing: { state: 'running', words: 'being tested' },
  landing: { state: 'running', words: 'landing' },
  landed: { state: 'done', words: 'landed' },
  conflict: { state: 'failed', words: 'conflict' },
  ejected: { state: 'failed', words: 'sent back' },
  cancelled: { state: 'cancelled', words: 'taken out' },
} as const

/** Where it stands in a word or two; why is said beside it. */
export function stateOf(merge: MergeView): { state: WorkState; words: string } {
  if (waitsForWord(merge)) return { state: 'waits', words: 'waits for approval' }
  const turn = merge.place === null ? undefined : merge.place === 1 ? 'next' : ordinal(merge.place)
  // What has been tested and waits isn't being tested any more.
  if (isCancellable(merge) && merge.waits !== undefined) {
    const waits = merge.status === 'queued' && turn !== undefined ? `waits, ${turn}` : 'waits'
    return { state: 'waits', words: merge.heldAt === null ? waits : 'held' }
  }
  return merge.status === 'queued' ? { state: 'queued', words: turn ?? 'queued' } : ended[merge.status]
}

export const styleWords: Record<MergeView['style'], string> = {
  merge: 'as a merge commit',
  rebase: 'commit by commit',
  squash: 'as one commit',
}

/** `1 240` milliseconds → `1.2 s`, `83 000` → `1m 23s`. */
export function tookWords(ms: number): string {
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)}s`
  const seconds = Math.round(ms / 1_000)
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${seconds % 60}s`
}

/** A few of many names: `beds.md, roses.md and 3 more`. */
export function few(names: readonly string[], all = names.length, most = 3): string {
  const shown = names.slice(0, most)
  return all > shown.length ? `${shown.join(', ')} and ${all - shown.length} more` : shown.join(', ')
}

/** What a branch takes back, as the house calls such a branch. */
export function takesBack(branch: string): number | undefined {
  const digits = /^flower\/revert-m([1-9]\d{0,15})$/.exec(branch)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
