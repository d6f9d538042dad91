/** Answers anew once the runner has said how its errand went. */
import type { WorktreeAnswer } from '#contract/worktree.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import { type Patient, until } from '../until.ts'
import { answerOf } from './answer.ts'

export const untilDone = (house: Patient, first: WorktreeAnswer, seconds: number): Promise<WorktreeAnswer> =>
  until(house, first, seconds, async tx => {
    const worktree = await getWorktree(tx, first.worktreeId)
    return { answer: await answerOf(tx, worktree), isDone: worktree.errand === null }
  })
