/** Withdraws a question. An agent withdraws what it asked itself, and one that leads what agents asked. */
import { Refusal } from '#domain/refusal.ts'
import { leads } from '#domain/role.ts'
import { getDecision } from '#store/queries/decisions.ts'
import type { Write } from '../work.ts'
import { end } from './end.ts'

export const withdraw: Write<'decision.withdraw'> = async (input, work) => {
  const decision = await getDecision(work.tx, input.decisionId)
  const { id, askedBy } = decision
  const isLed = leads.includes(work.role) && askedBy.startsWith('agent:')
  if (work.actor.kind === 'agent' && askedBy !== work.name && !isLed)
    throw new Refusal('role.denied', {
      role: work.role,
      operation: `decision.withdraw of q${id}`,
      who: askedBy.startsWith('system:') ? 'an operator' : `${askedBy} or an operator`,
    })
  return end(work, decision, { status: 'withdrawn', answer: input.reason ?? null, option: null })
}
