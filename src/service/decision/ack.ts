/** Says that an answer was read, so that it is not told again. */
import { getDecision } from '#store/queries/decisions.ts'
import { commit, type Write } from '../work.ts'

export const ack: Write<'decision.ack'> = async (input, work) => {
  const decision = await getDecision(work.tx, input.decisionId)
  const readIt = decision.status !== 'open' && !decision.acknowledgedAt
  if (readIt) await commit(work, { decisions: [{ ...decision, acknowledgedAt: work.now }], events: [] })
  return { decisionId: decision.id, next: decision.status === 'open' ? 'It is not answered yet.' : 'Go on.' }
}
