/** What the house itself asks an operator. */
import type { Decision } from '#domain/decision.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { indexText } from '#store/queries/documents.ts'
import { commit, type WriteWork } from '../work.ts'

/** The parts of the house that ask, by name. */
export const askers = { reconciler: 'system:reconciler', queue: 'system:merge-queue' } as const
export const isHouse = (actor: string): boolean => (Object.values(askers) as string[]).includes(actor)

/** Answers that the house acts on. */
export const houseAnswers = {
  again: 'Hand it over again',
  land: 'Land it',
  allow: 'Allow it once',
  refuse: 'Refuse it',
} as const

type Question = Pick<Decision, 'projectId' | 'briefId' | 'header' | 'body' | 'askedBy'> & { options: string[] }

/** Answers the id of the decision. Blocks nobody. */
export async function houseAsksOperator(work: WriteWork, question: Question): Promise<number> {
  const { projectId, briefId, header, body, askedBy, options } = question
  const decision: Decision = {
    id: work.tx.ledger.nextId('decision'),
    projectId,
    briefId,
    header,
    body,
    options: options.map(label => ({ label })),
    assignee: null,
    blocking: false,
    group: null,
    status: 'open',
    answer: null,
    option: null,
    askedBy,
    askedAt: work.now,
    answeredBy: null,
    answeredAt: null,
    releasedAt: null,
    acknowledgedAt: null,
  }
  const { id: refId } = decision
  await commit(work, {
    decisions: [decision],
    events: [newEvent('decision_asked', briefId, { decisionId: refId, header, body, blocking: false }, projectId)],
  })
  indexText(work.tx, { kind: 'decision', refId, briefId, projectId, title: header, body, at: work.now }, 'new')
  return refId
}
