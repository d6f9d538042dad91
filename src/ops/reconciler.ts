/**
 * Turns the reconciler: regularly, and soon after news that may make something due. It knows when the house could hear
 * nobody (stopped, asleep, its clock moved), so that no lease is taken for that.
 */
import type { Client } from '#client/client.ts'
import { onceMore } from '#machine/once-more.ts'

/** `wall` may jump; `steady` only counts what passed while this machine was awake. Both in milliseconds. */
export type Clock = { wall: () => number; steady: () => number }

export type Reconciler = {
  /** One turn. Turns that are asked for while one runs become one more. */
  tick: () => Promise<void>
  /** Something happened that may make work due. */
  nudge: () => void
  /** When the last good turn was, ISO 8601; null before the first. */
  lastTurn: () => string | null
  start: () => void
  stop: () => Promise<void>
}

export const tickEveryMs = 20_000
/** Silence between two turns that is longer than this was an absence. */
const absenceMs = 3 * tickEveryMs
/** Wall and steady clock drift apart by less than this unless somebody moved a clock or the machine slept. */
const jumpMs = 30_000
/** News that come together are one nudge. */
const nudgeMs = 50

/** Events after which something may be due. */
export const nudgingTypes: ReadonlySet<string> = new Set([
  'status_changed',
  'configured',
  'approved',
  'dependency_removed',
  'unblocked',
  'decision_answered',
  'decision_withdrawn',
  'resumed',
  'captured',
  'worktree_gone',
])

export function makeReconciler(client: Client, clock: Clock, onFault: (reason: unknown) => void): Reconciler {
  let last: { wall: number; steady: number } | undefined
  let lastTurn: string | null = null
  let isOver = false
  let regular: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined

  async function turn(): Promise<void> {
    const now = { wall: clock.wall(), steady: clock.steady() }
    const wasAway = last === undefined || wasAbsent(last, now)
    try {
      await client.call('dispatch.reconcile', { wasAway })
      // Only a turn that got through counts: after a failed one the next has to look at the whole gap.
      last = now
      lastTurn = new Date(now.wall).toISOString()
    } catch (reason) {
      onFault(reason)
    }
  }

  const { ask: tick, settled } = onceMore(turn, () => isOver)
  return {
    tick,
    nudge: () => {
      soon ??= setTimeout(() => {
        soon = undefined
        void tick()
      }, nudgeMs)
      soon.unref()
    },
    lastTurn: () => lastTurn,
    start: () => {
      void tick()
      regular = setInterval(() => void tick(), tickEveryMs)
      regular.unref()
    },
    stop: async () => {
      isOver = true
      clearInterval(regular)
      clearTimeout(soon)
      await settled()
    },
  }
}

function wasAbsent(last: { wall: number; steady: number }, now: { wall: number; steady: number }): boolean {
  const wall = now.wall - last.wall
  const steady = now.steady - last.steady
  return wall > absenceMs || steady > absenceMs || Math.abs(wall - steady) > jumpMs
}
