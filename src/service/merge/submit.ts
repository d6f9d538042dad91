/** Puts a branch into the queue, pinned at the tip that was found; one that stands there already gets the new tip. */
import type { BranchPlace } from '#contract/shapes.ts'
import { type Brief, isUnapproved } from '#domain/brief.ts'
import type { Change } from '#domain/change.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { submitAgain, submit as submitNew } from '#domain/landing/moves.ts'
import { isLive, type LandingStyle, mergeRef, type Submission } from '#domain/landing/submission.ts'
import { setAside } from '#domain/landing/verdict.ts'
import { briefRef, dispatchRef } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { isClosed } from '#domain/status.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { liveDispatches } from '#store/queries/dispatches.ts'
import { findSubmissionOf, redVerdicts } from '#store/queries/merges.ts'
import { branchFactsOf } from '../facts.ts'
import { commit, type ReadWork, type Write, type WriteWork } from '../work.ts'
import { answerOf } from './answer.ts'
import { lostTo, takenBackIn } from './taken-back.ts'
import { whereOf } from './where.ts'

export const submit: Write<'merge.submit'> = async (input, work) => {
  const submission = await submitBranch(work, await whereOf(work, input), input)
  return answerOf(submission, await lostTo(work.tx, submission))
}

type Wanted = { priority?: number | undefined; style?: LandingStyle | undefined }

export async function submitBranch(work: WriteWork, where: BranchPlace, wanted: Wanted): Promise<Submission> {
  const found = branchFactsOf(work)
  if (found.outcome === 'unfit')
    throw new Refusal('merge.unfit', { what: `\`${where.branch}\``, because: found.because, cure: found.cure })
  const brief = where.briefId === null ? undefined : await getBrief(work.tx, where.briefId)
  if (brief) await refuseUnfinished(work, brief)
  const again = {
    tip: found.tip,
    target: where.target,
    style: wanted.style ?? found.style,
    priority: wanted.priority ?? where.priority,
    guarded: [],
  }
  const known = await findSubmissionOf(work.tx, where.projectId, where.branch)
  if (known?.status === 'landed' && known.tip === found.tip) await refuseTakenBack(work, known)
  const isNew = !known || (known.status === 'landed' && (known.tip !== found.tip || found.lost === true))
  const { projectId, briefId, worktreeId, branch } = where
  const submission = isNew
    ? submitNew(
        {
          ...again,
          projectId,
          briefId,
          worktreeId,
          branch,
          id: work.tx.ledger.nextId('merge'),
          submittedBy: work.name,
        },
        work.now,
      )
    : submitAgain(known, again, work.now)
  if (known && !isNew && known.tip === submission.tip && isLive(known) && known.heldAt === null) {
    if (known.priority !== submission.priority) await commit(work, { submissions: [submission], events: [] })
    return submission
  }
  // What it was red by may have been a flake, or another submission's fault.
  const verdicts = known && !isNew ? setAside(await redVerdicts(work.tx, where.projectId), known, work.now) : []
  await commit(work, { ...queued(submission, brief, !isNew), verdicts })
  return submission
}

/** It has landed and is not in its target any more, and git would find nothing new on it. */
async function refuseTakenBack(work: ReadWork, { id, projectId, branch }: Submission): Promise<void> {
  const back = (await takenBackIn(work.tx, projectId)).get(id)
  if (!back) return
  throw new Refusal('merge.unfit', {
    what: `\`${branch}\``,
    because: `it landed as ${mergeRef(id)}, was taken back by ${mergeRef(back.by)}, and has nothing new`,
    cure: `merge.revert {mergeId: ${back.by}} brings it back.`,
  })
}

function queued(submission: Submission, brief: Brief | undefined, again: boolean): Change {
  const { id, projectId, briefId, branch, tip, target, style } = submission
  const event = newEvent('merge_queued', briefId, { mergeId: id, branch, tip, target, style, again }, projectId)
  const moved = brief && brief.status !== 'in_review' && !isClosed(brief.status)
  return {
    submissions: [submission],
    ...(moved ? { briefs: [{ ...brief, status: 'in_review' as const }] } : {}),
    events: [event],
  }
}

async function refuseUnfinished(work: ReadWork, brief: Brief): Promise<void> {
  const refuse = (because: string, cure: string): never => {
    throw new Refusal('merge.unfit', { what: briefRef(brief.id), because, cure })
  }
  const live = await liveDispatches(work.tx, brief.id)
  const review = live.find(each => each.leg === 'review')
  const held = live.find(each => each.holder && each.holder !== work.name)
  if (held) throw new Refusal('merge.held', { holder: held.holder, dispatchId: held.id })
  if (isClosed(brief.status) && brief.status !== 'complete')
    refuse(`it is ${brief.status}`, `Reopen it with brief.setStatus {briefId: ${brief.id}, status: "planned"}.`)
  if (isUnapproved(brief)) refuse('it waits for an approval', `brief.approve {briefId: ${brief.id}} gives it.`)
  if (brief.review && brief.reviewed !== 'pass')
    refuse(
      'its review gate has not passed',
      review === undefined
        ? `Ask for a review with review.request {briefId: ${brief.id}}.`
        : `${dispatchRef(review.id)} is its review: wait for that.`,
    )
}
