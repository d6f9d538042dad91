/** In which order submissions are taken up: priority, age and how often they were sent back. */
import type { Submission } from './submission.ts'

/** What a step of priority and a return cost, in milliseconds of age. */
const priorityStepMs = 60 * 60_000
const returnMs = 30 * 60_000
/** More returns weigh no more: it is tried again in any case. */
const returnsWeighed = 4

type Ordered = Pick<Submission, 'id' | 'priority' | 'attempts' | 'submittedAt'>

/**
 * The first is taken up first. Each has a moment that is settled when it comes in, so that time alone never turns two
 * around, and nobody starves: only so much can come before that moment.
 */
export const order = <Each extends Ordered>(submissions: readonly Each[]): Each[] =>
  [...submissions].sort((a, b) => turnOf(a) - turnOf(b) || a.id - b.id)

function turnOf({ submittedAt, priority, attempts }: Ordered): number {
  return Date.parse(submittedAt) + priority * priorityStepMs + Math.min(attempts, returnsWeighed) * returnMs
}

/** Milliseconds without any move after which a queue that runs is late. */
const lateMs = 60 * 60_000

/** How long a queue has waited: `moved` are the times at which something happened in it. Undefined when nothing waits. */
export function waitOf(
  waiting: readonly Pick<Submission, 'submittedAt' | 'movedAt'>[],
  { moved, isPaused, now }: { moved: readonly string[]; isPaused: boolean; now: string },
): { oldestWaitsSince: string; movedAt: string; late: boolean } | undefined {
  const [oldestWaitsSince] = waiting.map(each => each.submittedAt).toSorted()
  const movedAt = [...waiting.map(each => each.movedAt), ...moved].toSorted().at(-1)
  if (oldestWaitsSince === undefined || movedAt === undefined) return undefined
  return { oldestWaitsSince, movedAt, late: !isPaused && Date.parse(now) - Date.parse(movedAt) > lateMs }
}

/** Milliseconds that the oldest has waited; 0 when nothing waits. */
export const longestWait = (waiting: readonly Pick<Submission, 'submittedAt'>[], now: string): number =>
  Math.max(0, ...waiting.map(({ submittedAt }) => Date.parse(now) - Date.parse(submittedAt)))
