/** Work that is done by one at a time, and once more when it was asked for meanwhile. */

export type OnceMore = {
  /** Resolves once what was asked for until then is done. */
  ask: () => Promise<void>
  settled: () => Promise<void>
}

/** `isOver` says that it is not begun once more. */
export function onceMore(work: () => Promise<void>, isOver: () => boolean): OnceMore {
  let running: Promise<void> | undefined
  let again = false

  async function run(): Promise<void> {
    try {
      do {
        again = false
        await work()
      } while (again && !isOver())
    } finally {
      // In the very turn in which nothing more was asked for: whoever asks a moment later begins anew and is not forgotten.
      running = undefined
    }
  }

  return {
    ask: () => {
      if (running) again = true
      running ??= run()
      return running
    },
    settled: async () => {
      await running?.catch(() => undefined)
    },
  }
}
