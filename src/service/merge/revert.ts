/** Takes a landing back by its reverse, which the gatherer has made as a commit on a branch of its own. */
import { mergeRef, revertBranch } from '#domain/landing/submission.ts'
import { Refusal } from '#domain/refusal.ts'
import { getSubmission } from '#store/queries/merges.ts'
import type { Write } from '../work.ts'
import { answerOf } from './answer.ts'
import { submitBranch } from './submit.ts'

export const revert: Write<'merge.revert'> = async (input, work) => {
  const { id, projectId, status, target } = await getSubmission(work.tx, input.mergeId)
  if (status !== 'landed')
    throw new Refusal('merge.unfit', {
      what: `The reverse of ${mergeRef(id)}`,
      because: `it is ${status}, not landed`,
      cure: `merge.cancel {mergeId: ${id}} takes it out of the queue.`,
    })
  const where = {
    projectId,
    briefId: null,
    worktreeId: null,
    branch: revertBranch(id),
    base: null,
    target,
    priority: 0,
  }
  return answerOf(await submitBranch(work, where, { style: 'squash' }))
}
