/** Work on one thing, one after the other. */

export type Turns = <Answer>(key: string, work: () => Promise<Answer>) => Promise<Answer>

/** Each key has its own order. Work on a key must not ask for a turn on the same key: it would wait for itself. */
export function makeTurns(): Turns {
  const turns = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = turns.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    turns.set(key, mine)
    try {
      return await mine
    } finally {
      if (turns.get(key) === mine) turns.delete(key)
    }
  }
}
