/** Work on a place waits for the work before it there; so many places at once. */
import { makeSlots } from '#machine/service/slots.ts'

export type Turns = {
  inTurn: <Answer>(place: string, work: () => Promise<Answer>) => Promise<Answer>
  /** Resolves once all that was asked for until now is done, however it went. */
  settled: () => Promise<void>
}

export function makeTurns(atOnce: number): Turns {
  const slots = makeSlots(atOnce)
  const underWay = new Map<string, Promise<void>>()
  return {
    inTurn: (place, work) => {
      const answer = (underWay.get(place) ?? Promise.resolve()).then(() => slots(work))
      const quiet = answer
        .then(
          () => undefined,
          () => undefined,
        )
        .finally(() => {
          if (underWay.get(place) === quiet) underWay.delete(place)
        })
      underWay.set(place, quiet)
      return answer
    },
    settled: async () => void (await Promise.all(underWay.values())),
  }
}
