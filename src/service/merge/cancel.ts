/** Takes a submission out of the queue. */
import { newEvent } from '#domain/events/catalogue.ts'
import { cancel as decide } from '#domain/landing/moves.ts'
import { isLive, type Submission } from '#domain/landing/submission.ts'
import { getSubmission } from '#store/queries/merges.ts'
import { commit, type Write, type WriteWork } from '../work.ts'
import { answerOf } from './answer.ts'

export const cancel: Write<'merge.cancel'> = async (input, work) =>
  answerOf(await takeOut(work, await getSubmission(work.tx, input.mergeId), input.reason ?? `${work.name} took it out`))

export async function takeOut(work: WriteWork, submission: Submission, reason: string): Promise<Submission> {
  const cancelled = decide(submission, reason, work.now)
  if (!isLive(submission)) return submission
  const { id, branch, briefId, projectId } = submission
  await commit(work, {
    submissions: [cancelled],
    events: [newEvent('merge_cancelled', briefId, { mergeId: id, branch, reason }, projectId)],
  })
  return cancelled
}
