/** A dispatch with its packet and attempts. */
import { estimateTokens } from '#domain/text.ts'
import { openDecisionIds } from '#store/queries/decisions.ts'
import { attemptsOfBrief, getDispatch } from '#store/queries/dispatches.ts'
import { waitsOf } from '../recall/views.ts'
import type { Read } from '../work.ts'

export const show: Read<'dispatch.show'> = async (input, work) => {
  const dispatch = await getDispatch(work.tx, input.dispatchId)
  const attempts = (await attemptsOfBrief(work.tx, dispatch.briefId)).filter(each => each.dispatchId === dispatch.id)
  const openDecisions = await openDecisionIds(work.tx, dispatch.briefId)
  const waits = waitsOf(dispatch, { now: work.now, openDecisions })
  return { dispatch: { ...dispatch, packetTokens: estimateTokens(dispatch.packet), attempts, waits } }
}
