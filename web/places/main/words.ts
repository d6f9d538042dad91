/** What is said of a MAIN. Pure. */
import type { LandingView, MainView } from '#contract/shapes.ts'
import type { Tone, WorkState } from '../../bloom/glyph.tsx'
import { counted } from '../../bloom/spoken.ts'

export type Standing = NonNullable<MainView['standing']>
export type Layer = MainView['layers'][number]

type Shown = { state: WorkState; words: string; tone?: Exclude<Tone, 'petal'> }

const states: Record<Standing['status'], Shown> = {
  clean: { state: 'done', words: 'clean', tone: 'leaf' },
  dirty: { state: 'blocked', words: 'changed from outside', tone: 'clay' },
  off_branch: { state: 'blocked', words: 'off its branch', tone: 'clay' },
  busy: { state: 'waits', words: 'in the middle of something', tone: 'amber' },
  landing: { state: 'running', words: 'landing' },
  bare: { state: 'idle', words: 'without a checkout' },
  missing: { state: 'failed', words: 'not where it was', tone: 'clay' },
  unclear: { state: 'waits', words: 'unclear', tone: 'amber' },
}

const still: ReadonlySet<Standing['status']> = new Set<Standing['status']>(['clean', 'bare', 'landing'])

type Stood = { standing: Pick<Standing, 'status'> | null; red?: unknown }

/** Nothing has to be done about it. */
export const isWell = ({ standing, red }: Stood): boolean => standing !== null && still.has(standing.status) && !red

/** A checkout that is not as it is meant to be comes first: it keeps even what mends a red one from landing. */
export function standingOf({ standing, red }: Stood): Shown {
  if (standing === null) return { state: 'queued', words: 'not looked at yet' }
  if (red && still.has(standing.status)) return { state: 'failed', words: 'red by itself', tone: 'clay' }
  return states[standing.status]
}

const layerStates: Record<Layer['state'], Shown> = {
  in_force: { state: 'done', words: 'in force' },
  off: { state: 'idle', words: 'off' },
  altered: { state: 'blocked', words: 'altered', tone: 'clay' },
  unavailable: { state: 'gone', words: 'not on this machine' },
}

export const layerOf = ({ state }: Layer): Shown => layerStates[state]

export const layerNames: Record<Layer['layer'], string> = {
  git: 'git',
  agents: 'agents’ hooks',
  system: 'system',
  watch: 'watch',
}

/** `3 of 4 layers hold`. */
export function guardWords(layers: readonly Layer[]): string {
  const holding = layers.filter(each => each.state === 'in_force').length
  return `${holding} of ${Object.keys(layerNames).length} layers hold`
}

/** Against its upstream; empty where there is none. */
export function upstreamWords(upstream: Standing['upstream']): string {
  if (upstream === null) return 'no upstream'
  const { ref, ahead, behind } = upstream
  const parts = [ahead > 0 && `${ahead} ahead of`, behind > 0 && `${behind} behind`].filter(part => part !== false)
  return parts.length === 0 ? `level with ${ref}` : `${parts.join(' and ')} ${ref}`
}

/** What came into MAIN by the queue since midnight, and is no commit between two landings. */
export function landedSince(landings: readonly LandingView[], midnight: Date): number {
  const ours = landings.filter(each => each.by === 'queue' && each.mergeIds.length > 0)
  return ours.filter(each => Date.parse(each.at) >= midnight.getTime()).length
}

export const filesWords = (count: number): string => counted(count, 'file')

export function midnight(): Date {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate())
}
