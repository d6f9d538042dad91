/** `wait` of the operations that ask something of the runner: looks again at each commit until that is done. */
import type { Store } from '#store/store.ts'
import type { ReadTx } from '#store/transaction.ts'

export type Patient = { store: Store; now: () => string; nextCommit: (ms: number) => Promise<void> }

/** Milliseconds after which it looks again, should a bell be lost. */
const lookEveryMs = 1_000

/** The latest answer when `seconds` pass before the end. */
export async function until<Answer>(
  house: Patient,
  first: Answer,
  seconds: number,
  look: (tx: ReadTx) => Promise<{ answer: Answer; isDone: boolean }>,
): Promise<Answer> {
  const most = seconds * 1_000
  const end = Date.parse(house.now()) + most
  let latest = first
  for (;;) {
    const left = end - Date.parse(house.now())
    // More left than at the beginning: the clock was set back.
    if (left <= 0 || left > most) return latest
    // Before it looks, so that no commit falls in between.
    const bell = house.nextCommit(Math.min(left, lookEveryMs))
    const { answer, isDone } = await house.store.read(look)
    if (isDone) return answer
    latest = answer
    await bell
  }
}
