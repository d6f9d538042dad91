/** Ends a dispatch with its work done, and hands the next leg over when there is one. */
import type { Dispatch } from '#domain/dispatch.ts'
import { afterLeg, complete as decide } from '#domain/handover.ts'
import { briefRef, dispatchRef } from '#domain/ref.ts'
import { commit, type Write, type WriteWork } from '../work.ts'
import { getHeld } from './held.ts'
import { queueLeg } from './queue-leg.ts'

export const complete: Write<'dispatch.complete'> = async (input, work) => {
  const { brief, dispatch, attempt } = await getHeld(work, input.dispatchId, input.token)
  const change = decide(brief, dispatch, attempt, {
    token: input.token,
    summary: input.summary,
    evidence: input.evidence ?? [],
    uncommitted: uncommitted(work),
    actor: work.actor,
    now: work.now,
  })
  await commit(work, change)
  const [after] = change.briefs
  const { next: leg } = afterLeg(brief, dispatch.leg)
  const following = leg ? await queueLeg(work, after, { leg }) : undefined
  const next = following
    ? `${dispatchRef(following.id)} (${following.leg}) is queued for it now.`
    : [
        `${briefRef(brief.id)} is ${after.status.replace('_', ' ')}.`,
        ...(dispatch.leg === 'design' ? [] : leftOut(work, dispatch)),
        'Claim the next with dispatch.claim.',
      ].join(' ')
  return {
    dispatchId: dispatch.id,
    briefId: brief.id,
    status: following ? (following.leg === 'review' ? 'in_review' : 'dispatched') : after.status,
    nextDispatchId: following?.id,
    next,
  }
}

function uncommitted({ facts }: WriteWork): number | undefined {
  const standing = facts.worktree?.standing
  return standing && standing.modified + standing.untracked + standing.unmerged
}

/** What an agent may take for landed that is not. */
function leftOut(work: WriteWork, { branch }: Dispatch): string[] {
  const files = uncommitted(work) ?? 0
  return [
    ...(files > 0
      ? [`${files} ${files === 1 ? 'file lies' : 'files lie'} uncommitted in its worktree and will not land.`]
      : []),
    ...(work.facts.worktree?.standing?.ahead === 0 ? [`Nothing is committed on ${branch}, so nothing lands.`] : []),
  ]
}
