/** A dispatch with its packet and attempts. */
import { type Dispatch, keptFor, waitsBecause } from '#domain/dispatch.ts'
import { estimateTokens } from '#domain/text.ts'
import { countOpenDecisions } from '#store/queries/decisions.ts'
import { attemptsOfBrief, getDispatch } from '#store/queries/dispatches.ts'
import type { Read } from '../work.ts'

export const show: Read<'dispatch.show'> = async (input, work) => {
  const dispatch = await getDispatch(work.tx, input.dispatchId)
  const attempts = (await attemptsOfBrief(work.tx, dispatch.briefId)).filter(each => each.dispatchId === dispatch.id)
  const waits =
    dispatch.status === 'queued'
      ? (waitsBecause(dispatch, {
          now: work.now,
          openDecisions: await countOpenDecisions(work.tx, dispatch.briefId),
        }) ?? keptInWords(dispatch, work.now))
      : undefined
  return { dispatch: { ...dispatch, packetTokens: estimateTokens(dispatch.packet), attempts, waits } }
}

function keptInWords(dispatch: Dispatch, now: string): string | undefined {
  const kept = keptFor(dispatch, now)
  return kept ? `for ${kept.agent} until ${kept.until}, then for anybody` : undefined
}
