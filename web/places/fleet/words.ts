/** What is said of a worktree. Pure. */
import type { WorktreeView } from '#contract/shapes.ts'
import type { WorkState } from '../../bloom/glyph.tsx'

export const changedIn = ({ dirty }: Pick<WorktreeView, 'dirty'>): number =>
  dirty ? dirty.modified + dirty.untracked + dirty.unmerged : 0

const errandWords: Record<NonNullable<WorktreeView['errand']>, string> = {
  create: 'being made',
  adopt: 'being adopted',
  restore: 'coming back',
  prepare: 'being prepared',
  sync: 'taking MAIN in',
  remove: 'being removed',
}

/** What happens to it now, or what became of it; undefined for one that is ready and left alone. */
export function stateOf(worktree: WorktreeView): { state: WorkState; words: string } | undefined {
  if (worktree.errand !== null) return { state: 'running', words: errandWords[worktree.errand] }
  if (worktree.status === 'failed') return { state: 'failed', words: 'failed' }
  if (worktree.status === 'removed' || worktree.status === 'gone') return { state: 'gone', words: worktree.status }
  return undefined
}

export const isolationWords: Record<WorktreeView['isolation'], { short: string; long: string }> = {
  isolated: { short: 'own services', long: 'Its own services, ports and secrets; nothing that MAIN uses is touched.' },
  shared: { short: 'MAIN’s services', long: 'It speaks to the services of MAIN: what it writes there, MAIN sees.' },
  code: { short: 'no secrets', long: 'Code alone: no services, and no secrets are copied.' },
}

/** Where it stands to MAIN, in counts: `6 ahead, 1 behind`. */
export function distanceOf({ ahead, behind }: Pick<WorktreeView, 'ahead' | 'behind'>): string {
  if (ahead === null && behind === null) return ''
  const parts = [ahead ? `${ahead} ahead` : '', behind ? `${behind} behind` : ''].filter(part => part !== '')
  return parts.join(', ') || 'at MAIN'
}

/** `1 modified, 2 untracked`; empty when it is clean. */
export function dirtWords({ dirty }: Pick<WorktreeView, 'dirty'>): string {
  if (!dirty) return ''
  return (['modified', 'untracked', 'unmerged'] as const)
    .flatMap(kind => (dirty[kind] > 0 ? [`${dirty[kind]} ${kind}`] : []))
    .join(', ')
}

const steps = ['kB', 'MB', 'GB', 'TB'] as const

/** `1 234 567 890` bytes → `1.2 GB`. */
export function bytesInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  const power = Math.min(steps.length, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** power
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${steps[power - 1]}`
}

/** A reason as its first line, and what stands below it: the last lines of what failed. */
export function reasonOf(reason: string): { first: string; rest: string } {
  const [first = '', ...rest] = reason.split('\n')
  return { first, rest: rest.join('\n').trimEnd() }
}

/** `listed`, standing as it was seen last: a list may be read after a look, and yet tell of an older one. */
export function fresher(listed: WorktreeView, seen: WorktreeView | undefined): WorktreeView {
  if (seen === undefined || (seen.lookedAt ?? '') <= (listed.lookedAt ?? '')) return listed
  const { dirty, ahead, behind, head, underWay, drift, lookedAt } = seen
  return { ...listed, dirty, ahead, behind, head, underWay, drift, lookedAt }
}
