/** An operator lets a submission change what it is judged by. */
import { newEvent } from '#domain/events/catalogue.ts'
import { approve as decide } from '#domain/landing/moves.ts'
import { getSubmission } from '#store/queries/merges.ts'
import { commit, type Write } from '../work.ts'
import { answerOf } from './answer.ts'

export const approve: Write<'merge.approve'> = async (input, work) => {
  const submission = await getSubmission(work.tx, input.mergeId)
  const approved = decide(submission, work.name, work.now)
  if (approved === submission) return answerOf(submission)
  const { id, branch, tip, guarded, briefId, projectId } = approved
  await commit(work, {
    submissions: [approved],
    events: [newEvent('merge_approved', briefId, { mergeId: id, branch, tip, guarded }, projectId)],
  })
  return answerOf(approved)
}
