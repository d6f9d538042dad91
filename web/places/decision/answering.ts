/** Answering a question, wherever it stands. */
import type { Input, Output } from '#contract/catalogue.ts'
import type { DecisionView } from '#contract/shapes.ts'
import { decisionRef } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { bareName } from '../../bloom/spoken.ts'
import { sayNot } from '../../house/toasts.tsx'
import { useWrite, type Write } from '../../house/write.ts'

/** What an answer has brought about, in words. */
export function answeredWords(id: number, { released }: Output<'decision.answer'>): string {
  const name = decisionRef(id)
  if (released.length === 0) return `${name} is answered; it is released with its set.`
  const others = released.filter(each => each !== id).map(decisionRef)
  return others.length === 0
    ? `${name} is answered.`
    : `${name} is answered; with it ${others.join(', ')} are released.`
}

/** Somebody else was first: who, and what they said. */
function firstWords(name: string, { data }: Refusal): string {
  const { status, answer, answeredBy } = data as { status?: string; answer?: string | null; answeredBy?: string | null }
  const who = answeredBy ? bareName(answeredBy) : 'Somebody'
  const said = answer ? `: ${answer}` : ''
  return `${who} ${status === 'withdrawn' ? 'has withdrawn' : 'has answered'} ${name} before you${said}. Yours was not taken.`
}

/** Two may answer the same question: the second hears who was first, also once the question has gone from where it stood. */
export function useAnswer({ id }: Pick<DecisionView, 'id'>): Write<'decision.answer'> {
  const answer = useWrite('decision.answer', { done: output => ({ words: answeredWords(id, output) }) })
  const write = async (input: Input<'decision.answer'>) => {
    try {
      return await answer.write(input)
    } catch (reason) {
      if (reason instanceof Refusal && reason.code === 'decision.closed') sayNot(firstWords(decisionRef(id), reason))
      throw reason
    }
  }
  return { ...answer, write }
}
