/** One write for each of many, a few at a time. */

export type Outcome<Item, Answer> = { item: Item } & ({ ok: true; answer: Answer } | { ok: false; reason: unknown })

/** Answers in the order of `items`. Once `signal` says stop, nothing more is begun; what is under way is waited for. */
export async function runEach<Item, Answer>(
  items: readonly Item[],
  work: (item: Item) => Promise<Answer>,
  how: { atOnce: number; signal: AbortSignal; onDone: (count: number) => void },
): Promise<Outcome<Item, Answer>[]> {
  const outcomes: Outcome<Item, Answer>[] = []
  let next = 0
  let done = 0
  const worker = async () => {
    while (next < items.length && !how.signal.aborted) {
      const place = next++
      const item = items[place] as Item
      outcomes[place] = await work(item).then(
        answer => ({ item, ok: true as const, answer }),
        (reason: unknown) => ({ item, ok: false as const, reason }),
      )
      how.onDone(++done)
    }
  }
  await Promise.all(Array.from({ length: how.atOnce }, worker))
  return outcomes.filter(outcome => outcome !== undefined)
}
