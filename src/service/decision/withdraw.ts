/** Withdraws a question. */
import { getDecision } from '#store/queries/decisions.ts'
import type { Write } from '../work.ts'
import { end } from './end.ts'

export const withdraw: Write<'decision.withdraw'> = async (input, work) =>
  end(work, await getDecision(work.tx, input.decisionId), {
    status: 'withdrawn',
    answer: input.reason ?? null,
    option: null,
  })
