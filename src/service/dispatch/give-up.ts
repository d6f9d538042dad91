/** Ends an attempt without its work: back to the queue, or to an operator when the attempts are spent. */
import type { Brief } from '#domain/brief.ts'
import type { Change } from '#domain/change.ts'
import type { Dispatch } from '#domain/dispatch.ts'
import { type FailureReason, spokenFailure } from '#domain/failure.ts'
import { giveUp as decide } from '#domain/handover.ts'
import { briefRef, decisionRef, dispatchRef } from '#domain/ref.ts'
import { countOpenDecisions } from '#store/queries/decisions.ts'
import { askers, houseAnswers, houseAsksOperator } from '../decision/house-asks.ts'
import { commit, type WriteWork } from '../work.ts'
import { getHeld } from './held.ts'

type GivenUp = {
  dispatchId: number
  token: number
  reason: FailureReason
  note?: string | undefined
  until?: string | undefined
}

export async function giveUp(work: WriteWork, input: GivenUp, outcome: 'released' | 'failed') {
  const { brief, dispatch, attempt } = await getHeld(work, input.dispatchId, input.token)
  const openDecisions = await countOpenDecisions(work.tx, brief.id)
  const change = decide(brief, dispatch, attempt, {
    ...input,
    outcome,
    openDecisions,
    actor: work.actor,
    now: work.now,
  })
  return settle(work, brief, change)
}

/** Keeps what became of an attempt. When its dispatch failed for good, an operator is asked. */
export async function settle(work: WriteWork, brief: Brief, change: Change) {
  await commit(work, change)
  const [dispatch] = change.dispatches ?? []
  if (!dispatch) throw new Error('an attempt ends with its dispatch')
  const decisionId = dispatch.status === 'failed' ? await askOperator(work, brief, dispatch) : undefined
  const next = decisionId
    ? `Its attempts are spent; ${decisionRef(decisionId)} asks an operator. Claim another with dispatch.claim.`
    : dispatch.status === 'queued'
      ? `${dispatchRef(dispatch.id)} is back in the queue as attempt ${dispatch.attempt}. Claim another with dispatch.claim.`
      : `${dispatchRef(dispatch.id)} is ${dispatch.status}.`
  return { dispatchId: dispatch.id, status: dispatch.status, attemptsLeft: dispatch.attemptsLeft, decisionId, next }
}

const askOperator = (work: WriteWork, brief: Brief, dispatch: Dispatch): Promise<number> =>
  houseAsksOperator(work, {
    projectId: brief.projectId,
    briefId: brief.id,
    header: `${dispatchRef(dispatch.id)} (${dispatch.leg}) of ${briefRef(brief.id)} failed ${dispatch.attempt} times, the last time with: ${dispatch.reason && spokenFailure(dispatch.reason)}. What now?`,
    body: 'Its attempts are spent, so nobody works on it. Look at the trace, then hand it over again, refine its spec, or set it aside.',
    options: [houseAnswers.again, 'Refine it first', 'Set it aside'],
    askedBy: askers.reconciler,
  })
