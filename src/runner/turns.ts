/**
 * Turns of a part of the runner: at regular times and soon after news. A turn looks at what there is to do, and then does it.
 * Looks never overlap, and rest the longer the more of them follow each other, so that asking never keeps the house from
 * answering others. What is done overlaps, as a long errand of one is no reason for the next to wait.
 */

export type Turns = {
  /** One turn, to its end, apart from the others. */
  tick: () => Promise<void>
  /** Something was asked; nothing becomes of it before the start, which asks for all. */
  nudge: () => void
  start: () => void
  /** No more are begun; resolves once those under way are at their end. */
  stop: () => Promise<void>
}

type Hand<Found> = {
  look: () => Promise<Found>
  act: (found: Found) => Promise<void>
  /** Once each regular turn is done. */
  regularly?: () => Promise<void>
}

type Rhythm = { everyMs: number /** News of one commit come together. */; nudgeMs: number }

/** A look rests four times as long as it took; the one after it eight times, and so on, until nothing was asked for a second. */
const restPerLook = 4
const longestRestMs = 250
const quietMs = 1_000

/** Answers what to call at the end of a look: it says for how many milliseconds to rest. */
function makePace(): () => () => number {
  let patience = 1
  let lookedAt = Number.NEGATIVE_INFINITY
  return () => {
    const began = performance.now()
    patience = began - lookedAt > quietMs ? 1 : Math.min(patience * 2, 64)
    return () => {
      lookedAt = performance.now()
      return Math.min((lookedAt - began) * restPerLook * patience, longestRestMs)
    }
  }
}

export function makeTurns<Found>(
  { look, act, regularly }: Hand<Found>,
  { everyMs, nudgeMs }: Rhythm,
  onFault: (reason: unknown) => void,
): Turns {
  const under = new Set<Promise<void>>()
  let isOver = false
  let isLooking = false
  let again = false
  const pace = makePace()
  let regular: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined

  function begin(isRegular: boolean): void {
    if (isOver) return
    if (isLooking) {
      again = true
      return
    }
    isLooking = true
    const kept = turn(isRegular)
      .catch(onFault)
      .finally(() => under.delete(kept))
    under.add(kept)
  }

  async function turn(isRegular: boolean): Promise<void> {
    const ended = pace()
    const found = await look().finally(() => void setTimeout(goOn, ended()).unref())
    await act(found)
    if (isRegular) await regularly?.()
  }

  function goOn(): void {
    isLooking = false
    if (!again) return
    again = false
    begin(false)
  }

  return {
    tick: async () => act(await look()),
    nudge: () => {
      if (regular === undefined) return
      soon ??= setTimeout(() => {
        soon = undefined
        begin(false)
      }, nudgeMs).unref()
    },
    start: () => {
      const round = (): void => begin(true)
      regular = setInterval(round, everyMs).unref()
      round()
    },
    stop: async () => {
      isOver = true
      clearInterval(regular)
      clearTimeout(soon)
      await Promise.all(under)
    },
  }
}
