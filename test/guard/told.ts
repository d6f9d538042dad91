// What a watch of MAIN has told so far, to be waited for: no test looks at a clock.

import type { MainFault, MainState } from '#machine/main/state.ts'

export interface Told {
  /** For `watchMain`. */
  onState: (state: MainState) => void
  /** Every state told so far. */
  states: MainState[]
  /** Answers with the first state, told already after `since` states or still to come, that fits. */
  until: (fits: (state: MainState) => boolean, since?: number) => Promise<MainState>
}

export function told(): Told {
  const states: MainState[] = []
  let waiting: (() => void)[] = []
  return {
    states,
    onState: state => {
      states.push(state)
      const awake = waiting
      waiting = []
      for (const wake of awake) wake()
    },
    until: async (fits, since = 0) => {
      for (;;) {
        const found = states.slice(since).find(fits)
        if (found) return found
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.push(resolve)
        await promise
      }
    },
  }
}

export const isClean = (state: MainState): boolean => state.outcome === 'clean'

export const has =
  (...kinds: MainFault['kind'][]) =>
  (state: MainState): boolean =>
    state.outcome === 'changed' && kinds.every(kind => state.faults.some(fault => fault.kind === kind))
