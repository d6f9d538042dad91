/** What a write about a submission answers: where it stands, and what to do next. */
import type { MergeAnswer } from '#contract/merge.ts'
import type { TakenBack } from '#contract/shapes.ts'
import { mergeRef, type Submission, waitsForApproval } from '#domain/landing/submission.ts'
import { briefRef } from '#domain/ref.ts'

/** `lost`: earlier landings of its branch that were taken back. */
export const answerOf = (submission: Submission, lost: readonly TakenBack[] = []): MergeAnswer => ({
  mergeId: submission.id,
  briefId: submission.briefId,
  branch: submission.branch,
  status: submission.status,
  reason: submission.reason ?? undefined,
  next: [nextOf(submission), ...lost.map(lostWords)].join(' '),
})

const lostWords = ({ mergeId, by }: TakenBack): string =>
  `What ${mergeRef(mergeId)} landed of this branch was taken back by ${mergeRef(by)} and does not come back by landing it again: merge.revert {mergeId: ${by}} brings it back, or cherry-pick it as new commits.`

function nextOf(submission: Submission): string {
  const { id, briefId, status, guarded } = submission
  if (waitsForApproval(submission))
    return `It changes ${guarded.join(', ')}: an operator approves it with merge.approve {mergeId: ${id}}.`
  switch (status) {
    case 'queued':
    case 'testing':
    case 'landing':
      return `merge.show {mergeId: ${id}} tells how it goes; with \`wait\` (seconds) the call itself does.`
    case 'landed':
      return `It is in. merge.revert {mergeId: ${id}} takes it back.`
    case 'conflict':
    case 'ejected':
      return briefId === null
        ? `Mend it on its branch, then merge.retry {mergeId: ${id}}.`
        : `${briefRef(briefId)} goes back to its agent; recall.brief {briefId: ${briefId}} shows what for.`
    case 'cancelled':
      return `merge.retry {mergeId: ${id}} puts ${mergeRef(id)} in again.`
  }
}
