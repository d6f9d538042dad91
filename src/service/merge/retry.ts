/** Puts a submission in again, with the tip that its branch has now. */
import { getSubmission } from '#store/queries/merges.ts'
import type { Write } from '../work.ts'
import { answerOf } from './answer.ts'
import { submitBranch } from './submit.ts'
import { lostTo } from './taken-back.ts'
import { whereOf } from './where.ts'

export const retry: Write<'merge.retry'> = async (input, work) => {
  const { style, priority } = await getSubmission(work.tx, input.mergeId)
  const again = await submitBranch(work, await whereOf(work, { mergeId: input.mergeId }), { style, priority })
  return answerOf(again, await lostTo(work.tx, again))
}
