// So many at once, the others in their order.

export type Slots = <Result>(work: () => Promise<Result>) => Promise<Result>

export function makeSlots(atOnce: number): Slots {
  let busy = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (busy >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
    else busy += 1
    try {
      return await work()
    } finally {
      // The slot goes to the next one as it is, so that nobody comes in between.
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
