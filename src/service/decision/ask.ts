/** Asks a decision. A blocking one holds its Brief until it is answered or withdrawn. */
import type { Decision } from '#domain/decision.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { decisionRef } from '#domain/ref.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { indexText } from '#store/queries/documents.ts'
import { meantProject } from '#store/queries/projects.ts'
import { commit, type Write } from '../work.ts'

export const ask: Write<'decision.ask'> = async (input, work) => {
  const brief = input.briefId === undefined ? undefined : await getBrief(work.tx, input.briefId)
  const decision: Decision = {
    id: work.tx.ledger.nextId('decision'),
    projectId: brief?.projectId ?? (await meantProject(work.tx, input.project)).id,
    briefId: brief?.id ?? null,
    header: input.header,
    body: input.body ?? '',
    options: (input.options ?? []).map(each => (typeof each === 'string' ? { label: each } : each)),
    assignee: input.assignee ?? null,
    blocking: input.blocking ?? false,
    group: input.group ?? null,
    status: 'open',
    answer: null,
    option: null,
    askedBy: work.name,
    askedAt: work.now,
    answeredBy: null,
    answeredAt: null,
    releasedAt: null,
    acknowledgedAt: null,
  }
  const { id, header, body, blocking, projectId, briefId } = decision
  await commit(work, {
    decisions: [decision],
    events: [newEvent('decision_asked', briefId, { decisionId: id, header, body, blocking }, projectId)],
  })
  indexText(work.tx, { kind: 'decision', refId: id, briefId, projectId, title: header, body, at: work.now }, 'new')
  const next = blocking
    ? 'Go on with something else, or release your dispatch with reason needs_decision: it comes back when this is answered.'
    : `Go on; the answer to ${decisionRef(id)} comes with your next heartbeat.`
  return { decisionId: id, next }
}
