/** Answers anew once a submission has landed or was sent back. */
import type { MergeAnswer } from '#contract/merge.ts'
import { isLive } from '#domain/landing/submission.ts'
import { getSubmission } from '#store/queries/merges.ts'
import { type Patient, until } from '../until.ts'
import { answerOf } from './answer.ts'
import { lostTo } from './taken-back.ts'

export const untilLanded = (house: Patient, first: MergeAnswer, seconds: number): Promise<MergeAnswer> =>
  until(house, first, seconds, async tx => {
    const submission = await getSubmission(tx, first.mergeId)
    return { answer: answerOf(submission, await lostTo(tx, submission)), isDone: !isLive(submission) }
  })
