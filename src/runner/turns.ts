/** Turns of a part of the runner: at regular times and soon after news. They overlap, as a long one is no reason for the next to wait. */

export type Turns = {
  nudge: () => void
  start: () => void
  /** No more are begun; resolves once those under way are at their end. */
  stop: () => Promise<void>
}

type Rhythm = { everyMs: number /** News of one commit come together. */; nudgeMs: number }

export function makeTurns(
  turn: () => Promise<void>,
  { everyMs, nudgeMs }: Rhythm,
  onFault: (reason: unknown) => void,
): Turns {
  const under = new Set<Promise<void>>()
  let isOver = false
  let regular: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined
  const begin = (): void => {
    if (isOver) return
    const kept = turn()
      .catch(onFault)
      .finally(() => under.delete(kept))
    under.add(kept)
  }
  return {
    nudge: () => {
      soon ??= setTimeout(() => {
        soon = undefined
        begin()
      }, nudgeMs)
      soon.unref()
    },
    start: () => {
      begin()
      regular = setInterval(begin, everyMs)
      regular.unref()
    },
    stop: async () => {
      isOver = true
      clearInterval(regular)
      clearTimeout(soon)
      await Promise.all(under)
    },
  }
}
