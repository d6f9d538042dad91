/** The trace as lines of a list: filters, runs of quiet events, and joining what comes in later. */
import type { Event } from '#contract/shapes.ts'
import { spoken } from '../brief/words.ts'

export type TraceFilter = 'all' | 'words' | 'spec' | 'dispatch' | 'decisions' | 'code' | 'links'

/** The event types of each filter; `all` has none, so that it holds those of a newer house too. */
export const filterTypes: Record<TraceFilter, readonly string[] | undefined> = {
  all: undefined,
  words: ['captured', 'note_added', 'comment', 'progress', 'refinement', 'plan_proposed', 'attachment_added'],
  spec: ['spec_snapshot', 'plan_proposed', 'refinement'],
  dispatch: [
    'dispatched',
    'claimed',
    'released',
    'lease_expired',
    'lease_kept',
    'attempt_ended',
    'attempts_spent',
    'completed',
    'dispatch_cancelled',
    'review_requested',
    'verdict_given',
    'changes_asked',
  ],
  decisions: ['decision_asked', 'decision_answered', 'decision_withdrawn', 'decision_discussed'],
  code: [
    'merge_queued',
    'merge_cancelled',
    'merge_waits',
    'merge_approved',
    'merge_conflicted',
    'merge_ejected',
    'not_submitted',
    'gate_passed',
    'gate_failed',
    'landed',
    'reverted',
    'worktree_synced',
    'file_overlapped',
  ],
  links: ['link_added', 'attachment_added', 'scratchpad_written'],
}

export const filters = Object.keys(filterTypes) as TraceFilter[]

export const passes = (event: Event, filter: TraceFilter, actor: string | null): boolean =>
  (filterTypes[filter]?.includes(event.type) ?? true) &&
  (actor === null || `${event.actor.kind}:${event.actor.ref}` === actor)

/** Newest first, each event once: what was known, and what came in. */
export function joined(known: readonly Event[], more: readonly Event[]): readonly Event[] {
  const seen = new Set(known.map(event => event.seq))
  const fresh = more.filter(event => !seen.has(event.seq))
  if (fresh.length === 0) return known
  return [...known, ...fresh].sort((one, other) => other.seq - one.seq)
}

export type TraceLine =
  | { kind: 'event'; event: Event; first: boolean; root: boolean }
  | { kind: 'run'; key: number; count: number; words: string }

/** Fewer quiet events than this in a row stand as they are. */
const fewest = 3

function runWords(run: readonly Event[]): string {
  const types = [...new Set(run.map(event => spoken(event.type)))]
  return `${run.length} quieter events: ${types.slice(0, 3).join(', ')}${types.length > 3 ? ' …' : ''}`
}

/**
 * The lines of a trace. Quiet events in a row become one line, unless somebody opened it.
 * @param opened - keys of runs that stand open: the number of their oldest event, which news doesn't change
 * @param whole - the oldest event is the root
 */
export function traceLines(
  events: readonly Event[],
  opened: ReadonlySet<number>,
  whole: boolean,
): readonly TraceLine[] {
  const lines: TraceLine[] = []
  const place = (event: Event) =>
    lines.push({ kind: 'event', event, first: event === events[0], root: whole && event === events.at(-1) })
  for (let at = 0; at < events.length; ) {
    let end = at
    while (events[end]?.quiet) end++
    const run = events.slice(at, Math.max(end, at + 1))
    const key = run.at(-1)?.seq ?? 0
    if (run.length < fewest || opened.has(key)) run.forEach(place)
    else lines.push({ kind: 'run', key, count: run.length, words: runWords(run) })
    at += run.length
  }
  return lines
}

/**
 * The number of the newest event whose place in the Brief's chain is known to be right: the house walked up to it, or
 * it follows hash by hash on one that the house walked. 0 when nothing was walked.
 * @param events - all events of the Brief from the newest on, not filtered
 * @param head - the hash up to which the house walked the chain
 */
export function sealedUpTo(events: readonly Event[], head: string | null): number {
  let at = head === null ? -1 : events.findIndex(event => event.hash === head)
  if (at < 0) return 0
  while (at > 0 && events[at - 1]?.briefPrevHash === events[at]?.hash) at--
  return events[at]?.seq ?? 0
}
