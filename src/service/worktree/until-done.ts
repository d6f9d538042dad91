/** `wait` of the operations that ask something of the runner: answers anew once it has said how that went. */
import type { WorktreeAnswer } from '#contract/worktree.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import type { Store } from '#store/store.ts'
import { answerOf } from './answer.ts'

type House = { store: Store; now: () => string; nextCommit: (ms: number) => Promise<void> }

/** Milliseconds after which it looks again, should a bell be lost. */
const lookEveryMs = 1_000

/** The first answer again when `seconds` pass before the end. */
export async function untilDone(house: House, first: WorktreeAnswer, seconds: number): Promise<WorktreeAnswer> {
  const most = seconds * 1_000
  const until = Date.parse(house.now()) + most
  for (;;) {
    const left = until - Date.parse(house.now())
    // More left than at the beginning: the clock was set back.
    if (left <= 0 || left > most) return first
    // Before it looks, so that no commit falls in between.
    const bell = house.nextCommit(Math.min(left, lookEveryMs))
    const answer = await house.store.read(async tx => {
      const worktree = await getWorktree(tx, first.worktreeId)
      return worktree.errand === null ? answerOf(tx, worktree) : undefined
    })
    if (answer) return answer
    await bell
  }
}
