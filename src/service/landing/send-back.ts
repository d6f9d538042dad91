/** What follows once submissions were sent back: a fix leg for whoever built it, a question to the operator, or only the words. */
import type { Brief } from '#domain/brief.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { nextAfterRed, reasonOf, type SentBack } from '#domain/landing/send-back.ts'
import { briefRef } from '#domain/ref.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { liveDispatches } from '#store/queries/dispatches.ts'
import { askers, houseAnswers, houseAsksOperator } from '../decision/house-asks.ts'
import { queueLeg } from '../dispatch/queue-leg.ts'
import { commit, type WriteWork } from '../work.ts'
import { noteOf } from './came-back.ts'

export async function sentBack(work: WriteWork, one: SentBack): Promise<void> {
  await tell(work, one)
  const following = nextAfterRed(one)
  if (following.next !== 'fix' && following.next !== 'ask') return
  const brief = await getBrief(work.tx, following.next === 'fix' ? following.request.briefId : following.briefId)
  // Somebody is at it already, and reads of it on the trace.
  if ((await liveDispatches(work.tx, brief.id)).length > 0) return
  if (following.next === 'ask') return ask(work, brief, one.submission.id, following.why)
  const { request } = following
  await queueLeg(work, brief, {
    leg: 'fix',
    kind: 'continue',
    branch: request.branch,
    found: noteOf(request),
  })
}

async function tell(work: WriteWork, { submission, fault }: SentBack): Promise<void> {
  const { id: mergeId, branch, briefId, projectId } = submission
  const event =
    fault.of === 'conflict'
      ? newEvent('merge_conflicted', briefId, { mergeId, branch, with: fault.line, files: fault.files }, projectId)
      : newEvent(
          'merge_ejected',
          briefId,
          { mergeId, branch, reason: reasonOf(fault), lines: fault.of === 'red' ? fault.verdict.lines : [] },
          projectId,
        )
  await commit(work, { submissions: [submission], events: [event] })
}

async function ask(work: WriteWork, brief: Brief, mergeId: number, why: string): Promise<void> {
  await houseAsksOperator(work, {
    projectId: brief.projectId,
    briefId: brief.id,
    header: `${briefRef(brief.id)} does not land. What now?`,
    body: `${why}\n\nLook at the trace, then hand it over again, or set it aside; merge.retry {mergeId: ${mergeId}} puts it in again as its branch is now.`,
    options: [houseAnswers.again, 'Set it aside'],
    askedBy: askers.queue,
  })
}
