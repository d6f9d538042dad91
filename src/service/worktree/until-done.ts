/** `wait` of the operations that ask something of the runner: answers anew once it has said how that went. */
import type { WorktreeAnswer } from '#contract/worktree.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import type { Store } from '#store/store.ts'
import type { ReadTx } from '#store/transaction.ts'
import { answerOf } from './answer.ts'

type House = { store: Store; now: () => string; nextCommit: (ms: number) => Promise<void> }

/** Milliseconds after which it looks again, should a bell be lost. */
const lookEveryMs = 1_000

/** `anew` answers undefined while it is not done. The first answer again when `seconds` pass before that. */
export async function untilDone<Answer>(
  house: House,
  first: Answer,
  seconds: number,
  anew: (tx: ReadTx, first: Answer) => Promise<Answer | undefined>,
): Promise<Answer> {
  const most = seconds * 1_000
  const until = Date.parse(house.now()) + most
  for (;;) {
    const left = until - Date.parse(house.now())
    // More left than at the beginning: the clock was set back.
    if (left <= 0 || left > most) return first
    // Before it looks, so that no commit falls in between.
    const bell = house.nextCommit(Math.min(left, lookEveryMs))
    const answer = await house.store.read(tx => anew(tx, first))
    if (answer) return answer
    await bell
  }
}

/** Of what was asked of a worktree. */
export async function errandAnew(tx: ReadTx, first: WorktreeAnswer): Promise<WorktreeAnswer | undefined> {
  const worktree = await getWorktree(tx, first.worktreeId)
  return worktree.errand === null ? answerOf(tx, worktree) : undefined
}
