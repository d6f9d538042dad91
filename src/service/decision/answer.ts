/** Answers a decision. An agent answers only what it was asked. */
import { chosenOption, optionMeant } from '#domain/decision.ts'
import { Refusal } from '#domain/refusal.ts'
import { getDecision } from '#store/queries/decisions.ts'
import type { Write } from '../work.ts'
import { carryOut } from './carry-out.ts'
import { end } from './end.ts'

export const answer: Write<'decision.answer'> = async (input, work) => {
  const decision = await getDecision(work.tx, input.decisionId)
  if (work.actor.kind === 'agent' && decision.assignee !== work.name) {
    throw new Refusal('role.denied', {
      role: work.role,
      operation: `decision.answer of q${decision.id}`,
      who: decision.assignee ?? 'an operator',
    })
  }
  const asOption = input.option === undefined ? optionMeant(decision, input.answer) : undefined
  const option = chosenOption(decision, input.option ?? asOption)
  const answered = asOption === undefined ? (input.answer ?? null) : null
  if (option === null && !answered?.trim())
    throw new Refusal('input.invalid', {
      operation: 'decision.answer',
      field: 'answer',
      problem: 'says nothing: give `answer`, `option` or both',
    })
  const ended = await end(work, decision, { status: 'answered', answer: answered, option })
  const started = await carryOut(work, decision, option)
  return started ? { ...ended, next: started } : ended
}
