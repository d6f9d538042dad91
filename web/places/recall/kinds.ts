/** What is searched, and where each thing that is found leads. Pure. */
import type { Output } from '#contract/catalogue.ts'
import type { IconName } from '../../bloom/icon.tsx'
import type { Recency } from './address.ts'

export type Found = Output<'recall.search'>['items'][number]
type Kind = Found['type']

export const kinds: Record<Kind, { name: string; icon: IconName }> = {
  brief: { name: 'Briefs', icon: 'list' },
  trace: { name: 'traces', icon: 'commit' },
  decision: { name: 'decisions', icon: 'question' },
  scratchpad: { name: 'scratchpads', icon: 'scratch' },
}

export const searchTypes = Object.keys(kinds) as Kind[]

/** Undefined for what opens where it stands: a scratchpad has no place of its own. */
export function leadsTo({ type, ref, briefId }: Pick<Found, 'type' | 'ref' | 'briefId'>): string | undefined {
  if (type === 'scratchpad') return undefined
  if (type === 'decision') return briefId === null ? `/decisions?show=all#${ref}` : `/briefs/${briefId}#${ref}`
  if (briefId === null) return undefined
  return type === 'trace' ? `/briefs/${briefId}#e${ref}` : `/briefs/${briefId}`
}

/** `4711` of the trace is `e4711`; all others say themselves what they are. */
export const spoken = ({ type, ref }: Pick<Found, 'type' | 'ref'>): string => (type === 'trace' ? `e${ref}` : ref)

const days: Record<Recency, number> = { day: 1, week: 7, month: 30, year: 365 }
const hour = 3_600_000

/** In whole hours, so that the same search stays the same while somebody types. */
export function sinceOf(recency: Recency | undefined, now: number): string | undefined {
  if (recency === undefined) return undefined
  return new Date(Math.floor(now / hour) * hour - days[recency] * 24 * hour).toISOString()
}
